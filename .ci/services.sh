# shellcheck shell=bash
# Sourced by .ci/run. Installs what the full suite needs, starts private services on loopback, and ends exactly those by pid.
#
#   source .ci/services.sh
#   trap stop_services EXIT
#   install_packages && install_s3_server && install_schemathesis && install_pytest && install_skills_ref && install_gaia_clients
#   install_foreign_signers
#   install_mcp_inspector && install_compose_check && install_log_check && install_api_generators && install_bill_readers
#   start_services          # exports TEST_POSTGRES_URL, TEST_REDIS_URL, TEST_S3_ENDPOINT, TEST_S3_ACCESS_KEY, TEST_S3_SECRET, TEST_S3_REGION
#                           # and MEILI_URL, MEILI_API_KEY where there is a Meilisearch
#
# Services that the machine runs already (Debian starts some when it installs them) are neither used nor stopped.

# shellcheck source=programs.sh
source "$(dirname "${BASH_SOURCE[0]}")/programs.sh"

SERVICES_DIR=""
SERVICES_PIDS=()

services_say() { printf 'services: %s\n' "$*" >&2; }

services_as_root() {
  if [ "$(id -u)" -eq 0 ]; then "$@"; else sudo -n "$@"; fi
}

# A secret of 32 hexadecimal characters.
services_secret() { od -An -N16 -tx1 /dev/urandom | tr -d ' \n'; }

# A loopback port that nobody listens on, high and at random.
services_port() {
  local port
  for _ in $(seq 50); do
    port=$((20000 + $(od -An -N2 -tu2 /dev/urandom) % 12000))
    if ! services_listening "$port"; then
      printf '%s\n' "$port"
      return 0
    fi
  done
  return 1
}

