import type { Permission } from "./permission.ts";

/** What a scope may be matched with: beyond it the answer is no. */
const MAX_TEXT = 512;

/**
 * Whether a declared permission covers a use of the same domain (docs/specification.md §3.2). Without a scope it covers everything of its
 * level; a scope is a list of patterns separated by commas: hosts, paths, programs or names. `write` covers `read` in a domain that has
 * both, for who may change a thing has seen it.
 */
export function covers(declared: Permission, used: Permission): boolean {
  if (declared.domain !== used.domain || !coversLevel(declared.level, used.level)) return false;
  if (declared.scope === null) return true;
  const { scope } = used;
  if (scope === null || scope.length > MAX_TEXT) return false;
  return declared.scope.split(",").some((pattern) => matchesScope(used.domain, pattern.trim(), scope));
}

function coversLevel(declared: Permission["level"], used: Permission["level"]): boolean {
  return declared === used || (declared === "write" && used === "read");
}

function matchesScope(domain: Permission["domain"], pattern: string, scope: string): boolean {
  if (domain === "network") return matchesHost(pattern.toLowerCase(), scope.toLowerCase());
  if (domain === "filesystem") return matchesGlob(path(pattern), path(scope));
  if (domain === "shell") return matchesGlob(pattern, scope) || matchesGlob(pattern, baseName(scope));
  return matchesGlob(pattern, scope);
}

/** `*.example.com` means example.com and every host below it; a scheme, port or path in the pattern says no more than its host. */
function matchesHost(pattern: string, host: string): boolean {
  const bare = hostOf(pattern);
  const given = hostOf(host);
  if (bare === "*" || bare === "**") return true;
  if (bare.startsWith("*.") && given === bare.slice(2)) return true;
  return matchesGlob(bare.replaceAll("*", "**"), given);
}

const hostOf = (text: string): string =>
  text
    .replace(/^[a-z][a-z0-9+.-]{0,20}:\/\//, "")
    .replace(/[/?#].*$/s, "")
    .replace(/:\d{1,5}$/, "");

const path = (text: string): string =>
  text
    .replace(/^\$(?:HOME|\{HOME\})(?=\/|$)/, "~")
    .replace(/^(?:\.\/)+/, "")
    .replace(/\/+$/, "");

const baseName = (text: string): string => text.slice(text.lastIndexOf("/") + 1);

/**
 * Whether a glob matches a whole text: `**` anything, `*` anything without a slash, `?` one character that is none; `dir/**`
 * matches `dir` too. Time is the product of the two lengths, whatever they hold.
 */
export function matchesGlob(pattern: string, text: string): boolean {
  if (pattern.endsWith("/**") && text === pattern.slice(0, -3)) return true;
  // reached[i]: the pattern so far matches the first i characters.
  let reached = [true, ...Array.from(text, () => false)];
  const characters = Array.from(text);
  for (let at = 0; at < pattern.length; at += 1) {
    const isDeep = pattern.startsWith("**", at);
    const char = pattern.charAt(at);
    const next = reached.map(() => false);
    for (let i = 0; i <= characters.length; i += 1) {
      const one = characters[i - 1] ?? "";
      if (char === "*") next[i] = reached[i] === true || (i > 0 && next[i - 1] === true && (isDeep || one !== "/"));
      else next[i] = i > 0 && reached[i - 1] === true && (char === "?" ? one !== "/" : one === char);
    }
    reached = next;
    if (isDeep) at += 1;
  }
  return reached[characters.length] === true;
}
