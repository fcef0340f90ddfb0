"""Calling a law whose address is data, and what else Python has no words for. The only file that knows about LLVM.

A law is compiled to ``void law(double x0, ..., double *parameters, double *outputs)`` and its address is stored in
the records of the assembled system. Kernels stay the same, compiled once, whatever laws a mechanism uses.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic
from numba.np.arrayobj import populate_array

from .jit import DISABLED, typeof

python_laws: dict[int, Callable] = {}  # address -> plain function, used only when Numba is disabled


def c_signature(n_inputs: int) -> Any:
    """Return the Numba signature of the C callback of a law with ``n_inputs`` scalar inputs."""
    pointer = types.CPointer(types.float64)
    return types.void(*[types.float64] * n_inputs, pointer, pointer)


def caller(n_inputs: int, n_outputs: int) -> Any:
    """Return ``call(address, inputs, parameters, offset)`` for use inside kernels.

    ``inputs`` is a tuple of ``n_inputs`` floats; the law reads its own parameters from ``parameters[offset:]``.
    """
    if DISABLED:
        return lambda address, inputs, parameters, offset: python_laws[int(address)](inputs, parameters[offset:])

    double = ir.DoubleType()
    pointer = double.as_pointer()
    c_type = ir.FunctionType(ir.VoidType(), [double] * n_inputs + [pointer, pointer])
    result = types.float64 if n_outputs == 1 else types.UniTuple(types.float64, n_outputs)

    @intrinsic
    def call(typingctx: Any, address: Any, inputs: Any, parameters: Any, offset: Any) -> Any:
        signature = result(types.int64, types.UniTuple(types.float64, n_inputs), parameters, types.int64)

        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            function = builder.inttoptr(args[0], c_type.as_pointer())
            array = context.make_array(signature.args[2])(context, builder, args[2])
            row = builder.gep(array.data, [args[3]])
            outputs = cgutils.alloca_once(builder, double, size=n_outputs)
            builder.call(function, [*cgutils.unpack_tuple(builder, args[1]), row, outputs])
            values = [builder.load(cgutils.gep_inbounds(builder, outputs, k)) for k in range(n_outputs)]
            return values[0] if n_outputs == 1 else context.make_tuple(builder, signature.return_type, values)

        return signature, codegen

    return call


# -- numbers and their bits -----------------------------------------------------------------------------------------


@intrinsic
def bits_of(typingctx: Any, x: Any) -> Any:
    """Return the 64 bits of a number as an integer, in compiled code."""
    return types.int64(types.float64), lambda context, builder, signature, args: builder.bitcast(args[0], ir.IntType(64))


@intrinsic
def number_of(typingctx: Any, n: Any) -> Any:
    """Return the number that has these 64 bits, in compiled code."""
    return types.float64(types.int64), lambda context, builder, signature, args: builder.bitcast(args[0], ir.DoubleType())


# -- kernels that are compiled once and called from others by address -----------------------------------------------

_held: dict[int, Any] = {}  # used only when Numba is disabled: address -> object


def address_of() -> Any:
    """Return ``address(value)`` for kernels: put a tuple of arrays on the caller's stack and return where it is."""
    if DISABLED:

        def remember(value: Any) -> int:
            _held[id(value)] = value
            return id(value)

        return remember

    @intrinsic
    def address(typingctx: Any, value: Any) -> Any:
        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            slot = cgutils.alloca_once(builder, args[0].type)
            builder.store(args[0], slot)
            return builder.ptrtoint(slot, context.get_value_type(types.int64))

        return types.int64(value), codegen

    return address


def loader(kind: Any) -> Any:
    """Return ``load(address)`` for kernels: the tuple of arrays of Numba type ``kind`` that stands there, not owned."""
    if DISABLED:
        return lambda address: _held[int(address)]

    @intrinsic
    def load(typingctx: Any, address: Any) -> Any:
        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            pointer = builder.inttoptr(args[0], context.get_value_type(kind).as_pointer())
            members = []
            for k, member in enumerate(kind.types):
                value = builder.load(cgutils.gep_inbounds(builder, pointer, 0, k))
                array = context.make_array(member)(context, builder, value)
                array.meminfo = cgutils.get_null_value(array.meminfo.type)  # borrowed: no reference counting
                array.parent = cgutils.get_null_value(array.parent.type)
                members.append(array._getvalue())
            return context.make_tuple(builder, kind, members)

        return kind(types.int64), codegen

    return load


