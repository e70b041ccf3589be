from gaia.agents.base.tools import tool


@tool
def list_licences(path: str) -> dict:
    """Read the licences that a lock file or a list of requirements names."""
    found = {}
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            name, _, licence = line.strip().partition(" ")
            if name:
                found[name] = licence.strip() or "not given"
    return {"licences": found}
