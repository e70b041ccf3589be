"""Fixtures. What needs a registry asks for `registry`, which test/running/python-package.long.test.ts starts and fills with `skills/`."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from gaia_skills import InstalledSkill, SkillManager, tool_registry

TESTS = Path(__file__).resolve().parent
VOUCHED_FOR = ("web-search", "other-search", "needs-more", "disagrees", "breaks")


@pytest.fixture(scope="session")
def registry() -> str:
    """The address of a registry that has every skill of `skills/`: `hello-world` experimental, the others community."""
    address = os.environ.get("GAIA_TEST_REGISTRY")
    if not address:
        pytest.skip("GAIA_TEST_REGISTRY is not set: run test/running/python-package.long.test.ts")
    return address


@pytest.fixture(scope="session")
def filled_home(registry: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with the skills installed, which no test changes."""
    home = tmp_path_factory.mktemp("filled") / "home"
    manager = SkillManager(home=home, registry=registry)
    for name in VOUCHED_FOR:
        manager.install(name, yes=True)
    manager.install("hello-world", allow_experimental=True, yes=True)
    return home


@pytest.fixture
def home(filled_home: Path, tmp_path: Path) -> Path:
    """A copy of it, for one test."""
    return Path(shutil.copytree(filled_home, tmp_path / "home"))


@pytest.fixture
def manager(home: Path, registry: str) -> SkillManager:
    return SkillManager(home=home, registry=registry)


@pytest.fixture
def installed(manager: SkillManager) -> dict[str, InstalledSkill]:
    return {one.name: one for one in manager.list_installed()}


@pytest.fixture(autouse=True)
def clean_registry() -> Iterator[None]:
    """Each test begins and ends with no tools."""
    tool_registry().clear()
    yield
    tool_registry().clear()
