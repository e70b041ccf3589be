import json
import urllib.request
from urllib.parse import quote

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


@tool
def look_up_licence(package: str) -> dict:
    """Ask the package index which licence a package says it has."""
    with urllib.request.urlopen(f"https://pypi.org/pypi/{quote(package)}/json", timeout=10) as answer:
        info = json.load(answer)["info"]
    return {"package": package, "licence": info.get("license_expression") or info.get("license") or "not given"}
