#!/bin/sh
# Has Tessera's fsck read a registry's whole log: every entry, every tile, and the root that its checkpoint signs.
#
#   check-log.sh https://skills.example.com/log /etc/registry/log.key [ORIGIN]
#
# The file holds the log's verifier key, `log.key` of GET /api/v1/keys, as it was when you first read it. ORIGIN is the name in the
# checkpoint; without it, that of the key. Exit code 0: the log is whole. 1: it is not, or that was not found out. 2: called wrongly.
#
# fsck v1.0.4 exits with 0 also where it says that it failed, and after some failures it does not end. So what it prints decides,
# within a time, and anything but its sentence of success is a failure.
#
#   TESSERA_FSCK        the program (tessera-fsck on the PATH: Linux has an fsck of its own)
#   CHECK_LOG_SECONDS   how long it may take (3600)
#   CHECK_LOG_QPS       requests a second, below RATE_LIMIT_READS (50)
#   CHECK_LOG_TOKEN     a token of scope read, for a registry with READ=signed-in
set -u

say() { printf 'check-log: %s\n' "$*" >&2; }

if [ $# -lt 2 ] || [ $# -gt 3 ]; then
  say "usage: check-log.sh LOG_URL KEY_FILE [ORIGIN]"
  exit 2
fi
url=$1 key=$2 origin=${3:-}
program=${TESSERA_FSCK:-tessera-fsck}
seconds=${CHECK_LOG_SECONDS:-3600}
if ! command -v "$program" >/dev/null; then
  say "$program is not installed: go install github.com/transparency-dev/tessera/cmd/fsck@v1.0.4"
  exit 2
fi
if [ ! -r "$key" ]; then
  say "$key cannot be read"
  exit 2
fi

# Eight workers: with fewer, fsck waits for ever once each of them has found a tile that is wrong.
set -- --ui=false --N=8 --qps="${CHECK_LOG_QPS:-50}" --storage_url="$url" --public_key="$key"
if [ -n "$origin" ]; then set -- "$@" --origin="$origin"; fi
if [ -n "${CHECK_LOG_TOKEN:-}" ]; then set -- "$@" --bearer_token="$CHECK_LOG_TOKEN"; fi

said=$(mktemp) || exit 1
trap 'rm -f "$said"' EXIT
# What a hostile log makes it print fills no disk: at 64 MiB it is ended, which is a failure.
(ulimit -f 131072 && exec timeout -k 10 "$seconds" "$program" "$@") </dev/null >"$said" 2>&1
status=$?

# Its lines begin with a level, a date and where they come from: no text of a server's stands there.
whole="^I[0-9]{4} [0-9:.]+ +[0-9]+ fsck\.go:[0-9]+\] (Successfully fsck'd log with size [0-9]+ and root [A-Za-z0-9+/=]+ \([0-9a-f]{64}\))\$"
if [ "$status" -eq 0 ] && ! grep -qE '^[WEF][0-9]{4} ' "$said" && tail -n 1 "$said" | grep -qE "$whole"; then
  tail -n 1 "$said" | sed -E "s/$whole/\1/"
  exit 0
fi
# A tile that is wrong is printed whole, twice.
cut -c 1-400 "$said" | tail -n 40 >&2
if [ "$status" -eq 124 ] || [ "$status" -eq 137 ]; then say "fsck did not end within $seconds seconds"; fi
say "the log at $url is not whole, or could not be read"
exit 1
