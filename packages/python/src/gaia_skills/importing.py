"""Imports a skill's Python from bytes that were verified, as a package of its own.

What is imported is what `SHA256SUMS` names: each file is hashed when it is read, compiled from those bytes and never from a `.pyc`,
and nothing is written beside it. `import lib.client` inside a skill finds the skill's own `lib`, whatever other skills call theirs, and
nothing is put on `sys.path`.
"""

from __future__ import annotations

import builtins
import hashlib
import importlib
import itertools
import sys
from collections.abc import Mapping, Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType

from .errors import VerificationFailed

_PREFIX = "gaia_skill"
_count = itertools.count(1)


class SkillSources:
    """The Python files of one installed release, by path, with the SHA-256 that each has to have."""

    def __init__(self, name: str, directory: Path, sums: Mapping[str, str]) -> None:
        self.root = f"{_PREFIX}_{next(_count)}_{name.replace('-', '_')}"
        self._name = name
        self._directory = directory
        self._sums = sums

    def load(self, module: str) -> ModuleType:
        """Imports a module of the skill, `tools` for tools.py. Raises whatever its code raises."""
        _FINDER.packages[self.root] = self
        return importlib.import_module(f"{self.root}.{module}")

    def forget(self) -> None:
        """Takes the skill's modules out of `sys.modules`, as if it had not been imported."""
        _FINDER.packages.pop(self.root, None)
        for name in [one for one in sys.modules if one == self.root or one.startswith(f"{self.root}.")]:
            del sys.modules[name]

    def owns(self, module: str) -> bool:
        """Whether a function's `__module__` is one of this skill's."""
        return module == self.root or module.startswith(f"{self.root}.")

    def find(self, module: str) -> tuple[str | None, bool] | None:
        """The path of a module's file and whether it is a package; a package may have no file. None: the skill has none."""
        base = "/".join(module.split(".")[1:])
        if base == "":
            return None, True
        if f"{base}/__init__.py" in self._sums:
            return f"{base}/__init__.py", True
        if f"{base}.py" in self._sums:
            return f"{base}.py", False
        if any(path.startswith(f"{base}/") and path.endswith(".py") for path in self._sums):
            return None, True
        return None

    def place(self, path: str) -> Path:
        """Where a file lies."""
        return self._directory / path

    def read(self, path: str) -> bytes:
        """A file's bytes. Raises `VerificationFailed` when they are not those that were verified."""
        content = self.place(path).read_bytes()
        if hashlib.sha256(content).hexdigest() == self._sums[path]:
            return content
        message = f"{self._name}: {path} was changed after it was verified"
        raise VerificationFailed(message, code="changed_file", hint="nothing of this file was run")

    def builtins(self) -> dict[str, object]:
        """Builtins whose import looks at the skill's own files first, as a script's folder comes first."""
        return {**vars(builtins), "__import__": self._import}

    def _import(
        self,
        name: str,
        globals: Mapping[str, object] | None = None,
        locals: Mapping[str, object] | None = None,
        fromlist: Sequence[str] | None = (),
        level: int = 0,
    ) -> ModuleType:
        first = name.partition(".")[0]
        if level > 0 or first == "gaia" or self.find(f"{self.root}.{first}") is None:
            return builtins.__import__(name, globals, locals, fromlist or (), level)
        found = builtins.__import__(f"{self.root}.{name}", globals, locals, fromlist or ("__name__",), 0)
        return found if fromlist else sys.modules[f"{self.root}.{first}"]


class _Finder(MetaPathFinder):
    """Finds the modules of skills, by the first part of their names, and nothing else."""

    def __init__(self) -> None:
        self.packages: dict[str, SkillSources] = {}

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        sources = self.packages.get(fullname.partition(".")[0])
        found = None if sources is None else sources.find(fullname)
        if sources is None or found is None:
            return None
        file, is_package = found
        origin = None if file is None else str(sources.place(file))
        spec = ModuleSpec(fullname, _VerifiedLoader(sources, file), origin=origin, is_package=is_package)
        spec.has_location = origin is not None
        return spec


class _VerifiedLoader(Loader):
    def __init__(self, sources: SkillSources, file: str | None) -> None:
        self._sources = sources
        self._file = file

    def create_module(self, spec: ModuleSpec) -> None:
        return None

    def exec_module(self, module: ModuleType) -> None:
        if self._file is None:
            return
        content = self._sources.read(self._file)
        code = compile(content, str(self._sources.place(self._file)), "exec", dont_inherit=True)
        module.__dict__["__builtins__"] = self._sources.builtins()
        exec(code, module.__dict__)  # noqa: S102 - this is what importing is


_FINDER = _Finder()
sys.meta_path.insert(0, _FINDER)
