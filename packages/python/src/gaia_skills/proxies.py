"""Tools of experimental skills: functions that ask the sandboxed runner, so that nothing of the skill runs in this process."""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable, Mapping
from typing import Any

from .answers import field, optional
from .command_line import CommandLine
from .errors import SkillError, ToolFailed, Usage
from .manifests import Tool

_PYTHON_TYPES: Mapping[object, type] = {
    "string": str,
    "integer": int,
    "number": float,
    "boolean": bool,
    "array": list,
    "object": dict,
}


def proxy_of(tool: Tool, target: str, command_line: CommandLine, options: tuple[str, ...] = ()) -> Callable[..., object]:
    """A function with the tool's name, docstring and signature. `target` is an installed skill's name or a directory.

    It takes arguments by name, and gives what the tool gave. Raises `TypeError` for arguments that the signature does not
    have, as a function does; `ToolFailed` when the tool fails or its sandbox refuses something; `VerificationFailed` when
    the installed files are no longer those that were installed.
    """
    signature = _signature(tool)

    def call(**arguments: object) -> object:
        signature.bind(**arguments)
        try:
            text = json.dumps(arguments, ensure_ascii=False, allow_nan=False)
        except (TypeError, ValueError) as error:
            raise Usage(f"{tool.name} takes JSON: {error}", code="usage") from error
        _, answer = command_line.ask("run", *options, "--", target, tool.name, "-", accepts=(0, 4), given=text)
        return _result(tool, answer)

    # A MiaOS id has hyphens; frameworks take the name of a function for an identifier.
    call.__name__ = call.__qualname__ = tool.name.replace("-", "_")
    call.__doc__ = tool.description
    call.__signature__ = signature  # type: ignore[attr-defined]
    return call


def _result(tool: Tool, answer: Mapping[str, object]) -> object:
    if answer.get("ok") is True:
        return answer.get("output")
    error = optional(answer, "error", dict)
    if error is None:
        # A refusal of the command line itself, before anything was run.
        raise ToolFailed(
            optional(answer, "detail", str) or f"{tool.name} failed",
            code=optional(answer, "code", str) or "failed",
            tool=tool.name,
        )
    raise ToolFailed(
        f"{tool.name}: {field(error, 'message', str)}",
        code=field(error, "code", str),
        tool=tool.name,
        permission=optional(error, "permission", str),
    )


def _signature(tool: Tool) -> inspect.Signature:
    parameters = []
    for name, schema in tool.parameters.items():
        if not name.isidentifier():
            raise SkillError(f"{tool.name}: {name!r} cannot be an argument's name", code="invalid_parameter")
        default: Any = inspect.Parameter.empty if schema["required"] else schema.get("default")
        kind = schema.get("type")
        annotation = _PYTHON_TYPES.get(kind, Any) if isinstance(kind, str) else Any
        parameters.append(
            inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation)
        )
    return inspect.Signature(parameters, return_annotation=Any)
