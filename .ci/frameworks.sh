# shellcheck shell=bash
# Sourced by .ci/run after services.sh. Frameworks for agents that load a folder of skills, each as its own registry has it, for
# test/install/loaders.long.test.ts. Versions are here; what they need in turn is as it was on one day, which pip's and npm's tools take.

FRAMEWORKS_DAY="2026-11-28"
FRAMEWORKS_UV="0.13.9"
FRAMEWORKS_PYTHON="deepagents==0.7.32 google-adk==2.13.0 agent-framework-core==1.23.0 strands-agents==1.62.0 agno==3.1.10
crewai==1.15.30 haystack-ai==3.4.1 pydantic-ai-skills==2.1.0 openhands-sdk==1.58.2"
FRAMEWORKS_NPM="deepagents@1.14.1 @google/adk@2.0.0 @mastra/core@1.71.0"

# Once per set of versions, into the cache; FRAMEWORKS is where. Needs Python, npm, Go, and Java with Maven, which Debian has.
install_frameworks() {
  local sources="$PWD/test/install/loaders" key dir
  key="$(printf '%s\n' "$FRAMEWORKS_DAY" "$FRAMEWORKS_UV" "$FRAMEWORKS_PYTHON" "$FRAMEWORKS_NPM" |
    cat - "$sources"/{pom.xml,go.mod,go.sum,main.go} | sha256sum | cut -c1-16)"
  dir="$SERVICES_CACHE/frameworks-$key"
  export FRAMEWORKS="$dir"
  [ -e "$dir/complete" ] && return 0
  services_say "installing frameworks for agents (a few minutes the first time)"
  mkdir -p "$dir/python" "$dir/node" "$dir/java" "$dir/go" &&
    install_python_frameworks "$dir" && install_npm_frameworks "$dir" && install_java_frameworks "$dir" "$sources" &&
    cp "$sources/go.mod" "$sources/go.sum" "$sources/main.go" "$dir/go/" && (cd "$dir/go" && timeout 900 go build -o skills-of . >&2) &&
    touch "$dir/complete"
}

# Each in an environment of its own: they do not agree on what they need. One asks for Python 3.12, which is not everywhere.
install_python_frameworks() {
  local dir="$1" one python
  python_of "$dir/uv" "uv==$FRAMEWORKS_UV" || return 1
  for one in $FRAMEWORKS_PYTHON; do
    python=python3
    case "$one" in openhands-sdk*) python="$(find_python_312)" || { services_say "no Python 3.12 for $one"; continue; } ;; esac
    "$dir/uv/bin/uv" venv --quiet --clear --no-python-downloads --python "$python" "$dir/python/${one%%==*}" >&2 || return 1
    timeout 600 "$dir/uv/bin/uv" pip install --quiet --exclude-newer "$FRAMEWORKS_DAY" \
      --python "$dir/python/${one%%==*}/bin/python" "$one" >&2 || return 1
  done
}

# The path of a Python of 3.12 or newer that runs. What pyenv puts on the PATH need not run.
find_python_312() {
  local python
  for python in python3.14 python3.13 python3.12 "${PYENV_ROOT:-$HOME/.pyenv}"/versions/3.1[2-9]*/bin/python; do
    if "$python" -c 'import sys; sys.exit(sys.version_info < (3, 12))' 2>/dev/null; then
      command -v "$python"
      return 0
    fi
  done
  return 1
}

install_npm_frameworks() {
  local dir="$1"
  # shellcheck disable=SC2086 # a list of words
  timeout 600 npm install --prefix "$dir/node" --before="$FRAMEWORKS_DAY" --no-audit --no-fund --ignore-scripts --loglevel=error \
    $FRAMEWORKS_NPM >&2
}

install_java_frameworks() {
  local dir="$1" sources="$2" missing=()
  command -v javac >/dev/null || missing+=(default-jdk-headless)
  command -v mvn >/dev/null || missing+=(maven)
  if [ "${#missing[@]}" -gt 0 ]; then
    services_as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >&2 || return 1
  fi
  timeout 900 mvn -q -B -ntp -f "$sources/pom.xml" dependency:copy-dependencies -DoutputDirectory="$dir/java/jars" >&2
}
