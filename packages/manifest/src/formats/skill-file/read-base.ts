import { blankParts } from "../../model/blank-skill.ts";
import type { SkillParts } from "../../model/blank-skill.ts";
import type { CanonicalSkill, SourceFormat, Sourced } from "../../model/canonical.ts";
import { declaredAt, openFields, readText } from "../../model/field-reader.ts";
import type { Field, Fields, Reading } from "../../model/field-reader.ts";
import { readDescription, readLicense, readName, settleVersion } from "../../fields/identity.ts";
import { permissionText } from "../../model/permission.ts";
import { titleFromName } from "../../model/skill-name.ts";
import { isVersion } from "../../model/skill-version.ts";
import { permissionsOfTools, readAllowedTools } from "../allowed-tools.ts";
import type { ReadOptions } from "../format.ts";
import type { ManifestText } from "../manifest-text.ts";
import { takeFlag, takeLine, takeUrl, takeWords } from "./loose-fields.ts";
import { inferDescription, inferName } from "./infer-identity.ts";
import { readTitle } from "./open.ts";
import { readEmbedded } from "./sub-reading.ts";

/** Agent Skills. */
const DESCRIPTION_MAX_LENGTH = 1024;

/** What the SKILL.md formats with an Agent Skills base have in common, while it is being read. */
export interface Base {
  reading: Reading;
  manifest: ManifestText;
  /** The top level. */
  fields: Fields;
  /** `metadata`; null when it is missing or no mapping. Its reading differs when it was JSON in a text. */
  metadata: { fields: Fields; reading: Reading } | null;
  name: Sourced<string> | null;
  description: Sourced<string> | null;
  /** A title outside the body. */
  title: Sourced<string> | null;
  parts: SkillParts;
}

/** Reads what every format with an Agent Skills base shares. The format's own reader goes on from there and calls `finishBase`. */
export function readBase(outer: Reading, manifest: ManifestText): Base {
  const parts = blankParts();
  const reading: Reading = { ...outer, extensions: parts.extensions, aliases: parts.aliases };
  const fields = openFields(reading, manifest.root, { path: "", pointer: "" });
  const name = readName(reading, fields) ?? inferName(reading, manifest);
  const description = inferDescription(reading, manifest, readDescription(reading, fields, DESCRIPTION_MAX_LENGTH));
  reading.stableText = `${name?.value}\n${description?.value}\n${outer.source.text.slice(manifest.bodyStart)}`;
  parts.license = readAnyLicense(reading, fields);
  const allowed = fields.take("allowed-tools");
  if (allowed !== null) parts.allowedTools = readAllowedTools(reading, allowed);
  parts.permissions.inferred = permissionsOfTools(parts.allowedTools);
  const compatibility = fields.take("compatibility");
  if (compatibility !== null) parts.requires.text = readCompatibility(reading, compatibility);
  const metadata = openMetadata(reading, fields.peek("metadata"), fields);
  readConventions(reading, fields, metadata, parts);
  const title =
    takeLine(reading, fields, "title") ??
    takeLine(reading, fields, "displayName") ??
    (metadata && takeLine(metadata.reading, metadata.fields, "title"));
  return { reading, manifest, fields, metadata, name, description, title, parts };
}

/** Text, or ClawHub's mapping with the identifier in `spdx`, which is then kept whole as an extension too. */
function readAnyLicense(reading: Reading, fields: Fields): CanonicalSkill["license"] {
  const field = fields.peek("license");
  if (field?.value.kind !== "map") return readLicense(reading, fields);
  const inner = openFields(reading, field.value, field);
  const spdx = inner.peek("spdx");
  const renamed: Fields = { take: () => spdx, peek: () => spdx, close: () => undefined };
  return readLicense(reading, renamed);
}

function readCompatibility(reading: Reading, field: Field): Sourced<string> | null {
  const { value: tree } = field;
  if (tree.kind !== "scalar") return readText(reading, field);
  const text = tree.text.trim();
  return text === "" ? null : { value: text, origin: declaredAt(reading, tree.at) };
}

function openMetadata(reading: Reading, field: Field | null, fields: Fields): Base["metadata"] {
  if (field === null) return null;
  const { value: tree } = field;
  if (tree.kind === "map") {
    fields.take("metadata");
    return { fields: openFields(reading, tree, field), reading };
  }
  if (tree.kind === "list" || !tree.text.trim().startsWith("{")) return null;
  const place = reading.source.placeAt(tree.at);
  reading.report.note("SK3046", place, "metadata is JSON in a text.");
  const embedded = readEmbedded(reading, tree.text, place);
  if (embedded === null) return null;
  fields.take("metadata");
  return { fields: openFields(embedded.reading, embedded.map, field), reading: embedded.reading };
}

