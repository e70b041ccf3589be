#!/usr/bin/env bash
# RFC 7515 §4.1.4: `kid` is a string. jose 5 reads a header whose `kid` is a number, an object or null as one without a `kid`, and takes
# the set's one key of that algorithm; jose 6 says that no key matches. A tree that holds both (one for a package of its own, one for
# another package) therefore answers the same token in two ways, by which of them is resolved. The signature is verified either way.
set -euo pipefail
dir="$(mktemp -d)"
trap 'rm -rf "$dir"' EXIT
cat >"$dir/ask.mjs" <<'JS'
import { sign } from "node:crypto";
import { createLocalJWKSet, exportJWK, exportPKCS8, generateKeyPair, jwtVerify } from "jose";
const { publicKey, privateKey } = await generateKeyPair("RS256", { extractable: true });
const keys = createLocalJWKSet({ keys: [{ ...(await exportJWK(publicKey)), kid: "one", alg: "RS256", use: "sig" }] });
const pem = await exportPKCS8(privateKey);
const part = (value) => Buffer.from(JSON.stringify(value)).toString("base64url");
const said = [];
for (const kid of ["one", "two", 7, null]) {
  const text = `${part({ alg: "RS256", kid })}.${part({ sub: "ada", exp: Math.floor(Date.now() / 1000) + 60 })}`;
  const token = `${text}.${sign("sha256", Buffer.from(text), pem).toString("base64url")}`;
  const end = await jwtVerify(token, keys).then(() => "verified", (error) => error.code);
  said.push(`kid ${JSON.stringify(kid)}: ${end}`);
}
console.log(said.join("; "));
JS
status=0
ask() {
  local version="$1" expected="$2" place="$dir/$1" said
  mkdir -p "$place" && cp "$dir/ask.mjs" "$place/"
  (cd "$place" && npm init -y >/dev/null && npm install --silent --no-audit --no-fund "jose@$version")
  said="$(cd "$place" && node ask.mjs)"
  printf 'jose %s: %s\n' "$version" "$said"
  [ "$said" = "$expected" ] || { printf '  changed; it was: %s\n' "$expected"; status=1; }
}
none="ERR_JWKS_NO_MATCHING_KEY"
ask 5.10.0 "kid \"one\": verified; kid \"two\": $none; kid 7: verified; kid null: verified"
ask 6.2.18 "kid \"one\": verified; kid \"two\": $none; kid 7: $none; kid null: $none"
exit "$status"
