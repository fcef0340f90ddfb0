"""From plain functions to machine code, by Numba and LLVM. Only what compiles imports this module.

Numba is told of the functions that the decorators (decorators.py) have remembered. What it makes of
a unit becomes one module with plain C functions around it, everything else internal; LLVM makes an
object file of it for the processor TARGET, whatever the one at hand.
"""

import ctypes
import platform
import re
import threading
from collections.abc import Callable
from typing import Any

import llvmlite.binding as llvm
from numba import cfunc, njit, types
from numba.core.typing.templates import infer_global, make_intrinsic_template
from numba.extending import overload

from . import intrinsics
from .compile_units import Compiled
from .decorators import CALLEES, INLINE, LAW, NOINLINE, PART
from .elementary import FUNCTIONS
from .settings import MACHINE, TARGET

# no fast-math: fused or reordered operations would round otherwise on every processor, and with
# every version of the optimiser
LAW_OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy"}
# kernels make no arrays: without counting references to those that they pass on, a step takes three
# quarters of the time
OPTIONS: dict[str, Any] = {"_nrt": False, **LAW_OPTIONS}
# never called from Python
_NESTED: Any = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True, **OPTIONS}
# whether it must become a part of its callers; unless told, it would do as its caller does
_FREE: Any = {"forceinline": False, **_NESTED}
_HOW: dict[str, Any] = {
    PART: _FREE,
    INLINE: {"forceinline": True, **_NESTED},
    NOINLINE: _FREE,
    LAW: LAW_OPTIONS,
}
TYPES = {"i": types.int64, "d": types.float64, "p": types.CPointer(types.float64), "": types.void}
C_TYPES = {"i": "i64", "d": "double", "p": "ptr", "": "void"}
PREFIX = "gudgeon_"  # of the symbols in object files

_NAMES = "|".join(FUNCTIONS)
# as code calls and declares them
SYSTEM = re.compile(rf"@(?:llvm\.({_NAMES})\.f64|(?:numba_)?({_NAMES}))\(")

_LOCK = threading.RLock()
_told = 0


def tell() -> None:
    """Tell Numba of the functions that compiled code may call, as far as it does not know them
    yet.
    """
    global _told
    with _LOCK:
        while _told < len(CALLEES):
            function, how = CALLEES[_told]
            _told += 1
            if isinstance(how, str):
                _overload(function, function, _HOW[how])
            elif isinstance(how, tuple):
                _replace(function, getattr(intrinsics, how[0])(*how[1:]))
            else:
                overload(function, jit_options=_FREE, strict=False)(how)


def _overload(function: Callable, body: Callable, options: Any) -> None:
    overload(function, jit_options=options, strict=False)(lambda *arguments, **named: body)


def _replace(function: Callable, definition: Callable) -> None:
    """Let an intrinsic stand for a plain function: no function around it, which could not return
    borrowed arrays.
    """
    template = make_intrinsic_template(
        function, definition, function.__name__, prefer_literal=False
    )
    infer_global(function, types.Function(template))


def in_this_process(function: Callable, how: str = PART) -> Any:
    """Return a function that Numba compiles in this process, for the processor at hand, when it
    is called.
    """
    made = njit(**(LAW_OPTIONS if how == LAW else OPTIONS))(function)
    compiled = made.compile

    def compile_all(signature: Any) -> Any:
        tell()  # also of what was defined since: methods are imported when they are chosen
        return compiled(signature)

    made.compile = compile_all
    return made


# -- object code -----------------------------------------------------------------------------------


def object_code(functions: dict[str, Compiled]) -> bytes:
    """Compile functions into one object file, in which ``PREFIX`` stands before their names."""
    return emitted(linked(functions))


def linked(functions: dict[str, Compiled]) -> Any:
    """Compile functions into one module of LLVM, optimised, in which ``PREFIX`` stands before
    their names.
    """
    with _LOCK:
        tell()
        modules = []
        for symbol, function in functions.items():
            options = LAW_OPTIONS if function.how == LAW else OPTIONS
            made = cfunc(
                TYPES[function.result](*(TYPES[kind] for kind in function.arguments)), **options
            )(function.function)
            modules.append(
                _exporting(
                    llvm.parse_assembly(_own_functions(made.inspect_llvm())),
                    made.native_name.removeprefix("cfunc."),
                    symbol,
                    function,
                )
            )
        whole, *others = modules
        for module in others:  # what they share becomes one function by its name
            whole.link_in(module)
        for function in whole.functions:
            if not function.is_declaration and not function.name.startswith(PREFIX):
                function.linkage = "internal"
        whole.name = "gudgeon"
        machine = target_machine()
        whole.triple, whole.data_layout = machine.triple, str(machine.target_data)
        _describe(whole)
        _optimise(whole, machine)
        _shorten_names(whole)
        return whole


def emitted(module: Any) -> bytes:
    """Return the object file of a module."""
    with _LOCK:
        return bytes(target_machine().emit_object(module))


def stands_alone(module: Any) -> bool:
    """Whether a module asks for nothing but our elementary functions and what the C library has:
    it can be loaded where there is no Numba.
    """
    system = ctypes.CDLL(None)
    wanted = [
        symbol.name
        for symbol in (*module.functions, *module.global_variables)
        if symbol.is_declaration and not symbol.name.startswith("llvm.")
    ]
    return all(name.removeprefix(PREFIX) in FUNCTIONS or hasattr(system, name) for name in wanted)


