import gaia_skills_test_no_such_package
from gaia.agents.base.tools import tool


@tool
def need() -> dict:
    """Need it."""
    return {"package": gaia_skills_test_no_such_package.__name__}
