#!/usr/bin/env bash
# A version of a package URL may hold a `+` (build metadata of SemVer, PEP 440's local versions). packageurl-js 2.0.1 writes it as it is,
# packageurl-python percent-encodes it, and each reads both. So two bills of materials name one package by two texts, and whoever compares
# package URLs as texts takes them for two.
set -euo pipefail
dir="$(mktemp -d)"
trap 'rm -rf "$dir"' EXIT
cd "$dir"
printf '{"private":true,"type":"module"}' >package.json
npm install --no-audit --no-fund --ignore-scripts --loglevel=error packageurl-js@2.0.1 >/dev/null
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check packageurl-python==0.17.5
js="$(timeout 60 node -e 'import("packageurl-js").then(({ PackageURL }) => console.log(new PackageURL("pypi", null, "torch", "2.0+cpu", null, null).toString()))')"
py="$(venv/bin/python -c 'from packageurl import PackageURL; print(PackageURL("pypi", None, "torch", "2.0+cpu").to_string())')"
printf 'packageurl-js 2.0.1: %s\npackageurl-python 0.17.5: %s\n' "$js" "$py"
[ "$js $py" = "pkg:pypi/torch@2.0+cpu pkg:pypi/torch@2.0%2Bcpu" ] || { printf 'changed; they were torch@2.0+cpu and torch@2.0%%2Bcpu\n'; exit 1; }
