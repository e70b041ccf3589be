# shellcheck shell=bash
# Sourced by .ci/run after services.sh. Agents for the command line, whose own lists of skills are asked in
# test/install/agents.long.test.ts: none needs an account for that.

AGENTS_DAY="2026-11-28"
AGENTS_NPM="@anthropic-ai/claude-code@2.1.332 @openai/codex@0.171.0 @github/copilot@1.0.102 @google/gemini-cli@0.61.0"

# Once per set of versions, into the cache; AGENTS_DIR is where. Nothing of their packages is run while they are installed.
install_agents() {
  local dir
  dir="$SERVICES_CACHE/agents-$(printf '%s\n' "$AGENTS_DAY" "$AGENTS_NPM" | sha256sum | cut -c1-16)"
  export AGENTS_DIR="$dir"
  [ -e "$dir/complete" ] && return 0
  services_say "installing agents for the command line (about a gigabyte)"
  # shellcheck disable=SC2086 # a list of words
  mkdir -p "$dir" && timeout 600 npm install --prefix "$dir" --before="$AGENTS_DAY" --no-audit --no-fund --ignore-scripts \
    --loglevel=error $AGENTS_NPM >&2 && touch "$dir/complete"
}
