"""`from gaia.agents.base.tools import tool` (specification, section 5.3), from gaia_skills."""

from gaia_skills.tools import _TOOL_REGISTRY, ToolEntry, tool

__all__ = ["_TOOL_REGISTRY", "ToolEntry", "tool"]
