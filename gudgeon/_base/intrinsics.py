"""What compiled code does with addresses and bits, in LLVM's language. Only what compiles imports
this module.

Each function returns the definition of an intrinsic, as Numba's ``intrinsic`` takes it. Arrays that
are made are borrowed: nothing owns them, nothing counts references to them.
"""

from typing import Any

import numpy as np
from llvmlite import ir
from numba import typeof, types
from numba.core import cgutils
from numba.np.arrayobj import populate_array

DOUBLE, INTEGER = ir.DoubleType(), ir.IntType(64)


def law_call(n_inputs: int, n_outputs: int) -> Any:
    """Make ``call(address, inputs, parameters, offset)``."""
    pointer = DOUBLE.as_pointer()
    c_type = ir.FunctionType(ir.VoidType(), [DOUBLE] * n_inputs + [pointer, pointer])
    result = types.float64 if n_outputs == 1 else types.UniTuple(types.float64, n_outputs)

    def call(typingctx: Any, address: Any, inputs: Any, parameters: Any, offset: Any) -> Any:
        signature = result(
            types.int64, types.UniTuple(types.float64, n_inputs), parameters, types.int64
        )

        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            function = builder.inttoptr(args[0], c_type.as_pointer())
            array = context.make_array(signature.args[2])(context, builder, args[2])
            row = builder.gep(array.data, [args[3]])
            outputs = cgutils.alloca_once(builder, DOUBLE, size=n_outputs)
            builder.call(function, [*cgutils.unpack_tuple(builder, args[1]), row, outputs])
            values = [
                builder.load(cgutils.gep_inbounds(builder, outputs, k)) for k in range(n_outputs)
            ]
            return (
                values[0]
                if n_outputs == 1
                else context.make_tuple(builder, signature.return_type, values)
            )

        return signature, codegen

    return call


def _array(context: Any, builder: Any, kind: Any, data: Any, shape: list[Any], size: int) -> Any:
    """Return an array of a Numba type: ``size`` bytes an item, rows one after the other."""
    array = context.make_array(kind)(context, builder)
    itemsize = context.get_constant(types.intp, size)
    strides = [itemsize]
    for extent in reversed(shape[1:]):
        strides.insert(0, builder.mul(strides[0], extent))
    populate_array(
        array,
        data=builder.bitcast(data, array.data.type),
        shape=shape,
        strides=strides,
        itemsize=itemsize,
        meminfo=None,
    )
    return array._getvalue()


def tables(example: Any) -> Any:
    """Make ``load(address)`` for a tuple of arrays, whose words (descriptors.py) stand at the
    address.
    """
    kind = typeof(example)

    def unpacked(
        context: Any, builder: Any, words: Any, kind: Any, example: Any, begin: int
    ) -> tuple[Any, int]:
        members = []
        for member, table in zip(kind.types, example, strict=True):
            if isinstance(table, tuple):
                value, begin = unpacked(context, builder, words, member, table, begin)
                members.append(value)
                continue
            first, *shape = (
                builder.load(cgutils.gep_inbounds(builder, words, begin + k))
                for k in range(1 + table.ndim)
            )
            data = builder.inttoptr(first, ir.IntType(8).as_pointer())
            members.append(_array(context, builder, member, data, shape, table.itemsize))
            begin += 1 + table.ndim
        return context.make_tuple(builder, kind, members), begin

    def load(typingctx: Any, address: Any) -> Any:
        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            words = builder.inttoptr(args[0], INTEGER.as_pointer())
            return unpacked(context, builder, words, kind, example, 0)[0]

        return kind(types.int64), codegen

    return load


def vector() -> Any:
    """Make ``vector(pointer, n)``."""
    kind = types.Array(types.float64, 1, "C")

    def at(typingctx: Any, pointer: Any, n: Any) -> Any:
        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return _array(context, builder, kind, args[0], [args[1]], 8)

        return kind(pointer, types.int64), codegen

    return at


def records(dtype: Any) -> Any:
    """Make ``records(words, begin, count)``."""
    kind = typeof(np.zeros(1, dtype))

    def at(typingctx: Any, words: Any, begin: Any, count: Any) -> Any:
        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            stored = context.make_array(signature.args[0])(context, builder, args[0])
            return _array(
                context,
                builder,
                kind,
                builder.gep(stored.data, [args[1]]),
                [args[2]],
                dtype.itemsize,
            )

        return kind(words, types.int64, types.int64), codegen

    return at


def entry_call() -> Any:
    """Make ``call(address, system, work, t, y, out, task)``."""

    def call(
        typingctx: Any, address: Any, system: Any, work: Any, t: Any, y: Any, out: Any, task: Any
    ) -> Any:
        i8 = types.int64
        return types.float64(i8, i8, i8, types.float64, y, out, i8), _kernel_call(integers=2)

    return call


def element_call() -> Any:
    """Make ``call(address, system, work, element, t, y, out, task)``."""

    def call(
        typingctx: Any,
        address: Any,
        system: Any,
        work: Any,
        element: Any,
        t: Any,
        y: Any,
        out: Any,
        task: Any,
    ) -> Any:
        i8 = types.int64
        return types.float64(i8, i8, i8, i8, types.float64, y, out, i8), _kernel_call(integers=3)

    return call


def _kernel_call(integers: int) -> Any:
    """Return what writes the call of a kernel: its address, some integers, the time, two arrays
    (as pointer and length), the task.
    """
    array = [DOUBLE.as_pointer(), INTEGER]
    c_type = ir.FunctionType(DOUBLE, [*[INTEGER] * integers, DOUBLE, *array, *array, INTEGER])
    y, out = integers + 2, integers + 3

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        function = builder.inttoptr(args[0], c_type.as_pointer())
        first = context.make_array(signature.args[y])(context, builder, args[y])
        second = context.make_array(signature.args[out])(context, builder, args[out])
        return builder.call(
            function, [*args[1:y], first.data, first.nitems, second.data, second.nitems, args[-1]]
        )

    return codegen


def bits() -> Any:
    """Make ``bits(x)``: the 64 bits of a number as an integer."""

    def of(typingctx: Any, x: Any) -> Any:
        return types.int64(
            types.float64
        ), lambda context, builder, signature, args: builder.bitcast(args[0], INTEGER)

    return of


def number() -> Any:
    """Make ``number(n)``: the number that has these 64 bits."""

    def of(typingctx: Any, n: Any) -> Any:
        return types.float64(
            types.int64
        ), lambda context, builder, signature, args: builder.bitcast(args[0], DOUBLE)

    return of
