import type { SkillParts } from "../../model/blank-skill.ts";
import type { Os } from "../../model/canonical.ts";
import { openFields } from "../../model/field-reader.ts";
import type { Field, Fields, Reading } from "../../model/field-reader.ts";
import type { MapTree } from "../../model/yaml-tree.ts";
import type { PackageView } from "../format.ts";
import { inferredPermission, mergeInferred } from "../allowed-tools.ts";
import { readGaiaBlock } from "../gaia-block/read-block.ts";
import { takeFlag, takeLine, takeUrl, takeWords } from "../skill-file/loose-fields.ts";
import { readEnv } from "./read-env.ts";
import { readInstall } from "./read-install.ts";

/** Whose block it is. */
interface Skill {
  skillName: string | null;
  pkg: PackageView;
}

/** The names of OpenClaw's namespace, the one that its own parsers prefer first. */
export const OPENCLAW_NAMES = ["clawdbot", "clawdis", "openclaw", "moltbot"] as const;

/** Fields that only OpenClaw has, found where its namespace should be around them. */
export const OPENCLAW_FIELDS = ["requires", "install", "primaryEnv", "envVars", "emoji", "skillKey", "always"] as const;

/**
 * Reads OpenClaw's fields from a mapping that holds its namespace under one of its names, or the fields without one. False when there is
 * neither. The namespaces that are not read stay as extensions.
 */
export function readOpenClawBlock(reading: Reading, parent: Fields, parts: SkillParts, skill: Skill): boolean {
  const present = OPENCLAW_NAMES.map((name) => parent.peek(name)).filter((field) => field?.value.kind === "map");
  const [best, other] = present;
  if (best != null && best.value.kind === "map") {
    noteNamespaces(reading, best, other ?? null);
    parent.take(best.path.split(".").at(-1) ?? best.path);
    const fields = openFields(reading, best.value as MapTree, best);
    readFields(reading, fields, parts, skill);
    fields.close();
    return true;
  }
  const loose = OPENCLAW_FIELDS.map((name) => parent.peek(name)).find((field) => field !== null);
  if (loose == null) return false;
  const place = reading.source.placeAt(loose.keyAt);
  reading.report.note("SK3045", place, `OpenClaw's field ${loose.path} is not below metadata.openclaw.`);
  readFields(reading, parent, parts, skill);
  return true;
}

function noteNamespaces({ report, source }: Reading, best: Field, other: Field | null): void {
  const name = best.path.split(".").at(-1) ?? "";
  if (name !== "openclaw")
    report.note("SK3043", source.placeAt(best.keyAt), `${best.path} is an old name of metadata.openclaw.`);
  if (other !== null)
    report.note(
      "SK3044",
      source.placeAt(other.keyAt),
      `${best.path} and ${other.path} are both there; the first is read.`,
    );
}

function readFields(reading: Reading, fields: Fields, parts: SkillParts, skill: Skill): void {
  const { requires, discovery, invocation, links } = parts;
  const carrier = fields.peek("gaia");
  if (carrier?.value.kind === "map") {
    fields.take("gaia");
    readGaiaBlock(reading, { field: carrier, map: carrier.value }, parts, skill);
  }
  const requiresField = fields.peek("requires");
  const isMap = requiresField?.value.kind === "map";
  if (isMap) fields.take("requires");
  const needs = isMap ? openFields(reading, requiresField.value as MapTree, requiresField) : null;
  readEnv(reading, fields, needs, parts);
  if (needs !== null) {
    requires.bins.all.push(...takeWords(reading, needs, "bins"));
    const any = takeWords(reading, needs, "anyBins");
    if (any.length > 0) requires.bins.anyOf.push(any);
    requires.hostConfig.push(...takeWords(reading, needs, "config"));
    const known = requires.tools.map(({ value }) => value);
    requires.tools.push(...takeWords(reading, needs, "tools").filter(({ value }) => !known.includes(value)));
    needs.close();
  }
  const [config] = requires.hostConfig;
  if (config !== undefined)
    reading.report.note("SK6010", config.origin, "requires.config names keys of the host's configuration, not files.");
  discovery.icon ??= takeLine(reading, fields, "emoji", 64);
  discovery.category ??= takeLine(reading, fields, "category");
  invocation.always ??= takeFlag(reading, fields, "always");
  links.homepage ??= takeUrl(reading, fields, "homepage");
  const author = parts.authors.length === 0 ? takeLine(reading, fields, "author") : null;
  if (author !== null) parts.authors.push({ name: author.value, origin: author.origin });
  readSkillKey(reading, fields, parts);
  readOs(reading, fields, parts);
  readInstall(reading, fields, parts);
  inferPermissions(parts);
}

/** An alias, and kept as an extension as well: it is OpenClaw's only. */
function readSkillKey(reading: Reading, fields: Fields, parts: SkillParts): void {
  const text = fields.peek("skillKey")?.value;
  if (text?.kind !== "scalar" || text.text === "" || text.text.length > 200) return;
  if (parts.aliases.some(({ value }) => value === text.text)) return;
  parts.aliases.push({ value: text.text, origin: { ...reading.source.placeAt(text.at), how: "declared" } });
}

const SYSTEMS = new Map<string, Os>([
  ["darwin", "darwin"],
  ["macos", "darwin"],
  ["mac", "darwin"],
  ["osx", "darwin"],
  ["linux", "linux"],
  ["win32", "win32"],
  ["windows", "win32"],
]);

/** Taken only when every name is one that we know. */
function readOs(reading: Reading, fields: Fields, { requires }: SkillParts): void {
  const field = fields.peek("os");
  if (field === null || requires.os.length > 0) return;
  const items = field.value.kind === "list" ? field.value.items : [field.value];
  const known = items.every((item) => item.kind === "scalar" && SYSTEMS.has(item.text.trim().toLowerCase()));
  if (!known) return;
  const found = takeWords(reading, fields, "os").flatMap(({ value, origin }) => {
    const os = SYSTEMS.get(value.toLowerCase());
    return os === undefined ? [] : { value: os, origin };
  });
  for (const one of found) if (!requires.os.some(({ value }) => value === one.value)) requires.os.push(one);
}

/** What is needed is used: each program, variable and download suggests a permission. */
function inferPermissions({ requires, permissions }: SkillParts): void {
  const programs = [...requires.bins.all, ...requires.bins.anyOf.flat()];
  permissions.inferred = mergeInferred([
    ...permissions.inferred,
    ...programs.map(({ value, origin }) => inferredPermission("shell", "execute", value, origin)),
    ...requires.env.map(({ name, origin }) => inferredPermission("env", "read", name, origin)),
    ...requires.packages.flatMap(({ bins, origin }) =>
      bins.map((bin) => inferredPermission("shell", "execute", bin, origin)),
    ),
  ]);
}