/** What people write at the top level or below `metadata` although the standard does not name it. */
function readConventions(reading: Reading, fields: Fields, metadata: Base["metadata"], parts: SkillParts): void {
  const either = <T>(take: (reading: Reading, fields: Fields) => T, isThere: (value: T) => boolean): T => {
    const top = take(reading, fields);
    return isThere(top) || metadata === null ? top : take(metadata.reading, metadata.fields);
  };
  const isSet = (value: unknown) => value !== null;
  const author = either((r, f) => takeLine(r, f, "author"), isSet);
  parts.authors = author === null ? [] : [{ name: author.value, origin: author.origin }];
  parts.links.homepage = either((r, f) => takeUrl(r, f, "homepage"), isSet);
  parts.links.repository = either((r, f) => takeUrl(r, f, "repository"), isSet);
  parts.discovery.tags = either(
    (r, f) => takeWords(r, f, "tags"),
    (tags) => tags.length > 0,
  );
  parts.discovery.category = either((r, f) => takeLine(r, f, "category"), isSet);
  parts.discovery.triggers = takeWords(reading, fields, "triggers");
  parts.invocation.user = takeFlag(reading, fields, "user-invocable");
  const disabled = takeFlag(reading, fields, "disable-model-invocation");
  parts.invocation.model = disabled && { ...disabled, value: !disabled.value };
  parts.invocation.argumentHint = takeLine(reading, fields, "argument-hint");
  parts.invocation.dispatchTool = takeLine(reading, fields, "command-tool");
}

/**
 * The version, at the top level or (by convention) below `metadata`. The two must agree. What is below `metadata` and no SemVer is
 * overruled by a version given at publish, for there the standard means nothing by it.
 */
export function readBaseVersion(base: Base, options: ReadOptions): Sourced<string> | null {
  const { reading, fields, metadata } = base;
  const field = fields.take("version");
  const top = field && readText(reading, field, { maxLength: 128, ofNumber: "SK3012" });
  if (field !== null && top === null) return null;
  if (top !== null) {
    const below = metadata && takeLine(metadata.reading, metadata.fields, "version", 128);
    if (below !== null && below.value !== top.value) {
      const message = `version is ${top.value} at the top and ${below.value} below metadata.`;
      reading.report.note("SK3013", below.origin, message);
    }
    return settleVersion(reading, top, options.version);
  }
  const seen = metadata?.fields.peek("version") ?? null;
  const text = seen?.value.kind === "scalar" ? seen.value.text : "";
  if (metadata === null || (options.version !== undefined && !isVersion(text)))
    return settleVersion(reading, null, options.version);
  return settleVersion(reading, takeLine(metadata.reading, metadata.fields, "version", 128), options.version);
}

const VENDORS = ["gaia", "openclaw"];

/** What is left below `metadata`, as text where it is a scalar: the standard has text only, so `1.10` stays `1.10`. */
export function keepMetadata({ reading, metadata, manifest, parts }: Base, asText: boolean): void {
  if (metadata === null) return;
  const before = new Set(Object.keys(parts.extensions));
  metadata.fields.close(VENDORS);
  if (!asText) return;
  const entries = manifest.root.entries.get("metadata")?.value;
  if (entries?.kind !== "map") return;
  for (const [pointer, kept] of Object.entries(parts.extensions)) {
    const key = /^\/metadata\/([^/]*)$/.exec(pointer)?.[1];
    if (key === undefined || before.has(pointer)) continue;
    const value = entries.entries.get(key.replaceAll("~1", "/").replaceAll("~0", "~"))?.value;
    if (value?.kind === "scalar") kept.value = value.text;
    else if (value !== undefined) noteNested(reading, key, kept.origin);
  }
}

function noteNested({ report }: Reading, key: string, place: Sourced<string>["origin"]): void {
  report.note("SK3042", place, `metadata.${key.slice(0, 60)} is no text.`);
}

/** Puts the parts together once the format's own fields are read. Null when a required field is missing, which was reported. */
export function finishBase(
  base: Base,
  version: Sourced<string> | null,
  { format, kind }: { format: SourceFormat; kind?: CanonicalSkill["kind"] },
): CanonicalSkill | null {
  const { reading, manifest, name, description, parts } = base;
  const title = readTitle(reading, manifest);
  base.fields.close();
  if (name === null || version === null || description === null) return null;
  const displayName = base.title ??
    title ?? { value: titleFromName(name.value), origin: { ...name.origin, how: "inferred" } };
  const { source } = reading;
  return {
    ...parts,
    name,
    displayName,
    version,
    description,
    kind: kind ?? kindOf(parts),
    instructions: {
      file: source.file,
      bodyStart: source.byteOffset(manifest.bodyStart),
      bodyLine: source.placeAt(manifest.bodyStart).line,
    },
    provenance: { format, manifestFile: source.file, manifestSha256: manifest.sha256 },
  };
}

function kindOf({ tools, requires, permissions }: SkillParts): CanonicalSkill["kind"] {
  const connects = permissions.declared?.some(({ domain, level }) => domain === "mcp" && level === "connect") ?? false;
  if (connects || (tools.length > 0 && requires.packages.some(({ manager }) => manager === "npm"))) return "mcp";
  return tools.length > 0 ? "tool" : "instruction";
}

/**
 * A permission list is missing: said once, with what the rest of the manifest suggests. What its files do is found by the
 * scan. `key`: where a format has the list, when that is not at the top level.
 */
export function noteUndeclared({ reading, parts }: Base, key?: string): void {
  if (parts.permissions.declared !== null) return;
  const texts = parts.permissions.inferred.map(permissionText);
  const suggested = texts.length === 0 ? "none" : texts.slice(0, 10).join(", ");
  const place = reading.source.placeAt(reading.startAt);
  const message = `No permissions are declared; the manifest suggests ${suggested}.`;
  const where = key === undefined ? "" : ` below ${key}`;
  reading.report.note("SK5001", place, message, {
    hint:
      `List what the skill needs${where}, or e.g. \`- filesystem:none\` where it needs nothing. ` +
      "Undeclared, the version stays experimental.",
  });
}