services_listening() { (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null; }

# services_await NAME PORT PID: until the port answers; fails when the process has ended, or after 30 seconds.
services_await() {
  for _ in $(seq 300); do
    if services_listening "$2"; then return 0; fi
    if ! kill -0 "$3" 2>/dev/null; then break; fi
    sleep 0.1
  done
  services_say "$1 did not start:"
  tail -n 20 "$SERVICES_DIR/$1.log" >&2
  return 1
}

postgres_bin() {
  local dir
  for dir in $(printf '%s\n' /usr/lib/postgresql/*/bin | sort -t/ -k5,5nr); do
    if [ -x "$dir/initdb" ]; then
      printf '%s\n' "$dir"
      return 0
    fi
  done
  if command -v initdb >/dev/null; then dirname "$(command -v initdb)"; else return 1; fi
}

# A daemon's program may lie where only root's PATH leads.
services_daemon() { command -v "$1" >/dev/null || [ -x "/usr/sbin/$1" ]; }

# No package registry carries Meilisearch: a folder `shared/bin` beside the checkout may.
find_search_server() {
  local beside="../shared/bin"
  if [ -x "$beside/meilisearch" ]; then PATH="$(cd "$beside" && pwd):$PATH" && export PATH; fi
  command -v meilisearch >/dev/null
}

start_services() {
  SERVICES_DIR="$(mktemp -d)" && chmod 711 "$SERVICES_DIR" || return 1
  start_postgres && start_redis && start_s3 || return 1
  if find_search_server; then start_meilisearch; else services_say "no Meilisearch"; fi
}

start_postgres() {
  local bin data="$SERVICES_DIR/postgres" secret port user="" owner=()
  bin="$(postgres_bin)" || { services_say "PostgreSQL is not installed"; return 1; }
  secret="$(services_secret)" && port="$(services_port)" || return 1
  mkdir -m 700 "$data" && (umask 077 && printf '%s\n' "$secret" >"$SERVICES_DIR/postgres.secret") || return 1
  # PostgreSQL refuses to run as root.
  if [ "$(id -u)" -eq 0 ]; then
    user=nobody
    id postgres >/dev/null 2>&1 && user=postgres
    chown "$user" "$data" "$SERVICES_DIR/postgres.secret" || return 1
    owner=(setpriv "--reuid=$(id -u "$user")" "--regid=$(id -g "$user")" --clear-groups)
  fi
  (cd / && exec "${owner[@]}" "$bin/initdb" -D "$data" --no-sync --username=gaia --auth=scram-sha-256 \
    --pwfile="$SERVICES_DIR/postgres.secret" --encoding=UTF8 --locale=C.UTF-8) >"$SERVICES_DIR/postgres.log" 2>&1 || {
    services_say "initdb failed:"
    tail -n 20 "$SERVICES_DIR/postgres.log" >&2
    return 1
  }
  (cd / && exec "${owner[@]}" "$bin/postgres" -D "$data" -c port="$port" -c listen_addresses=127.0.0.1 -c unix_socket_directories= \
    -c fsync=off -c synchronous_commit=off -c full_page_writes=off -c max_connections=200) >>"$SERVICES_DIR/postgres.log" 2>&1 &
  SERVICES_PIDS+=("$!:INT")
  services_await postgres "$port" "$!" || return 1
  export TEST_POSTGRES_URL="postgres://gaia:$secret@127.0.0.1:$port/postgres"
  services_say "PostgreSQL on port $port"
}

start_redis() {
  local secret port dir="$SERVICES_DIR/redis"
  secret="$(services_secret)" && port="$(services_port)" && mkdir -m 700 "$dir" || return 1
  redis-server - >"$SERVICES_DIR/redis.log" 2>&1 <<EOF &
bind 127.0.0.1
port $port
requirepass $secret
dir $dir
databases 4096
save ""
appendonly no
maxmemory-policy noeviction
EOF
  SERVICES_PIDS+=("$!:TERM")
  services_await redis "$port" "$!" || return 1
  export TEST_REDIS_URL="redis://:$secret@127.0.0.1:$port"
  services_say "Redis on port $port"
}

start_s3() {
  local access secret port dir="$SERVICES_DIR/s3"
  access="$(services_secret)" && secret="$(services_secret)" && port="$(services_port)" || return 1
  mkdir -p -m 700 "$dir/objects" "$dir/metadata" || return 1
  ROOT_ACCESS_KEY_ID="$access" ROOT_SECRET_ACCESS_KEY="$secret" versitygw --port "127.0.0.1:$port" --region us-east-1 --quiet --keep-alive \
    posix --sidecar "$dir/metadata" "$dir/objects" >"$SERVICES_DIR/s3.log" 2>&1 &
  SERVICES_PIDS+=("$!:TERM")
  services_await s3 "$port" "$!" || return 1
  export TEST_S3_ENDPOINT="http://127.0.0.1:$port" TEST_S3_REGION=us-east-1 TEST_S3_ACCESS_KEY="$access" TEST_S3_SECRET="$secret"
  services_say "S3 on port $port"
}

start_meilisearch() {
  local secret port
  secret="$(services_secret)" && port="$(services_port)" || return 1
  # It may unpack itself the first time; and it leaves dumps and snapshots where it stands.
  meilisearch --version >&2 || return 1
  mkdir -m 700 "$SERVICES_DIR/meilisearch" || return 1
  (cd "$SERVICES_DIR/meilisearch" && MEILI_MASTER_KEY="$secret" exec meilisearch --http-addr "127.0.0.1:$port" --db-path data \
    --no-analytics) >"$SERVICES_DIR/meilisearch.log" 2>&1 &
  SERVICES_PIDS+=("$!:TERM")
  services_await meilisearch "$port" "$!" || return 1
  export MEILI_URL="http://127.0.0.1:$port" MEILI_API_KEY="$secret"
  services_say "Meilisearch on port $port"
}

# Ends what start_services started, and nothing else. Safe to call twice.
stop_services() {
  local entry pid
  for entry in "${SERVICES_PIDS[@]}"; do kill -s "${entry#*:}" "${entry%%:*}" 2>/dev/null || true; done
  for entry in "${SERVICES_PIDS[@]}"; do
    pid="${entry%%:*}"
    for _ in $(seq 80); do
      kill -0 "$pid" 2>/dev/null || break
      sleep 0.1
    done
    kill -KILL "$pid" 2>/dev/null || true
    wait "$pid" 2>/dev/null || true
  done
  SERVICES_PIDS=()
  [ -n "$SERVICES_DIR" ] && rm -rf "$SERVICES_DIR"
  SERVICES_DIR=""
}
