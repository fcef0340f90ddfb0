"""The kernels of joint coordinates are called by the addresses in the setting."""

import numpy as np

import gudgeon as gd
from gudgeon.assembly.initial_conditions import check_model
from gudgeon.assembly.kinematic_tree import on_tree
from gudgeon.kernels.entry_points import EVALUATE, OBSERVE, evaluate_at
from gudgeon.kernels.recursive.entry_points import EVALUATE_TREE, OBSERVE_TREE
from gudgeon.kernels.tasks import ACCELERATIONS


def test_a_system_names_the_kernels_of_its_coordinates():
    assembly = check_model(gd.library("pendulum")).assembly
    tree = on_tree(assembly)
    names = ("evaluate", "observe")
    assert [assembly.system.setting[0][name] for name in names] == [
        EVALUATE.address,
        OBSERVE.address,
    ]
    assert [tree.system.setting[0][name] for name in names] == [
        EVALUATE_TREE.address,
        OBSERVE_TREE.address,
    ]


def test_the_setting_decides_what_is_evaluated():
    tree = on_tree(check_model(gd.library("triple-pendulum")).assembly)
    work, f = tree.work(), np.zeros_like(tree.y)
    evaluate_at(tree.system, work, 0.0, tree.y.copy(), f, ACCELERATIONS)
    assert len(f) < 13 * 3 and np.all(np.isfinite(f)) and work.nodes[1:].any()
