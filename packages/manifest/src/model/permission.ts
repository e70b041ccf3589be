import { hasHidden, replaceHidden } from "@gaia/text";
import type { Permission } from "./canonical.ts";

/** Spec §3.1: the domains and the levels each one has. */
export const PERMISSION_LEVELS = {
  filesystem: ["read", "write", "none"],
  network: ["read", "write", "none"],
  shell: ["execute", "none"],
  desktop: ["control", "none"],
  mcp: ["connect", "none"],
  env: ["read", "none"],
  database: ["read", "write", "none"],
} as const satisfies Record<Permission["domain"], readonly Permission["level"][]>;

export type ParsedPermission =
  | { permission: Permission }
  | { problem: "grammar" | "unknown"; message: string; hint: string };

/** Scopes are globs that a sandbox will match: short, and with few wildcards, so that no matcher can be made to crawl. */
const LIMITS = { text: 512, scope: 256, wildcards: 16 };

const GRAMMAR_HINT = "Write <domain>:<level>[:<scope>], e.g. network:read:*.example.com.";

/**
 * Reads one permission of docs/specification.md §3: `<domain>:<level>[:<scope>]`. The scope may hold further colons.
 * Linear in the text, which may be anything at all.
 */
export function parsePermission(text: string): ParsedPermission {
  if (text.length > LIMITS.text) return grammar(`A permission has at most ${LIMITS.text} characters.`);
  const parts = /^([A-Za-z_-]+):([A-Za-z_-]+)(?::(.*))?$/s.exec(text);
  const [, domain, level, scope] = parts ?? [];
  if (domain === undefined || level === undefined) return grammar(`${shown(text)} is not <domain>:<level>[:<scope>].`);
  if (!isDomain(domain)) {
    const list = Object.keys(PERMISSION_LEVELS).join(", ");
    return unknown(`${shown(domain)} is not a permission domain.`, `Valid domains: ${list}.`);
  }
  const levels: readonly Permission["level"][] = PERMISSION_LEVELS[domain];
  const known = levels.find((one) => one === level);
  if (known === undefined) {
    const list = levels.map((one) => `${domain}:${one}`).join(", ");
    return unknown(`${domain} has no level ${shown(level)}.`, `Valid: ${list}.`);
  }
  const problem = scope === undefined ? null : scopeProblem(known, scope);
  if (problem !== null) return grammar(`${shown(text)}: ${problem}.`);
  return { permission: { domain, level: known, scope: scope ?? null } };
}

/** The permission as docs/specification.md §3 spells it; `parsePermission` reads it back. */
export function permissionText({ domain, level, scope }: Permission): string {
  return scope === null ? `${domain}:${level}` : `${domain}:${level}:${scope}`;
}

function scopeProblem(level: Permission["level"], scope: string): string | null {
  if (level === "none") return "`none` takes no scope";
  if (scope === "") return "the scope after the second colon is empty";
  if (scope.length > LIMITS.scope) return `a scope has at most ${LIMITS.scope} characters`;
  if (scope.trim() !== scope) return "the scope begins or ends with a space";
  if (/[^\S ]/.test(scope) || hasHidden(scope, { asName: true })) return "a scope holds no control characters";
  let wildcards = 0;
  for (const char of scope) if (char === "*" || char === "?") wildcards++;
  if (wildcards > LIMITS.wildcards) return `a scope has at most ${LIMITS.wildcards} wildcards`;
  return null;
}

function isDomain(text: string): text is Permission["domain"] {
  return Object.hasOwn(PERMISSION_LEVELS, text);
}

function grammar(message: string): ParsedPermission {
  return { problem: "grammar", message, hint: GRAMMAR_HINT };
}

function unknown(message: string, hint: string): ParsedPermission {
  return { problem: "unknown", message, hint };
}

function shown(text: string): string {
  const clean = replaceHidden(text.slice(0, 60), "\uFFFD", { asName: true });
  return text.length > 60 ? `"${clean}…"` : `"${clean}"`;
}
