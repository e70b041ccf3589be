"""`aria_skills.registry`, where Aria itself is not installed."""


class SkillRegistry:
    _skill_classes = {}

    def __init__(self):
        self._skills = {}

    @classmethod
    def register(cls, skill_class):
        """Registers a class under the package that it lies in."""
        cls._skill_classes[skill_class.__module__.split(".")[1]] = skill_class
        return skill_class

    def get(self, name):
        """A skill by its name, made when it is first asked for; None when there is none."""
        if name not in self._skills and name in self._skill_classes:
            from aria_skills.base import SkillConfig

            self._skills[name] = self._skill_classes[name](SkillConfig(name=name))
        return self._skills.get(name)

    def list(self):
        return sorted(self._skill_classes)
