"""Loading a skill (specification, sections 5.1 and 5.4): verified, validated, then registered under qualified names.

A module that is imported into a process can do whatever the process can: that is for skills somebody vouches for, `verified` and
`community`. Of any other tier nothing is imported; its tools are proxies to the sandboxed runner.
"""

from __future__ import annotations

import hashlib
import re
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from .dependencies import ensure_dependencies
from .errors import Diagnostic, Refused, SkillError, ValidationFailed, VerificationFailed
from .importing import SkillSources
from .manager import SkillManager
from .openclaw import OpenClawAdapter
from .proxies import proxy_of
from .manifests import Manifest, Tool
from .records import IN_PROCESS_TIERS, InstalledSkill, Verification
from .signatures import problems_of
from .spec_names import tool_registry
from .tools import ToolEntry

Functions = Mapping[str, Callable[..., Any]]

_LINE = re.compile(r"([0-9a-f]{64})  ([^\r\n]+)\Z")
_lock = threading.RLock()


@dataclass(frozen=True)
class LoadedSkill:
    """A skill whose tools are registered: `tools` are their qualified names, in the manifest's order."""

    name: str
    version: str
    security_tier: str
    #: Whether its tools run behind `gaia-skill run`, and not in this process.
    sandboxed: bool
    tools: tuple[str, ...]


def load_skill(
    skill: str | OpenClawAdapter, *, manager: SkillManager | None = None, install_dependencies: bool = False
) -> LoadedSkill:
    """Loads an installed skill by its name, or an OpenClaw skill by its adapter, and registers its tools.

    Raises `NotFound` when it is not installed, `VerificationFailed` when its files are not those that were installed,
    `Refused` when it is disabled or a permission lacks consent, `DependenciesMissing`, and `ValidationFailed` when its
    code is not what its manifest says. Then nothing is registered, and an earlier load of it stays as it was.
    """
    if isinstance(skill, OpenClawAdapter):
        prepared = skill.prepare()
        return _register(prepared.manifest, "experimental", prepared.functions)
    manager = SkillManager() if manager is None else manager
    verification = manager.verify(skill, offline=True)
    manifest, installed = _ensure_loadable(skill, verification)
    # What counts of it: a project's lock is its repository's word, and the installer says what is believed of that.
    tier = verification.effective_tier
    if tier not in IN_PROCESS_TIERS:
        manager.validate(verification.directory)
        proxies = {one.name: proxy_of(one, skill, manager.command_line, manager.place) for one in manifest.tools}
        return _register(manifest, tier, proxies)
    pins = verification.python_pins
    ensure_dependencies(skill, manifest.python, manifest.dependencies, install=install_dependencies, pins=pins)
    with _lock:
        functions, forget = _imported(verification, manifest, installed)
        try:
            return _register(manifest, tier, functions, sandboxed=False)
        except BaseException:
            forget()
            raise


def unload_skill(name: str) -> None:
    """Takes a skill's tools out of the registry. Of a skill that is not loaded there are none."""
    with _lock:
        registry = tool_registry()
        for key in [one for one in registry if one.startswith(f"{name}/")]:
            del registry[key]


def _ensure_loadable(name: str, verification: Verification) -> tuple[Manifest, InstalledSkill]:
    manifest, installed = verification.manifest, verification.installed
    if installed is None:
        raise Refused(f"{name} was not installed by this home", code="not_installed_here")
    if not installed.enabled:
        raise Refused(f"{name} is disabled", code="disabled", hint=f"gaia-skill enable {name}")
    if manifest is None:
        raise ValidationFailed(f"the manifest of {name} cannot be read", code="invalid_manifest")
    if not manifest.tools:
        raise ValidationFailed(f"{name} declares no tools: it is instructions, not code", code="no_tools")
    if verification.ungranted:
        asked = ", ".join(verification.ungranted)
        raise Refused(
            f"{name} is {verification.effective_tier}, and nobody here agreed to {asked}",
            code="consent_missing",
            hint="install it again and agree to what it asks for; of a project's: gaia-skill enable --local",
        )
    return manifest, installed


