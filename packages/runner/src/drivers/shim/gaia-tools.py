"""`gaia.agents.base.tools` where AMD's package is not installed (specification, section 5.3)."""

import inspect

_TOOL_REGISTRY = {}


def tool(func=None, /, *, atomic=False, **extra):
    """Registers a function as a tool under its own name, and gives it back unchanged: `@tool` or `@tool(atomic=True)`."""

    def register(function):
        _TOOL_REGISTRY[function.__name__] = {
            "name": function.__name__,
            "description": inspect.getdoc(function) or "",
            "parameters": {
                name: {"type": "unknown", "required": one.default is inspect.Parameter.empty}
                for name, one in inspect.signature(function).parameters.items()
            },
            "function": function,
            "atomic": atomic,
        }
        return function

    return register if func is None else register(func)
