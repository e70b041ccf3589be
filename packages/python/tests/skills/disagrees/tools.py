from gaia.agents.base.tools import tool

Number = {"it": str}["it"]
Answer = {"it": bytes}["it"]


@tool
def add(left: Number, right: Number) -> Answer:
    """Add two numbers."""
    return left + right