def _own_functions(code: str) -> str:
    """Let code call our elementary functions, where Numba or LLVM would call those of the
    system.
    """
    return SYSTEM.sub(lambda found: f"@{PREFIX}{found[1] or found[2]}(", code)


def target_machine() -> Any:
    """Return what LLVM calls the target: a kind of computer, its oldest supported processor."""
    if platform.machine().lower() == MACHINE:
        llvm.initialize_native_target()
        llvm.initialize_native_asmprinter()
        triple = llvm.get_process_triple()
    else:
        llvm.initialize_all_targets()
        llvm.initialize_all_asmprinters()
        triple = f"{MACHINE}-unknown-linux-gnu"
    target = llvm.Target.from_triple(triple)
    return target.create_target_machine(cpu=TARGET, opt=3, reloc="pic", codemodel="small")


def _exporting(module: Any, native: str, symbol: str, compiled: Compiled) -> Any:
    """Let a module export one plain C function around what Numba made of it, without what Numba
    does about exceptions.
    """
    typed = ", ".join(f"{C_TYPES[kind]} %a{k}" for k, kind in enumerate(compiled.arguments))
    result, give = (
        C_TYPES[compiled.result],
        "ret void"
        if not compiled.result
        else "%value = load double, ptr %place\n ret double %value",
    )
    wrapper = f"""
        declare i32 @"{native}"(ptr, ptr, {", ".join(C_TYPES[kind] for kind in compiled.arguments)})
        define {result} @{PREFIX}{symbol}({typed}) {{
            %place = alloca double
            %exception = alloca ptr
            store double 0.0, ptr %place
            store ptr null, ptr %exception
            %status = call i32 @"{native}"(ptr %place, ptr %exception, {typed})
            {give}
        }}"""
    module.link_in(llvm.parse_assembly(wrapper))
    for variable in module.global_variables:
        if not variable.is_declaration and variable.linkage != llvm.Linkage.internal:
            variable.linkage = "internal"
    for function in module.functions:
        if not function.is_declaration and not function.name.startswith(PREFIX):
            function.linkage = "linkonce_odr"
    return module


def _describe(module: Any) -> None:
    """Tell LLVM what it cannot know: no function raises exceptions, so that none needs tables for
    it; those that are to stay apart never become parts of their callers, and are to be small.
    """
    names = {_mangled(function) for function, how in CALLEES if how == NOINLINE}
    for function in module.functions:
        if not function.is_declaration:
            function.add_function_attribute("nounwind")
            if any(name in function.name for name in names):
                function.add_function_attribute("noinline")
                function.add_function_attribute("optsize")


def _mangled(function: Callable) -> str:
    """Return what stands in symbols for the full name of a function."""
    words = (*function.__module__.split("."), function.__name__)
    return "".join(f"{len(word)}{word}" for word in words)


def _shorten_names(module: Any) -> None:
    """Let functions that nobody outside calls be named as in their sources: the names that Numba
    gives them, with all types of their arguments, are twice as long as their code.
    """
    for number, function in enumerate(module.functions):
        if not function.is_declaration and not function.name.startswith(PREFIX):
            function.name = f"{_written(function.name)}.{number}"


def _written(mangled: str) -> str:
    """Return the name that a function has in its sources, given its symbol: a word stands behind
    its length there.
    """
    rest, word = mangled.removeprefix("_ZN").removeprefix("_Z"), "local"
    while length := re.match(r"\d+", rest):
        begin = length.end()
        word, rest = rest[begin : begin + int(length[0])], rest[begin + int(length[0]) :]
    return word


def _optimise(module: Any, machine: Any) -> None:
    # a third level unrolls what a loop over stages calls: five times as long, and no faster
    options = llvm.create_pipeline_tuning_options(speed_level=2)
    # columns of six numbers become vector instructions; loops over them are too short for that
    options.loop_vectorization, options.slp_vectorization = False, True
    builder = llvm.create_pass_builder(machine, options)
    builder.getModulePassManager().run(module, builder)
    # what Numba compiled for several types of arguments is often the same code
    merging = llvm.create_new_module_pass_manager()
    merging.add_merge_functions_pass()
    merging.run(module, builder)


def spare_nested_code() -> None:
    """Let Numba neither optimise nor emit what only becomes a part of a unit, which is optimised
    and emitted as a whole.

    Without this everything works and takes twice as long. For processes that do nothing but
    compile.
    """
    from numba.core import codegen

    libraries: Any = codegen.CPUCodeLibrary
    jitted: Any = codegen.JITCodeLibrary
    generator: Any = codegen.JITCPUCodegen

    final, pointer = libraries._finalize_final_module, jitted.get_pointer_to_function
    optimise = libraries._optimize_final_module

    def own(library: Any) -> bool:
        return library.name == "nrt"  # Numba's own runtime, which it calls

    def finalize(library: Any) -> Any:
        if own(library):
            return final(library)
        library._finalize_dynamic_globals()
        library._finalized = True

    def address(library: Any, name: str) -> int:
        library._ensure_finalized()  # links
        return int(pointer(library, name)) if own(library) else 0

    libraries._optimize_final_module = lambda library: optimise(library) if own(library) else None
    libraries._finalize_final_module = finalize
    jitted.get_pointer_to_function = address
    generator.set_env = lambda self, name, env: None