def vector_at() -> Any:
    """Return ``vector(pointer, n)`` for kernels: the ``n`` numbers that stand there as an array, not owned."""
    if DISABLED:
        return lambda array, n: array

    @intrinsic
    def vector(typingctx: Any, pointer: Any, n: Any) -> Any:
        kind = types.Array(types.float64, 1, "C")

        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            array = context.make_array(kind)(context, builder)
            size = context.get_constant(types.intp, 8)
            populate_array(array, data=args[0], shape=[args[1]], strides=[size], itemsize=size, meminfo=None)
            return array._getvalue()

        return kind(pointer, types.int64), codegen

    return vector


def entry_caller() -> Any:
    """Return ``call(address, system, work, t, y, out, task)`` for kernels; the middle two are addresses of tuples."""
    if DISABLED:

        def call_plain(address: int, system: int, work: int, t: float, y: Any, out: Any, task: int) -> Any:
            return python_laws[int(address)](system, work, t, y, len(y), out, len(out), task)

        return call_plain

    @intrinsic
    def call(typingctx: Any, address: Any, system: Any, work: Any, t: Any, y: Any, out: Any, task: Any) -> Any:
        i8 = types.int64
        signature = types.float64(i8, i8, i8, types.float64, y, out, i8)

        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return _call_kernel(context, builder, signature, args, integers=2)

        return signature, codegen

    return call


def element_caller() -> Any:
    """Return ``call(address, system, work, element, t, y, out, task)``: the same with the place of an element in its table."""
    if DISABLED:

        def call_plain(address: int, system: int, work: int, element: int, t: float, y: Any, out: Any, task: int) -> Any:
            return python_laws[int(address)](system, work, element, t, y, len(y), out, len(out), task)

        return call_plain

    @intrinsic
    def call(typingctx: Any, address: Any, system: Any, work: Any, element: Any, t: Any, y: Any, out: Any, task: Any) -> Any:
        i8 = types.int64
        signature = types.float64(i8, i8, i8, i8, types.float64, y, out, i8)

        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return _call_kernel(context, builder, signature, args, integers=3)

        return signature, codegen

    return call


def _call_kernel(context: Any, builder: Any, signature: Any, args: Any, integers: int) -> Any:
    """Call a kernel: its address, some integers, the time, two arrays (as pointer and length), the task."""
    double, integer = ir.DoubleType(), ir.IntType(64)
    array = [double.as_pointer(), integer]
    c_type = ir.FunctionType(double, [*[integer] * integers, double, *array, *array, integer])
    function = builder.inttoptr(args[0], c_type.as_pointer())
    y, out = integers + 2, integers + 3
    first = context.make_array(signature.args[y])(context, builder, args[y])
    second = context.make_array(signature.args[out])(context, builder, args[out])
    return builder.call(function, [*args[1:y], first.data, first.nitems, second.data, second.nitems, args[-1]])


def entry_signature() -> Any:
    """Return the Numba signature of a kernel that is called by address."""
    array, i8 = types.CPointer(types.float64), types.int64
    return types.float64(i8, i8, types.float64, array, i8, array, i8, i8)


def element_signature() -> Any:
    """Return the Numba signature of the kernel of an element kind, which is told the place of its element."""
    array, i8 = types.CPointer(types.float64), types.int64
    return types.float64(i8, i8, i8, types.float64, array, i8, array, i8, i8)


def records_at(dtype: Any) -> Any:
    """Return ``records(words, begin, count)`` for kernels: records of a dtype that stand in an array of integers, not owned."""
    if DISABLED:

        def records_plain(words: np.ndarray, begin: int, count: int) -> Any:
            return words[begin : begin + count * dtype.itemsize // 8].view(dtype).view(np.recarray)

        return records_plain

    kind = typeof(np.zeros(1, dtype))

    @intrinsic
    def records(typingctx: Any, words: Any, begin: Any, count: Any) -> Any:
        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            stored = context.make_array(signature.args[0])(context, builder, args[0])
            place = builder.gep(stored.data, [args[1]])
            array = context.make_array(kind)(context, builder)
            data = builder.bitcast(place, array.data.type)
            size = context.get_constant(types.intp, dtype.itemsize)
            populate_array(array, data=data, shape=[args[2]], strides=[size], itemsize=size, meminfo=None)
            return array._getvalue()

        return kind(words, types.int64, types.int64), codegen

    return records
