"""OpenClaw skills without a migration (specification, section 8.3): loaded as experimental, whatever they claim, and sandboxed."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .answers import diagnostics, optional, texts
from .errors import NotFound, ValidationFailed
from .manager import SkillManager
from .proxies import proxy_of
from .manifests import Manifest


@dataclass(frozen=True)
class Prepared:
    """What the adapter hands to `load_skill`."""

    manifest: Manifest
    functions: Mapping[str, Callable[..., Any]]


class OpenClawAdapter:
    """Wraps an OpenClaw skill's handlers as tools, for `agent.load_skill(adapter)`.

    The skill is converted into a directory of the adapter's own, by the reader and writer of `gaia-skill migrate`; the
    original is not touched. Each call runs there through `gaia-skill run`, with the permissions that the skill declares
    and no others. `review` is what a person should look at. `close`, or leaving a `with` block, removes the directory.
    """

    def __init__(self, path: str | os.PathLike[str], *, manager: SkillManager | None = None) -> None:
        self.path = Path(path).absolute()
        self.review: tuple[str, ...] = ()
        self._manager = manager
        self._prepared: Prepared | None = None
        self._place: tempfile.TemporaryDirectory[str] | None = None

    def prepare(self) -> Prepared:
        """Converts the skill, once. Raises `NotFound`, and `ValidationFailed` where there is nothing that could be wrapped."""
        if self._prepared is not None:
            return self._prepared
        if not self.path.exists():
            raise NotFound(f"there is no {self.path}", code="not_found")
        manager = SkillManager() if self._manager is None else self._manager
        self._place = tempfile.TemporaryDirectory(prefix="gaia-openclaw-")
        try:
            self._prepared = self._convert(manager, self._place.name)
        except BaseException:
            self.close()
            raise
        return self._prepared

    def close(self) -> None:
        """Removes the converted copy; its tools fail from then on."""
        if self._place is not None:
            self._place.cleanup()
        self._place = None
        self._prepared = None

    def __enter__(self) -> OpenClawAdapter:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _convert(self, manager: SkillManager, place: str) -> Prepared:
        options = ("--to", "gaia-0.1", "--validate", "--output", place)
        exit_code, answer = manager.command_line.ask("migrate", *options, "--", str(self.path), accepts=(0, 4))
        problems = [*diagnostics(answer.get("problems")), *diagnostics(answer.get("errors"))]
        output = optional(answer, "output", str)
        if exit_code != 0 or output is None:
            raise ValidationFailed(
                f"{self.path} cannot be wrapped: {optional(answer, 'detail', str) or 'its handlers are not usable'}",
                code="not_migrated",
                diagnostics=[one for one in problems if one.severity == "error"],
            )
        self.review = texts(answer.get("review"))
        manifest = manager.validate(output)
        functions = {tool.name: proxy_of(tool, output, manager.command_line) for tool in manifest.tools}
        return Prepared(manifest, functions)
