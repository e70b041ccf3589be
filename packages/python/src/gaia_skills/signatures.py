"""A skill's functions held against what its manifest declares (specification, section 5.4)."""

from __future__ import annotations

import inspect
import typing
from collections.abc import Callable, Iterator
from typing import Any

from .errors import Diagnostic
from .json_types import NotJson, allowed_types, resolved_hints
from .manifests import Tool

_FILE = "tools.py"
_MISSING = inspect.Parameter.empty
_OPEN = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)


def problems_of(tool: Tool, function: Callable[..., Any]) -> list[Diagnostic]:
    """What keeps a function from being the tool that the manifest declares; empty when nothing does.

    The codes are those of the registry's own reader (docs/diagnostics.md), which parses what is run here.
    """
    line = getattr(getattr(function, "__code__", None), "co_firstlineno", None)
    found = [*_own(tool, function), *_parameters(tool, function), *_returned(tool, function)]
    return [Diagnostic(code, "error", message, _FILE, line) for code, message in found]


def _own(tool: Tool, function: Callable[..., Any]) -> Iterator[tuple[str, str]]:
    if not (inspect.getdoc(function) or "").strip():
        yield "SK4105", f"{tool.name} has no docstring"
    if inspect.iscoroutinefunction(function):
        yield "SK4109", f"{tool.name} is async: calling it gives a coroutine, which is no JSON"
    if inspect.isgeneratorfunction(function) or inspect.isasyncgenfunction(function):
        yield "SK4107", f"{tool.name} yields: a generator is no JSON"


def _parameters(tool: Tool, function: Callable[..., Any]) -> Iterator[tuple[str, str]]:
    own = inspect.signature(function).parameters
    hints = resolved_hints(function)
    takes_any = any(one.kind is inspect.Parameter.VAR_KEYWORD for one in own.values())
    named = {name: one for name, one in own.items() if one.kind not in _OPEN}
    declared = tool.parameters
    for name in declared:
        if name not in named and not takes_any:
            yield "SK4019", f"{tool.name}: the function has no parameter {name!r}"
    for name, parameter in named.items():
        if name not in declared:
            if parameter.default is _MISSING:
                yield "SK4019", f"{tool.name}: the manifest does not declare the parameter {name!r}, which is needed"
            continue
        wanted = declared[name]
        if parameter.kind is inspect.Parameter.POSITIONAL_ONLY:
            yield "SK4019", f"{tool.name}: {name!r} is positional-only, and a tool is called with names"
        if parameter.default is _MISSING and wanted["required"] is False and "default" not in wanted:
            yield "SK4019", f"{tool.name}: {name!r} is optional in the manifest, and the function has no default for it"
        yield from _type(tool, name, wanted.get("type"), hints.get(name))


def _type(tool: Tool, name: str, declared: object, annotation: object) -> Iterator[tuple[str, str]]:
    if annotation is None:
        return
    names = declared if isinstance(declared, list) else [declared]
    # `null` in a manifest is another way to say optional.
    wanted = {one for one in names if isinstance(one, str)} - {"null"}
    try:
        allowed = allowed_types(annotation)
    except NotJson as error:
        yield "SK4019", f"{tool.name}: {name!r} is {_said(wanted)} in the manifest and {error} in the code"
        return
    if allowed is not None and not wanted <= allowed:
        yield "SK4019", f"{tool.name}: {name!r} is {_said(wanted)} in the manifest and {_said(allowed)} in the code"


def _returned(tool: Tool, function: Callable[..., Any]) -> Iterator[tuple[str, str]]:
    try:
        allowed_types(resolved_hints(function).get("return", Any))
    except NotJson as error:
        yield "SK4107", f"{tool.name} returns {error}, which JSON cannot hold"


def _said(types: typing.Collection[str]) -> str:
    return " or ".join(sorted(types)) or "any"
