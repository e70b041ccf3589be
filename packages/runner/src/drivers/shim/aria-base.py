"""`aria_skills.base`, as Aria's standard v2 has it, where Aria itself is not installed."""

import logging
from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from datetime import datetime, timezone
from enum import Enum
from typing import Any, Optional


class SkillStatus(Enum):
    AVAILABLE = "available"
    UNAVAILABLE = "unavailable"
    RATE_LIMITED = "rate_limited"
    ERROR = "error"


@dataclass
class SkillConfig:
    name: str
    enabled: bool = True
    config: dict = field(default_factory=dict)
    rate_limit: Optional[dict] = None


@dataclass
class SkillResult:
    success: bool
    data: Any = None
    error: Optional[str] = None
    timestamp: str = field(default_factory=lambda: datetime.now(timezone.utc).isoformat())

    @classmethod
    def ok(cls, data: Any = None) -> "SkillResult":
        return cls(success=True, data=data)

    @classmethod
    def fail(cls, error: str) -> "SkillResult":
        return cls(success=False, error=str(error))


class BaseSkill(ABC):
    def __init__(self, config: Optional[SkillConfig] = None) -> None:
        self.config = config or SkillConfig(name=self.name)
        self.logger = logging.getLogger(f"aria.skills.{self.config.name}")
        self._status = SkillStatus.UNAVAILABLE
        self._use_count = 0
        self._error_count = 0

    @property
    @abstractmethod
    def name(self) -> str: ...

    @property
    def status(self) -> SkillStatus:
        return self._status

    @property
    def is_available(self) -> bool:
        return self._status == SkillStatus.AVAILABLE

    @abstractmethod
    async def initialize(self) -> bool: ...

    @abstractmethod
    async def health_check(self) -> SkillStatus: ...

    def _log_usage(self, operation: str, success: bool, **_details: Any) -> None:
        self._use_count += 1
        self._error_count += 0 if success else 1

    async def close(self) -> None:
        return None


def logged_method(*_names: Any, **_options: Any) -> Any:
    """Aria's own writes a line for each call; here it gives the method back."""
    return _names[0] if len(_names) == 1 and callable(_names[0]) else lambda method: method
