"""Install agent skills from a registry and load them into an agent (SKILL.md format specification, sections 5, 6, 8 and 9)."""

from .agent import Agent, SkillLoading
from .errors import (
    CommandLineMissing,
    DependenciesMissing,
    Diagnostic,
    NotFound,
    Refused,
    RegistryUnreachable,
    SkillError,
    ToolFailed,
    Unexpected,
    Usage,
    ValidationFailed,
    VerificationFailed,
)
from .loading import LoadedSkill, load_skill, unload_skill
from .manager import SkillManager
from .openclaw import OpenClawAdapter
from .records import Check, Drift, FallenTier, FoundSkill, Held, InstalledSkill, Synced, UnderReview, Update, Verification
from .spec_names import offer_spec_imports, tool_registry
from .tools import ToolEntry, tool

__version__ = "0.1.0"

__all__ = [
    "Agent",
    "Check",
    "CommandLineMissing",
    "DependenciesMissing",
    "Diagnostic",
    "Drift",
    "FallenTier",
    "FoundSkill",
    "Held",
    "InstalledSkill",
    "LoadedSkill",
    "NotFound",
    "OpenClawAdapter",
    "Refused",
    "RegistryUnreachable",
    "SkillError",
    "SkillLoading",
    "SkillManager",
    "Synced",
    "ToolEntry",
    "ToolFailed",
    "Unexpected",
    "UnderReview",
    "Update",
    "Usage",
    "ValidationFailed",
    "Verification",
    "VerificationFailed",
    "load_skill",
    "offer_spec_imports",
    "tool",
    "tool_registry",
    "unload_skill",
]
