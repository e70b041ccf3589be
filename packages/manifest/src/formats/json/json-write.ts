import type { PackageFile } from "@gaia/archive";
import type { CanonicalSkill, Json, SourceFormat } from "../../model/canonical.ts";
import { gaiaBlock } from "../gaia-block/write-block.ts";
import type { CanonicalFieldName } from "../canonical/canonical-fields.ts";
import { toJson } from "../../model/yaml-json.ts";
import type { PackageView } from "../format.ts";
import { findJsonFile } from "./json-manifest.ts";
import { putAt } from "../skill-file/write.ts";
import type { Losses } from "../skill-file/write.ts";
import type { Mapping } from "../yaml-text.ts";

export function jsonFile(path: string, value: Mapping): PackageFile {
  return { path, bytes: new TextEncoder().encode(`${JSON.stringify(value, null, 2)}\n`) };
}

/** Sets a key where there is something to say. */
export function setSaid(root: Mapping, key: string, value: Json | null | undefined): void {
  const isEmpty = value === null || value === undefined || (Array.isArray(value) && value.length === 0);
  if (!isEmpty) root[key] = value;
}

/** The instructions, as bytes; null where a skill has none. */
export function bodyOf({ instructions, provenance }: CanonicalSkill, pkg: PackageView): Uint8Array | null {
  const file = pkg.find(instructions.file);
  if (file === null || instructions.bodyStart >= file.bytes.length) return null;
  const start =
    instructions.file === provenance.manifestFile ? instructions.bodyStart : bodyStartOf(file, instructions);
  return file.bytes.subarray(start);
}

/** A byte-order mark is no part of the text. */
function bodyStartOf({ bytes }: PackageFile, { bodyStart }: CanonicalSkill["instructions"]): number {
  const hasMark = bodyStart === 0 && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return hasMark ? 3 : bodyStart;
}

/**
 * Writes the extensions of a skill that came from this file back to their places; `prefix` is the `file#` of another file. Those that are
 * carried for another format are left out. Returns those that have no place in it.
 */
export function putExtensions(
  root: Mapping,
  extensions: CanonicalSkill["extensions"],
  prefix = "",
): CanonicalSkill["extensions"] {
  const rest: CanonicalSkill["extensions"] = {};
  for (const [pointer, kept] of Object.entries(extensions)) {
    if (kept.origin.how === "inferred") continue;
    const inner = prefix === "" ? pointer : pointer.slice(prefix.length);
    const isHere = pointer.startsWith(prefix) && inner.startsWith("/");
    if (!isHere || !putAt(root, inner, kept.value)) rest[pointer] = kept;
  }
  return rest;
}

/** The extensions that are no keys of the target's own: those of another format. */
export function carriedExtensions(
  { extensions, provenance }: CanonicalSkill,
  target: SourceFormat,
): CanonicalSkill["extensions"] {
  const entries = Object.entries(extensions);
  return Object.fromEntries(
    entries.filter(([, { origin }]) => provenance.format !== target || origin.how === "inferred"),
  );
}

/** What the format cannot hold itself, as a GAIA block; null where there is nothing to carry. Tools are the format's own. */
export function carriedBlock(
  skill: CanonicalSkill,
  rest: { natively: readonly CanonicalFieldName[]; keptExtensions: CanonicalSkill["extensions"] },
  losses: Losses,
): Mapping | null {
  const block = gaiaBlock({ ...skill, tools: [] }, rest, losses);
  if (Object.keys(block).length === 0) return null;
  losses.encoded("what it has no field for", "the key gaia");
  return block;
}

/** Code of another runtime stays in the package, but nothing calls it: SK9006. Its place is not kept, for files change. */
export function dropForeignCode(skill: CanonicalSkill, target: string, wanted: string, losses: Losses): CanonicalSkill {
  const languages = skill.tools.flatMap(({ implementation }) => implementation?.language ?? []);
  const found = [...new Set(languages)].join(", ") || (skill.runtime?.type ?? null);
  const place = { file: skill.provenance.manifestFile, line: null, column: null };
  if (found !== null || skill.tools.length > 0 || skill.orchestration !== null) {
    const what = found === null ? "There is no implementation" : `The implementation is ${found}`;
    losses.report.note("SK9006", place, `${what}; ${target} needs ${wanted}. Only the declaration was exported.`);
  }
  const tools = skill.tools.map((tool) => ({ ...tool, implementation: null }));
  return { ...skill, tools, runtime: null, orchestration: null };
}

/**
 * The files of a package that stay when its manifest is written anew in another format: no other manifest may be left beside it. A
 * package.json that was the manifest only loses its `skill`.
 */
export function otherFiles(
  { provenance }: CanonicalSkill,
  pkg: PackageView,
  written: readonly string[],
): PackageFile[] {
  const gone = new Set(["skill.md", ...written.map((path) => path.toLowerCase())]);
  return pkg.files.flatMap((file) => {
    if (gone.has(file.path.toLowerCase())) return [];
    if (file.path !== provenance.manifestFile) return [file];
    if (file.path !== "package.json") return [];
    const root = findJsonFile(pkg, file.path)?.opened?.root;
    // It was read before: it can be read again.
    if (root === undefined) return [];
    const entries = new Map([...root.entries].filter(([key]) => key !== "skill"));
    // A mapping becomes an object.
    return [jsonFile(file.path, toJson({ ...root, entries }).value as Mapping)];
  });
}
