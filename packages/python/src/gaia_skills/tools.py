"""`@tool` and the registry of tools (specification, section 5), as `gaia.agents.base.tools` has them."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any, TypedDict, TypeVar, overload

from .json_types import NotJson, allowed_types, resolved_hints

Function = TypeVar("Function", bound=Callable[..., Any])


class _Named(TypedDict):
    name: str
    description: str
    parameters: dict[str, dict[str, object]]
    function: Callable[..., Any]
    atomic: bool


class ToolEntry(_Named, total=False):
    """A row of the registry (section 5.2). The last three are there for a tool that came with a skill."""

    qualified_name: str
    skill: str
    skill_version: str


#: Tools by their qualified name, `web-search/search_web`; an agent's own inline tools by their short one.
_TOOL_REGISTRY: dict[str, ToolEntry] = {}


@overload
def tool(func: Function, /) -> Function: ...
@overload
def tool(*, atomic: bool = False, **extra: object) -> Callable[[Function], Function]: ...
def tool(func: Function | None = None, /, *, atomic: bool = False, **extra: object) -> Any:
    """Registers a function as a tool under its own name, and gives it back unchanged: `@tool` or `@tool(atomic=True)`.

    It is written into the registry of `gaia.agents.base.tools`: AMD's where that is installed, else `_TOOL_REGISTRY`. Other
    arguments are taken and do nothing, as in AMD's. While a skill is loaded, `load_skill` moves its tools to their
    qualified names.
    """

    def register(function: Function) -> Function:
        from .spec_names import tool_registry

        tool_registry()[function.__name__] = {
            "name": function.__name__,
            "description": inspect.getdoc(function) or "",
            "parameters": _parameters(function),
            "function": function,
            "atomic": atomic,
        }
        return function

    return register if func is None else register(func)


def _parameters(function: Callable[..., Any]) -> dict[str, dict[str, object]]:
    hints = resolved_hints(function)
    return {
        name: {"type": _type(hints.get(name, Any)), "required": parameter.default is inspect.Parameter.empty}
        for name, parameter in inspect.signature(function).parameters.items()
    }


def _type(annotation: object) -> str:
    try:
        allowed = allowed_types(annotation)
    except NotJson:
        return "unknown"
    return next(iter(allowed)) if allowed is not None and len(allowed) == 1 else "unknown"
