#!/usr/bin/env bash
# PEP 440: the commas of a specifier set mean "and". packaging 21.3, which pip 23.0.1 (Debian 12's) and 23.2.1 bring along, compares two
# compatible releases without the zeros at their end: of `~=0.1` (anything below 1) and `~=0.1.0` (anything below 0.2) it keeps the
# one that was written first, so that the same set written in another order takes another version. packaging 22 keeps both.
# A resolver that is held against the pip of the machine disagrees with it there, when chance writes such a set.
set -euo pipefail
dir="$(mktemp -d)"
trap 'rm -rf "$dir"' EXIT
cat >"$dir/ask.py" <<'PY'
from packaging.specifiers import SpecifierSet
for text in ("~=0.1,~=0.1.0", "~=0.1.0,~=0.1"):
    found = SpecifierSet(text)
    print(f"{text} has {len(found)}, takes 0.3.3: {found.contains('0.3.3')}", end="; ")
PY
status=0
ask() {
  local version="$1" expected="$2" said
  python3 -m venv "$dir/$version"
  "$dir/$version/bin/python" -m pip install --quiet --disable-pip-version-check "packaging==$version"
  said="$("$dir/$version/bin/python" "$dir/ask.py")"
  printf 'packaging %s: %s\n' "$version" "$said"
  [ "$said" = "$expected" ] || { printf '  changed; it was: %s\n' "$expected"; status=1; }
}
ask 21.3 "~=0.1,~=0.1.0 has 1, takes 0.3.3: True; ~=0.1.0,~=0.1 has 1, takes 0.3.3: False; "
ask 22.0 "~=0.1,~=0.1.0 has 2, takes 0.3.3: False; ~=0.1.0,~=0.1 has 2, takes 0.3.3: False; "
ask 25.0 "~=0.1,~=0.1.0 has 2, takes 0.3.3: False; ~=0.1.0,~=0.1 has 2, takes 0.3.3: False; "
exit "$status"
