"""Kernels that are compiled apart: what they load from addresses is what stands there."""

import numpy as np

import gudgeon as gd
from gudgeon._base.function_pointers import records_at
from gudgeon._base.jit import jit
from gudgeon.assembly.assemble import assemble
from gudgeon.kernels.addresses import load_system, load_work

PAIR = np.dtype([("count", "i8"), ("lengths", "f8", 3)], align=True)
pairs_at = records_at(PAIR)


@jit
def second_pair(words, begin, count):
    pairs = pairs_at(words, begin, count)
    pairs[0].count = 7
    return pairs[1].count, pairs[1].lengths[2], pairs.shape[0]


def test_records_among_words_are_read_and_written_in_place():
    pairs = np.zeros(2, PAIR)
    pairs["count"], pairs["lengths"] = [3, 5], [[1, 2, 3], [4, 5, 6.5]]
    words = np.concatenate([[-1, -1], np.frombuffer(pairs.tobytes(), np.int64)])
    assert second_pair(words, 2, 2) == (5, 6.5, 2)
    assert list(words[:3]) == [-1, -1, 7]


@jit
def masses_and_bodies(system, work):
    there, scratch = load_system(system), load_work(work)
    return there.bodies[1].mass, there.setting[0].n_v, scratch.bodies.shape[0]


def test_a_system_and_its_work_tables_are_found_by_their_addresses():
    assembly = assemble(
        gd.Mechanism(bodies=[gd.Body("a", mass=2.5, inertia=(1, 1, 1), position=(0, 0, 0))])
    )
    work = assembly.work()
    assert masses_and_bodies(assembly.system.address, work.address) == (2.5, 6, 2)
