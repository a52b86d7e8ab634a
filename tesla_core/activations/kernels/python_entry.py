"""A compiled function as one of Python's own built-in functions.

ctypes takes some two microseconds to sort the arguments of a call, more than the arithmetic of a small layer. Here the
compiled code itself reads Python's integers, lets other threads run while it works, and returns None. It checks
nothing: its callers give as many integers as the function has arguments, and no other object.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any

import llvmlite.binding as llvm
from llvmlite import ir

from tesla_core.activations.kernels.simd import INDEX, CompiledModule

_OBJECT = ir.IntType(8).as_pointer()
_FASTCALL = 0x80  # METH_FASTCALL: the arguments come as an array


class _MethodDef(ctypes.Structure):
    _fields_ = (
        ("name", ctypes.c_char_p),
        ("function", ctypes.c_void_p),
        ("flags", ctypes.c_int),
        ("documentation", ctypes.c_char_p),
    )


def write_entry(module: ir.Module, name: str) -> None:
    """Beside the function `name` of pointers and integers, what Python can call."""
    function: Any = module.get_global(name)
    entry = ir.Function(module, ir.FunctionType(_OBJECT, [_OBJECT, _OBJECT.as_pointer(), INDEX]), _entry_of(name))
    builder: Any = ir.IRBuilder(entry.append_basic_block("entry"))
    as_number = _of_python(module, "PyLong_AsLongLong", INDEX, _OBJECT)
    values = []
    for place, wanted in enumerate(function.function_type.args):
        address = builder.gep(entry.args[1], [ir.Constant(INDEX, place)], source_etype=_OBJECT)
        number = builder.call(as_number, [builder.load(address, typ=_OBJECT)])
        values.append(builder.inttoptr(number, wanted) if isinstance(wanted, ir.PointerType) else number)
    state = builder.call(_of_python(module, "PyEval_SaveThread", _OBJECT), [])
    builder.call(function, values)
    builder.call(_of_python(module, "PyEval_RestoreThread", ir.VoidType(), _OBJECT), [state])
    nothing: Any = ir.Constant(INDEX, id(None)).inttoptr(_OBJECT)
    builder.call(_of_python(module, "Py_IncRef", ir.VoidType(), _OBJECT), [nothing])
    builder.ret(nothing)


def entry(code: CompiledModule, name: str) -> Callable[..., None]:
    """The function `name` of a module in which its entry was written; `code` must outlive it."""
    definition = _MethodDef(name.encode(), code.address(_entry_of(name)), _FASTCALL, None)
    code.keep(definition)  # Python looks at it whenever the function is called
    make = ctypes.pythonapi.PyCFunction_NewEx
    make.restype, make.argtypes = ctypes.py_object, [ctypes.POINTER(_MethodDef), ctypes.c_void_p, ctypes.c_void_p]
    return make(ctypes.byref(definition), None, None)


def _entry_of(name: str) -> str:
    return f"{name}_entry"


def _of_python(module: ir.Module, name: str, result: ir.Type, *arguments: ir.Type) -> ir.Value:
    """A function of the interpreter that runs, by its address."""
    llvm.add_symbol(name, ctypes.cast(getattr(ctypes.pythonapi, name), ctypes.c_void_p).value)
    return module.globals.get(name) or ir.Function(module, ir.FunctionType(result, arguments), name)
