from aria_skills.base import BaseSkill, SkillConfig, SkillResult, SkillStatus
from aria_skills.registry import SkillRegistry


@SkillRegistry.register
class FocusPlanSkill(BaseSkill):
    """Divides a day into blocks of focused work with breaks between them."""

    @property
    def name(self) -> str:
        return "focus_plan"

    async def initialize(self) -> bool:
        return True

    async def health_check(self) -> SkillStatus:
        return SkillStatus.AVAILABLE

    async def plan_day(self, start_hour: int, end_hour: int, block_minutes: int = 50) -> SkillResult:
        """Divide the hours between two times into blocks of work."""
        blocks = []
        minute = start_hour * 60
        while minute + block_minutes <= end_hour * 60:
            blocks.append(f"{minute // 60:02}:{minute % 60:02}")
            minute += block_minutes + 10
        return SkillResult.ok({"blocks": blocks, "minutes": block_minutes})
