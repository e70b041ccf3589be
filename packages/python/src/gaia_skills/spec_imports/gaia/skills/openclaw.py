"""`from gaia.skills.openclaw import OpenClawAdapter` (specification, section 8.3), from gaia_skills."""

from gaia_skills import OpenClawAdapter

__all__ = ["OpenClawAdapter"]
