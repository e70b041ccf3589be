import type { CanonicalSkill, DeclaredPermission, Permission } from "../../model/canonical.ts";
import { declaredAt, openFields, readTexts } from "../../model/field-reader.ts";
import type { Field, Fields, Reading } from "../../model/field-reader.ts";
import { readPermissionList } from "../../fields/permissions.ts";
import { readToolList } from "../../fields/tools.ts";
import type { Report } from "../../model/report.ts";
import type { PackageView, ReadOptions } from "../format.ts";
import { startReading } from "../skill-file/open.ts";
import { finishBase, keepMetadata, noteUndeclared, readBase, readBaseVersion } from "../skill-file/read-base.ts";
import type { Base } from "../skill-file/read-base.ts";

/**
 * Reads the form that docs/specification.md §8.1 describes as OpenClaw's: `claw_version`, an `actions` list with handler paths, coarse
 * permissions such as `network: true`, and `pip_requires`.
 */
export function readOpenClawDraft(
  pkg: PackageView,
  _file: string,
  options: ReadOptions,
  report: Report,
): CanonicalSkill | null {
  const started = startReading(pkg, report);
  if (started === null) return null;
  const base = readBase(started.reading, started.manifest);
  const { reading, fields, parts } = base;
  const version = readBaseVersion(base, options);
  parts.permissions.declared = readCoarsePermissions(reading, fields);
  const actions = fields.take("actions");
  if (actions !== null) parts.tools = readActions(base, actions, pkg);
  const specs = readTexts(reading, fields.take("pip_requires"), {
    maxItems: 256,
    maxLength: 500,
    want: "a pip requirement",
  });
  parts.requires.packages = specs.map(({ value: spec, origin }) => ({
    manager: "pip",
    spec,
    bins: [],
    label: null,
    sha256: null,
    raw: null,
    origin,
  }));
  keepMetadata(base, false);
  noteUndeclared(base);
  return finishBase(base, version, { format: "openclaw-draft" });
}

/** Spec §8.2, step 3: the levels that a coarse permission of a domain stands for. */
export const COARSE_PERMISSIONS: Record<Permission["domain"], readonly Permission["level"][]> = {
  network: ["read", "write"],
  filesystem: ["read", "write"],
  shell: ["execute"],
  desktop: ["control"],
  mcp: ["connect"],
  env: ["read"],
  database: ["read", "write"],
};

// The keys of a record of domains are domains.
export const DOMAINS = Object.keys(COARSE_PERMISSIONS) as Permission["domain"][];

/** `network: true` at the top level or below `permissions`, or a list of granular ones. Null when there is none of these. */
function readCoarsePermissions(reading: Reading, fields: Fields): DeclaredPermission[] | null {
  const below = fields.peek("permissions");
  if (below?.value.kind === "list") {
    fields.take("permissions");
    return readPermissionList(reading, below);
  }
  const inner = below?.value.kind === "map" ? openFields(reading, below.value, below) : null;
  const declared = DOMAINS.map((domain) => readFlag(reading, domain, inner === null ? [fields] : [fields, inner]));
  if (inner !== null) fields.take("permissions");
  inner?.close();
  const found = declared.filter((one) => one !== null);
  return found.length > 0 || inner !== null ? found.flat() : null;
}

function readFlag(reading: Reading, domain: Permission["domain"], places: Fields[]): DeclaredPermission[] | null {
  const place = places.find((fields) => {
    const value = fields.peek(domain)?.value;
    return value?.kind === "scalar" && typeof value.value === "boolean";
  });
  const value = place?.take(domain)?.value;
  if (value?.kind !== "scalar") return null;
  const origin = declaredAt(reading, value.at);
  if (value.value === false) return [{ domain, level: "none", scope: null, origin }];
  const levels = COARSE_PERMISSIONS[domain];
  const texts = levels.map((level) => `${domain}:${level}`).join(", ");
  reading.report.note("SK5009", origin, `${domain}: true was expanded to ${texts}.`);
  return levels.map((level) => ({ domain, level, scope: null, origin }));
}

/** Spec §8.2, step 2: an action is a tool; its handler is a path, or a path and a function after a colon or `#`. */
function readActions({ reading, parts }: Base, field: Field, pkg: PackageView): CanonicalSkill["tools"] {
  const hasLooseToolNames = reading.report.mode === "import";
  const own: Reading = { ...reading, extensions: {}, hasLooseToolNames };
  const tools = readToolList(own, field);
  const items = field.value.kind === "list" ? field.value.items : [];
  for (const [pointer, kept] of Object.entries(own.extensions)) {
    const index = /^\/actions\/(\d{1,3})\/handler$/.exec(pointer)?.[1];
    const tool = index === undefined || items.length !== tools.length ? undefined : tools[Number(index)];
    if (tool !== undefined && typeof kept.value === "string") tool.implementation = handlerOf(kept.value, pkg);
    parts.extensions[pointer] = kept;
  }
  return tools;
}

const LANGUAGES = new Map([
  ["py", "python"],
  ["js", "javascript"],
  ["mjs", "javascript"],
  ["cjs", "javascript"],
  ["ts", "typescript"],
  ["sh", "shell"],
]);

function handlerOf(handler: string, pkg: PackageView): CanonicalSkill["tools"][number]["implementation"] {
  const [, path = "", symbol = null] = /^(?:\.\/)?([^:#\0]{1,240})(?:[:#]([A-Za-z_]\w{0,63}))?$/.exec(handler) ?? [];
  const language = LANGUAGES.get(path.slice(path.lastIndexOf(".") + 1).toLowerCase());
  if (pkg.find(path) === null || language === undefined) return null;
  return { file: path, symbol, range: null, language };
}
