/** What a permission lets a skill do, in plain verbs (docs/specification.md §3). */
export interface PermissionWords {
  /** `fetch from`, `run any command`: what follows "may". */
  verb: string;
  /** What the permission is narrowed to, as written; null when it is not. */
  scope: string | null;
  /** Whether the spec asks before it is granted (§3.3, §4.2). */
  dangerous: boolean;
}

interface Verb {
  any: string;
  some: string;
  /** As a result row says it. */
  row: string;
  dangerous?: true;
}

/** In reading order: network, files, commands, secrets, desktop, other programs. */
const VERBS: Record<string, Verb> = {
  "network:read": { any: "fetch from any address", some: "fetch from", row: "fetches from the network" },
  "network:write": { any: "send data to any address", some: "send data to", row: "sends to the network" },
  "filesystem:read": { any: "read any file", some: "read files in", row: "reads files" },
  "filesystem:write": { any: "write any file", some: "write files in", row: "writes files", dangerous: true },
  "shell:execute": { any: "run any command", some: "run", row: "runs commands", dangerous: true },
  "env:read": { any: "read environment variables", some: "read the variables", row: "reads the environment" },
  "desktop:control": {
    any: "control mouse, keyboard and screen",
    some: "control",
    row: "controls the desktop",
    dangerous: true,
  },
  "mcp:connect": { any: "connect to MCP servers", some: "connect to the MCP server", row: "connects to MCP servers" },
  "database:read": { any: "read any database", some: "read the database", row: "reads databases" },
  "database:write": {
    any: "change any database",
    some: "change the database",
    row: "changes databases",
    dangerous: true,
  },
};
const ORDER = Object.keys(VERBS);

/** Reads `domain:level[:scope]`; what the spec does not know comes back as it was written. Null for `…:none`. */
export function permissionWords(permission: string): PermissionWords | null {
  const [domain = "", level = "", ...rest] = permission.split(":");
  if (level === "none") return null;
  const key = `${domain}:${level}`;
  const verb = Object.hasOwn(VERBS, key) ? VERBS[key] : undefined;
  if (verb === undefined) return { verb: "use", scope: permission, dangerous: true };
  const scope = rest.length > 0 ? rest.join(":") : null;
  return { verb: scope === null ? verb.any : verb.some, scope, dangerous: verb.dangerous === true };
}

/** `network:read` -> `fetches from the network`, for rows and filters. */
export function permissionRowWords(permission: string): string {
  return Object.hasOwn(VERBS, permission) ? (VERBS[permission]?.row ?? permission) : permission;
}

/** Orders permissions as they are read, unknown ones first. */
export function byReadingOrder(a: string, b: string): number {
  const place = (text: string) => ORDER.indexOf(text.split(":", 2).join(":"));
  return place(a) - place(b) || (a < b ? -1 : 1);
}
