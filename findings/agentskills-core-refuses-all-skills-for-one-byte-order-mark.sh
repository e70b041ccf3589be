#!/usr/bin/env bash
# agentskills-core 0.7.0 (with agentskills-fs 0.7.0): `register_all(LocalFileSystemSkillProvider(FOLDER))` refuses every skill of a folder
# because of one whose SKILL.md begins with a byte-order mark, which YAML and UTF-8 allow and editors write. It says that `name` and
# `description` are missing from a file that has both; the mark is not mentioned. Without that skill the others are registered.
# Needs Python 3.12 or newer: PYTHON names one.
set -euo pipefail
dir="$(mktemp -d)"
trap 'rm -rf "$dir"' EXIT
"${PYTHON:-python3.12}" -m venv "$dir/venv"
"$dir/venv/bin/pip" install --quiet --disable-pip-version-check agentskills-core==0.7.0 agentskills-fs==0.7.0
for name in good marked; do
  mkdir -p "$dir/skills/$name"
  printf -- '---\nname: %s\ndescription: Keeps notes.\n---\n\n# Notes\n\nText.\n' "$name" >"$dir/skills/$name/SKILL.md"
done
printf '\xef\xbb\xbf' | cat - "$dir/skills/marked/SKILL.md" >"$dir/SKILL.md"
mv "$dir/SKILL.md" "$dir/skills/marked/SKILL.md"
cat >"$dir/ask.py" <<'PY'
import asyncio, sys
from pathlib import Path
from agentskills_core import SkillRegistry
from agentskills_fs import LocalFileSystemSkillProvider

async def ask():
    registry = SkillRegistry()
    try:
        await registry.register_all(LocalFileSystemSkillProvider(Path(sys.argv[1])))
    except Exception as error:
        print("refused:", " ".join(str(error).split())[:400])
    print("registered:", len(registry.list_skills()))

asyncio.run(ask())
PY
said="$(timeout 120 "$dir/venv/bin/python" "$dir/ask.py" "$dir/skills" 2>/dev/null)"
rm -r "$dir/skills/marked"
alone="$(timeout 120 "$dir/venv/bin/python" "$dir/ask.py" "$dir/skills" 2>/dev/null)"
printf 'agentskills-core 0.7.0, with the marked skill:\n%s\nwithout it:\n%s\n' "$said" "$alone"
expected="refused: Skill 'marked' failed validation: - Skill 'marked': metadata missing required 'name' field - Skill 'marked': metadata missing required 'description' field
registered: 0 | registered: 1"
[ "$said | $alone" = "$expected" ] || { printf 'changed; it was: %s\n' "$expected"; exit 1; }
