from aria_skills.base import BaseSkill, SkillConfig, SkillResult, SkillStatus
from aria_skills.registry import SkillRegistry


@SkillRegistry.register
class GoalNotesSkill(BaseSkill):
    """Keeps short notes beside a goal, and reads them back in order."""

    @property
    def name(self) -> str:
        return "goal_notes"

    async def initialize(self) -> bool:
        self.notes = {}
        return True

    async def health_check(self) -> SkillStatus:
        return SkillStatus.AVAILABLE

    async def add_note(self, goal: str, text: str) -> SkillResult:
        """Add a note to a goal."""
        self.notes.setdefault(goal, []).append(text)
        return SkillResult.ok({"count": len(self.notes[goal])})

    async def list_notes(self, goal: str) -> SkillResult:
        """List the notes of a goal, oldest first."""
        return SkillResult.ok({"notes": self.notes.get(goal, [])})