def _imported(
    verification: Verification, manifest: Manifest, installed: InstalledSkill
) -> tuple[Functions, Callable[[], None]]:
    """Imports tools.py and gives the declared functions. The registry is as it was before."""
    sources = SkillSources(manifest.name, verification.directory, _sums(verification, installed))
    if sources.find(f"{sources.root}.tools") != ("tools.py", False):
        raise ValidationFailed(f"{manifest.name} has no tools.py", code="no_tools_py")
    registry = tool_registry()
    before = dict(registry)
    try:
        sources.load("tools")
        made = {key: one for key, one in registry.items() if sources.owns(_module_of(one))}
        functions = {one["name"]: one["function"] for one in made.values()}
        _ensure_agreement(manifest, functions)
    except SkillError:
        sources.forget()
        raise
    except (Exception, SystemExit) as error:
        sources.forget()
        message = f"importing tools.py of {manifest.name} raised {type(error).__name__}: {error}"
        raise ValidationFailed(message, code="import_failed") from error
    finally:
        _restore(registry, before, sources)
    return functions, sources.forget


def _restore(registry: dict[str, ToolEntry], before: Mapping[str, ToolEntry], sources: SkillSources) -> None:
    """Undoes what `@tool` wrote for this skill, and nothing that another thread wrote meanwhile."""
    for key, entry in list(registry.items()):
        if not sources.owns(_module_of(entry)):
            continue
        if key in before:
            registry[key] = before[key]
        else:
            del registry[key]


def _module_of(entry: ToolEntry) -> str:
    return getattr(entry["function"], "__module__", None) or ""


def _ensure_agreement(manifest: Manifest, functions: Functions) -> None:
    found = [problem for tool in manifest.tools for problem in _problems(tool, functions)]
    if found:
        raise ValidationFailed(
            f"{manifest.name} is not what its manifest says; nothing was loaded",
            code="invalid_skill",
            diagnostics=found,
        )


def _problems(tool: Tool, functions: Functions) -> list[Diagnostic]:
    function = functions.get(tool.name)
    if function is not None:
        return problems_of(tool, function)
    message = f"the declared tool {tool.name} is no function of tools.py that is decorated with @tool"
    return [Diagnostic("SK4017", "error", message, "tools.py", hint="put @tool above it")]


def _sums(verification: Verification, installed: InstalledSkill) -> dict[str, str]:
    """`SHA256SUMS` by path. It is the text whose digest the lock has, which `verify` held the files against."""
    content = (verification.directory / "SHA256SUMS").read_bytes()
    if f"sha256:{hashlib.sha256(content).hexdigest()}" != installed.release_digest:
        raise VerificationFailed(f"{installed.name}: SHA256SUMS was changed after it was verified", code="changed_file")
    lines = (_LINE.match(line) for line in content.decode("utf-8").split("\n"))
    return {found[2]: found[1] for found in lines if found is not None}


def _register(
    manifest: Manifest, tier: str, functions: Functions, *, sandboxed: bool = True
) -> LoadedSkill:
    entries: dict[str, ToolEntry] = {
        f"{manifest.name}/{tool.name}": {
            "name": tool.name,
            "qualified_name": f"{manifest.name}/{tool.name}",
            "description": tool.description or (functions[tool.name].__doc__ or "").strip(),
            "parameters": tool.parameters,
            "function": functions[tool.name],
            "atomic": tool.atomic,
            "skill": manifest.name,
            "skill_version": manifest.version,
        }
        for tool in manifest.tools
    }
    with _lock:
        unload_skill(manifest.name)
        tool_registry().update(entries)
    return LoadedSkill(manifest.name, manifest.version, tier, sandboxed, tuple(entries))
