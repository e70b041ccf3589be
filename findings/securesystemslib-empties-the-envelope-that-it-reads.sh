#!/usr/bin/env bash
# securesystemslib 1.6.0: `Envelope.from_dict` takes fields out of the object that it is given. A program that reads a DSSE envelope twice,
# once to verify it and once to look at it, gets a KeyError of the second reading, and has lost the signatures of what it holds.
set -euo pipefail
dir="$(mktemp -d)"
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/venv"
"$dir/venv/bin/pip" install --quiet --disable-pip-version-check securesystemslib==1.6.0
said="$("$dir/venv/bin/python" - <<'PY'
from securesystemslib.dsse import Envelope
given = {"payload": "e30=", "payloadType": "application/vnd.in-toto+json", "signatures": [{"keyid": "a", "sig": "AA=="}]}
Envelope.from_dict(given)
print("after one reading:", given)
try:
    Envelope.from_dict(given)
    print("a second reading: fine")
except Exception as error:
    print("a second reading:", type(error).__name__, error)
PY
)"
expected="after one reading: {'payload': 'e30=', 'payloadType': 'application/vnd.in-toto+json', 'signatures': [{}]}
a second reading: KeyError 'sig'"
printf 'securesystemslib 1.6.0:\n%s\n' "$said"
[ "$said" = "$expected" ] || { printf 'changed; it was:\n%s\n' "$expected"; exit 1; }
