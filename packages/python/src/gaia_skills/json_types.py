"""What a Python annotation allows, in JSON Schema's names of types."""

from __future__ import annotations

import collections.abc
import types
import typing
from collections.abc import Callable
from typing import Annotated, Any, Literal, Union, get_args, get_origin


class NotJson(Exception):
    """An annotation that JSON has no form for; its argument says which."""


_SIMPLE: dict[object, frozenset[str]] = {
    str: frozenset({"string"}),
    bool: frozenset({"boolean"}),
    int: frozenset({"integer"}),
    float: frozenset({"number", "integer"}),
    None: frozenset({"null"}),
    type(None): frozenset({"null"}),
}
_ARRAYS = (list, tuple, collections.abc.Sequence, collections.abc.MutableSequence, collections.abc.Collection)
_OBJECTS = (dict, collections.abc.Mapping, collections.abc.MutableMapping)
_NOT_JSON_MODULES = frozenset({"datetime", "decimal", "fractions", "pathlib", "uuid", "io", "re", "asyncio", "threading"})
_NOT_JSON = frozenset(
    {
        *(bytes, bytearray, memoryview, complex, set, frozenset, range, slice, type, object.__class__),
        *(collections.abc.Callable, collections.abc.Iterator, collections.abc.Generator, collections.abc.Awaitable),
        *(collections.abc.AsyncIterator, collections.abc.AsyncGenerator, collections.abc.Coroutine),
        *(collections.abc.Set, collections.abc.MutableSet, types.ModuleType, types.FunctionType),
    }
)


def allowed_types(annotation: object) -> frozenset[str] | None:
    """The types that an annotation allows; None where it does not say: no annotation, `Any`, a class of the skill's own.

    Raises `NotJson` for what JSON has no form for.
    """
    if annotation in (None, type(None)):
        return _SIMPLE[None]
    if isinstance(annotation, str | typing.TypeVar) or annotation is Any:
        return None
    origin, arguments = get_origin(annotation), get_args(annotation)
    if origin is Annotated or _wraps(origin):
        return allowed_types(arguments[0])
    if origin in (Union, types.UnionType):
        return _either([allowed_types(one) for one in arguments])
    if origin is Literal:
        return _either([_SIMPLE.get(type(one)) for one in arguments])
    return _of_class(origin or annotation, arguments)


def resolved_hints(function: Callable[..., Any]) -> dict[str, object]:
    """A function's annotations, those that are written as text resolved; empty where one of them cannot be."""
    try:
        return typing.get_type_hints(function)
    except Exception:  # noqa: BLE001 - an annotation may be any expression; one that fails says nothing
        return {}


def _of_class(kind: object, arguments: tuple[object, ...]) -> frozenset[str] | None:
    if not isinstance(kind, type):
        return None
    if kind in _NOT_JSON or kind.__module__ in _NOT_JSON_MODULES or issubclass(kind, BaseException):
        raise NotJson(kind.__name__)
    if kind in _SIMPLE:
        return _SIMPLE[kind]
    if kind in _ARRAYS or kind in _OBJECTS:
        for one in arguments:
            if one is not Ellipsis:
                allowed_types(one)
        return frozenset({"array"} if kind in _ARRAYS else {"object"})
    if typing.is_typeddict(kind) or issubclass(kind, dict):
        return frozenset({"object"})
    if issubclass(kind, str):
        return frozenset({"string"})
    return None


def _either(members: list[frozenset[str] | None]) -> frozenset[str] | None:
    known = [one for one in members if one is not None]
    return frozenset().union(*known) if len(known) == len(members) else None


def _wraps(origin: object) -> bool:
    return getattr(origin, "__name__", getattr(origin, "_name", None)) in ("Required", "NotRequired", "Final", "ReadOnly")
