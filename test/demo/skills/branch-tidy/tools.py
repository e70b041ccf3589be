import subprocess

from gaia.agents.base.tools import tool


@tool
def merged_branches(into: str = "main") -> dict:
    """List the local branches that are merged into another one."""
    asked = ["git", "for-each-ref", "--merged", into, "--format=%(refname:short)", "refs/heads"]
    answer = subprocess.run(asked, capture_output=True, text=True, check=True)
    return {"branches": answer.stdout.split()}
