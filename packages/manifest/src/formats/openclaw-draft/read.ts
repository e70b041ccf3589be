import type { CanonicalSkill, DeclaredPermission, Permission } from "../../canonical.ts";
import { declaredAt, openFields, readTexts } from "../../field-reader.ts";
import type { Field, Fields, Reading } from "../../field-reader.ts";
import { readToolList } from "../../fields/tools.ts";
import type { Report } from "../../report.ts";
import type { PackageView, ReadOptions } from "../format.ts";
import { startReading } from "../skill-file/open.ts";
import { finishBase, keepMetadata, noteUndeclared, readBase, readBaseVersion } from "../skill-file/read-base.ts";
import type { Base } from "../skill-file/read-base.ts";

/**
 * Reads the form that spec §8.1 describes as OpenClaw's: `claw_version`, an `actions` list with handler paths, coarse permissions such as
 * `network: true`, and `pip_requires`.
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

/** Spec §8.2, step 3: what each coarse permission means in granular ones. */
export const COARSE_PERMISSIONS = {
  network: ["network:read", "network:write"],
  filesystem: ["filesystem:read", "filesystem:write"],
  shell: ["shell:execute"],
  desktop: ["desktop:control"],
  mcp: ["mcp:connect"],
  env: ["env:read"],
  database: ["database:read", "database:write"],
} as const satisfies Record<Permission["domain"], readonly string[]>;

/** `network: true` at the top level or below `permissions`. Null when there is none of either. */
function readCoarsePermissions(reading: Reading, fields: Fields): DeclaredPermission[] | null {
  const below = fields.peek("permissions");
  const isMap = below?.value.kind === "map";
  const inner = isMap ? openFields(reading, below.value as never, below) : null;
  const declared = [fields, inner].filter((one) => one !== null).flatMap((one) => readCoarseFlags(reading, one));
  if (isMap) {
    fields.take("permissions");
    inner?.close();
  }
  return declared.length > 0 || isMap ? declared.flat() : null;
}

function readCoarseFlags(reading: Reading, fields: Fields): DeclaredPermission[][] {
  return Object.entries(COARSE_PERMISSIONS).flatMap(([name, granular]) => {
    const value = fields.peek(name)?.value;
    if (value?.kind !== "scalar" || typeof value.value !== "boolean") return [];
    fields.take(name);
    const origin = declaredAt(reading, value.at);
    const domain = name as Permission["domain"];
    if (!value.value) return [[{ domain, level: "none", scope: null, origin }]];
    reading.report.note("SK5009", origin, `${name}: true was expanded to ${granular.join(", ")}.`);
    return [
      granular.map((text) => {
        const level = text.slice(text.indexOf(":") + 1) as Permission["level"];
        return { domain, level, scope: null, origin };
      }),
    ];
  });
}

/** Spec §8.2, step 2: an action is a tool; its handler is a path, or a path and a function after a colon or `#`. */
function readActions({ reading, parts }: Base, field: Field, pkg: PackageView): CanonicalSkill["tools"] {
  const own: Reading = { ...reading, extensions: {} };
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
