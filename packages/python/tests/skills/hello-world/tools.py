import os

from gaia.agents.base.tools import tool


@tool
def greet(name: str) -> dict:
    """Return a greeting for the given name."""
    return {"message": f"Hello, {name}!", "process": os.getpid()}


@tool
def fail() -> dict:
    """Fail."""
    raise ValueError("this is why")
