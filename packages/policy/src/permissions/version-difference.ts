import type { Permission } from "./permission.ts";
import { covers } from "./scope.ts";
import { breakOf, type JsonSchema } from "./schema-difference.ts";

/** What of a release the number of the next one has to answer for. */
export interface Release {
  /** SemVer 2.0.0. */
  version: string;
  /** Null: the manifest declares none. */
  declared: readonly Permission[] | null;
  /** What its code does; null: not known. */
  used: readonly Permission[] | null;
  tools: readonly { name: string; inputSchema: JsonSchema }[];
}

export type Bump = "major" | "minor" | "patch";

export interface ReleaseChange {
  kind: "permission-added" | "permission-used" | "tool-removed" | "tool-changed" | "tool-added";
  /** The permission or the tool, as a person reads it. */
  what: string;
  /** The smallest step of the version that would have announced it. */
  needs: "major" | "minor";
  detail: string | null;
}

/**
 * What changed from one release to the next although its number does not say so (docs/specification.md §10.2): new permissions and
 * removed or incompatible tools need a major version, new tools a minor one. In 0.x, minor stands for major (SemVer §4).
 */
export function unannouncedChanges(previous: Release, next: Release): ReleaseChange[] {
  const bump = bumpBetween(previous.version, next.version);
  const changes = [...permissionChanges(previous, next), ...toolChanges(previous, next)];
  return changes.filter(({ needs }) => (needs === "major" ? bump !== "major" : bump === "patch"));
}

/** The step between two versions; what SemVer calls a major step below 1.0.0 included. */
export function bumpBetween(previous: string, next: string): Bump {
  const [major, minor] = numbersOf(previous);
  const [nextMajor, nextMinor] = numbersOf(next);
  if (nextMajor !== major) return "major";
  if (nextMinor === minor) return "patch";
  return major === 0 ? "major" : "minor";
}

function numbersOf(version: string): [number, number] {
  const [major = "0", minor = "0"] = version.split(/[.+-]/, 2);
  return [Number(major), Number(minor)];
}

const textOf = ({ domain, level, scope }: Permission): string =>
  scope === null ? `${domain}:${level}` : `${domain}:${level}:${scope}`;

function permissionChanges(previous: Release, next: Release): ReleaseChange[] {
  const changes: ReleaseChange[] = [];
  const had = previous.declared?.filter(isGrant);
  for (const permission of had ? (next.declared ?? []).filter(isGrant) : []) {
    if (
      had?.some((before) =>
        before.scope === permission.scope ? covers({ ...before, scope: null }, permission) : covers(before, permission),
      )
    )
      continue;
    changes.push({ kind: "permission-added", what: textOf(permission), needs: "major", detail: null });
  }
  // What the code does counts by its kind alone: another host is no new permission.
  const known = [...(previous.declared ?? []), ...(previous.used ?? [])].filter(isGrant);
  for (const kind of previous.used === null ? [] : kindsOf(next.used ?? [])) {
    if (known.some((before) => covers({ ...before, scope: null }, kind))) continue;
    if (changes.some(({ what }) => what === textOf(kind) || what.startsWith(`${textOf(kind)}:`))) continue;
    changes.push({ kind: "permission-used", what: textOf(kind), needs: "major", detail: null });
  }
  return changes;
}

const isGrant = ({ level }: Permission): boolean => level !== "none";

function kindsOf(permissions: readonly Permission[]): Permission[] {
  const kinds = new Map(permissions.map((each) => [`${each.domain}:${each.level}`, { ...each, scope: null }]));
  return [...kinds.values()];
}

function toolChanges(previous: Release, next: Release): ReleaseChange[] {
  const after = new Map(next.tools.map((tool) => [tool.name, tool]));
  const before = new Set(previous.tools.map(({ name }) => name));
  const gone = previous.tools.flatMap((tool): ReleaseChange[] => {
    const now = after.get(tool.name);
    if (now === undefined) return [{ kind: "tool-removed", what: tool.name, needs: "major", detail: null }];
    const detail = breakOf(tool.inputSchema, now.inputSchema);
    return detail === null ? [] : [{ kind: "tool-changed", what: tool.name, needs: "major", detail }];
  });
  const added = next.tools
    .filter(({ name }) => !before.has(name))
    .map(({ name }): ReleaseChange => ({ kind: "tool-added", what: name, needs: "minor", detail: null }));
  return [...gone, ...added];
}
