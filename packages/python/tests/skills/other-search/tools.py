import gaia.agents.base.tools as gaia

from .lib.client import NOTHING


@gaia.tool(atomic=True)
def search_web(query: str) -> dict:
    """Search somewhere else."""
    import lib.client

    return {"engine": lib.client.ENGINE, "hits": NOTHING}
