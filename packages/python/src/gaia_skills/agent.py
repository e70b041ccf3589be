"""An agent that composes skills (specification, section 9): `self.load_skill("rag-search")` in `_register_tools`."""

from __future__ import annotations

from collections import Counter

from .errors import NotFound
from .loading import LoadedSkill, load_skill
from .manager import SkillManager
from .openclaw import OpenClawAdapter
from .spec_names import tool_registry
from .tools import ToolEntry


class SkillLoading:
    """`load_skill` for an agent class of any kind. `skill_manager` may be set, on the class or the object."""

    skill_manager: SkillManager | None = None

    def load_skill(self, skill: str | OpenClawAdapter, *, install_dependencies: bool = False) -> LoadedSkill:
        """Loads a skill for this agent; see `gaia_skills.load_skill` for what it checks and raises."""
        loaded = load_skill(skill, manager=self.skill_manager, install_dependencies=install_dependencies)
        self.loaded_skills[loaded.name] = loaded
        return loaded

    @property
    def loaded_skills(self) -> dict[str, LoadedSkill]:
        """The skills of this agent, by name."""
        loaded: dict[str, LoadedSkill] = self.__dict__.setdefault("_loaded_skills", {})
        return loaded


class Agent(SkillLoading):
    """The least that is an agent: skills and inline tools, registered by `_register_tools`, and called by name."""

    def __init__(self, *, skill_manager: SkillManager | None = None) -> None:
        if skill_manager is not None:
            self.skill_manager = skill_manager
        registry = tool_registry()
        before = dict(registry)
        self._register_tools()
        #: Tools of the agent's own, which are not packaged as skills (section 9.3).
        self._inline = {
            key: entry for key, entry in registry.items() if before.get(key) is not entry and "skill" not in entry
        }

    def _register_tools(self) -> None:
        """Where a class of its own loads its skills and defines its inline tools."""

    @property
    def tools(self) -> dict[str, ToolEntry]:
        """What the model is shown: tools by their short name, or by the qualified one where two have the same."""
        registry = tool_registry()
        own = [registry[key] for skill in self.loaded_skills.values() for key in skill.tools if key in registry]
        count = Counter([*(entry["name"] for entry in own), *self._inline])
        named = {entry["name"] if count[entry["name"]] == 1 else entry["qualified_name"]: entry for entry in own}
        return {**named, **self._inline}

    def call_tool(self, name: str, /, **arguments: object) -> object:
        """Calls a tool by the name that the model was shown, or by its qualified one. Raises `NotFound`."""
        tools = self.tools
        found = tools.get(name) or next((one for one in tools.values() if one.get("qualified_name") == name), None)
        if found is None:
            raise NotFound(f"this agent has no tool {name}", code="no_such_tool", hint=f"it has {', '.join(tools)}")
        return found["function"](**arguments)
