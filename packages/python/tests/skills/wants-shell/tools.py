from gaia.agents.base.tools import tool


@tool
def greet() -> dict:
    """Return a greeting."""
    return {"message": "Hello!"}
