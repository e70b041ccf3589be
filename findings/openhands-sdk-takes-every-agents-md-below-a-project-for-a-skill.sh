#!/usr/bin/env bash
# openhands-sdk 1.58.2: `load_project_skills(PROJECT)` looks for skills in `.agents/skills`, and takes every AGENTS.md in any folder of the
# project for a skill too: it is called `agents:FOLDER` and has no description. So the AGENTS.md of a vendored package, or of a skill that
# lies anywhere in the project, stands among the skills, and a program that takes each description for a text fails on it.
# Needs Python 3.12 or newer: PYTHON names one.
set -euo pipefail
dir="$(mktemp -d)"
trap 'rm -rf "$dir"' EXIT
"${PYTHON:-python3.12}" -m venv "$dir/venv"
"$dir/venv/bin/pip" install --quiet --disable-pip-version-check openhands-sdk==1.58.2
mkdir -p "$dir/project/.agents/skills/notes" "$dir/project/vendor/package"
printf -- '---\nname: notes\ndescription: Keeps notes.\n---\n\n# Notes\n' >"$dir/project/.agents/skills/notes/SKILL.md"
printf '# How to work here\n' >"$dir/project/vendor/package/AGENTS.md"
said="$(cd "$dir/project" && HOME="$dir" OPENHANDS_SUPPRESS_BANNER=1 timeout 120 "$dir/venv/bin/python" -c '
from openhands.sdk.skills import load_project_skills
print(sorted((one.name, one.description) for one in load_project_skills(".")))' 2>/dev/null)"
expected="[('agents:vendor/package', None), ('notes', 'Keeps notes.')]"
printf 'openhands-sdk 1.58.2: %s\n' "$said"
[ "$said" = "$expected" ] || { printf 'changed; it was: %s\n' "$expected"; exit 1; }
