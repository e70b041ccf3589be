"""`from gaia.skills import SkillManager` (specification, section 6.2), from gaia_skills."""

from gaia_skills import LoadedSkill, SkillManager, load_skill

__all__ = ["LoadedSkill", "SkillManager", "load_skill"]
