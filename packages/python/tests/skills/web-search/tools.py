from gaia.agents.base.tools import tool

from lib.client import find


@tool
def search_web(query: str, max_results: int = 5) -> dict:
    """Search the web for current information."""
    from lib.naming import ENGINE

    return {"engine": ENGINE, "hits": find(query)[:max_results]}
