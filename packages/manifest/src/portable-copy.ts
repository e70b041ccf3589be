import { type PackageFile, withoutReserved } from "@gaia/archive";
import { agentSkillsMetadata, carriedNames } from "./formats/agent-skills/write.ts";
import type { Carrier } from "./formats/agent-skills/write.ts";
import { CARRIER_KEY } from "./formats/agent-skills/read.ts";
import {
  cutToBytes,
  isPortableKey,
  jsonValue,
  oneLine,
  quotedValue,
  readableLine,
  readableValue,
} from "./formats/portable-text.ts";
import { withoutLostCode } from "./formats/skill-file/write-base.ts";
import { newLosses, SKILL_FILE, withoutManifest } from "./formats/skill-file/write.ts";
import type { Mapping } from "./formats/yaml-text.ts";
import { DESCRIPTION_MAX_BYTES } from "./loaders/loader.ts";
import type { CanonicalSkill } from "./model/canonical.ts";
import { refusingReaders } from "./model/skill-name.ts";

/** What an agent may replace by the output of a command, without anybody being asked. */
const INSERTED_COMMAND = /!`(?=[^`\n]*`)/g;

/** `leftOut`: what the copy has not, or has otherwise, each a sentence for a person. `impossible` is a sentence too. */
export type PortableCopy = { files: PackageFile[]; leftOut: string[] } | { impossible: string };

/**
 * A skill as every loader reads it (docs/frameworks.md): its files with a SKILL.md whose front matter is `name`, `description`, `license`
 * and `metadata`, each a text on one line. What has no place there is JSON below `metadata.gaia-manifest`, from where reading the copy
 * restores it. Files that an install writes are left out. Pure: the same skill and files give the same bytes everywhere.
 */
export function portableCopy(skill: CanonicalSkill, files: readonly PackageFile[]): PortableCopy {
  const own = withoutReserved(files);
  const losses = newLosses(skill, "agent-skills");
  const kept = withoutLostCode(skill, null, losses);
  const { metadata, block } = agentSkillsMetadata(kept, losses, {
    elsewhere: ["allowedTools", "compatibility"],
    isKey: isPortableKey,
  });
  const described = readableLine(skill.description.value, "description");
  const description = cutToBytes(described.line, DESCRIPTION_MAX_BYTES);
  const licensed = readableLine(skill.license?.value ?? "", "license");
  if (description === "") return { impossible: "It has no description, and agents choose a skill by that." };
  const written = bodyOf(skill, own, description);
  if (written === null) return { impossible: `${skill.instructions.file} is no UTF-8 text.` };
  const body = written.replaceAll(INSERTED_COMMAND, "! `");
  const beside = renameNested(withoutManifest(skill, own));
  if (beside.files.some(({ path }) => path.toLowerCase().startsWith(`${SKILL_FILE.toLowerCase()}/`)))
    return { impossible: `A folder has the name ${SKILL_FILE}.` };
  const front = [
    "---",
    `name: ${readableValue(skill.name.value)}`,
    `description: ${readableValue(description)}`,
    ...(licensed.line === "" ? [] : [`license: ${readableValue(licensed.line)}`]),
    ...metadataLines(metadata, block),
    "---",
  ];
  const bytes = new TextEncoder().encode(`${front.join("\n")}\n${body}`);
  const leftOut = [
    ...originNotes(skill),
    ...refusingReaders(skill.name.value).map(({ reason }) => `Some agents refuse the name: ${reason}.`),
    ...described.changes,
    ...licensed.changes,
    ...(description === described.line ? [] : [cutNote(described.line)]),
    ...losses.report.diagnostics.map(({ message }) => message),
    ...carriedNotes(block),
    ...(body === written
      ? []
      : ["A blank parts ! from a command in the body, which some agents would run by themselves."]),
    ...(skill.invocation.model?.value === false
      ? ["That a person alone may invoke it is not in the front matter: other agents let their model invoke it too."]
      : []),
    ...beside.renamed,
  ];
  return { files: [{ path: SKILL_FILE, bytes }, ...beside.files], leftOut };
}

function metadataLines(metadata: Mapping, block: Carrier | null): string[] {
  const lines = Object.entries(metadata).map(([key, text]) => `  ${key}: ${quotedValue(String(text))}`);
  if (block !== null) lines.push(`  ${CARRIER_KEY}: ${jsonValue(block)}`);
  // Some loaders refuse `metadata` without anything in it.
  return lines.length === 0 ? [] : ["metadata:", ...lines];
}

/** The instructions with LF and without a BOM; where there are none, a heading and the description. Null: no text. */
function bodyOf(
  { instructions, displayName }: CanonicalSkill,
  files: readonly PackageFile[],
  description: string,
): string | null {
  const bytes = files.find(({ path }) => path === instructions.file)?.bytes.subarray(instructions.bodyStart);
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes).replace(/\r\n?/g, "\n");
    return text.trim() === "" ? `\n# ${oneLine(displayName.value)}\n\n${description}\n` : text;
  } catch {
    return null;
  }
}

/** Several loaders take every SKILL.md for a skill of its own, or pass over the folder that it is in. */
function renameNested(files: readonly PackageFile[]): { files: PackageFile[]; renamed: string[] } {
  const taken = new Set(files.map(({ path }) => path.toLowerCase()));
  const isNested = (path: string) => /\/skill\.md$/i.test(path);
  const names = new Map<string, string>();
  for (const { path } of files.filter((file) => isNested(file.path)).toSorted((a, b) => (a.path < b.path ? -1 : 1))) {
    const folder = path.slice(0, path.lastIndexOf("/"));
    let name = `${folder}/SKILL.nested.md`;
    for (let n = 2; taken.has(name.toLowerCase()); n++) name = `${folder}/SKILL.nested-${n}.md`;
    taken.add(name.toLowerCase());
    names.set(path, name);
  }
  return {
    files: files.map((file) => ({ ...file, path: names.get(file.path) ?? file.path })),
    renamed: [...names].map(
      ([path, name]) => `${path} is called ${name}, because some agents take it for a skill of its own.`,
    ),
  };
}

function originNotes({ provenance: { manifestFile } }: CanonicalSkill): string[] {
  if (manifestFile === SKILL_FILE) return [];
  const rest = manifestFile === "package.json" ? "is there without its key skill" : "is left out";
  return [`${SKILL_FILE} was made from ${manifestFile}, which ${rest}.`];
}

const cutNote = (line: string): string =>
  `The description is cut: it has ${Buffer.byteLength(line)} bytes, and some loaders take ${DESCRIPTION_MAX_BYTES}.`;

const OF_FRONT_MATTER: Record<string, string> = { allowedTools: "allowed-tools", compatibility: "compatibility" };

/** What is carried as JSON, by the names that an author knows. */
function carriedNotes(block: Carrier | null): string[] {
  if (block === null) return [];
  const names = carriedNames(block);
  const missed = names.flatMap((name) => OF_FRONT_MATTER[name] ?? []);
  const others = names.filter((name) => !Object.hasOwn(OF_FRONT_MATTER, name) && name !== "extensions");
  const listed = [...new Set([...others, ...extensionNames(block)])];
  const shown = listed.slice(0, 10).join(", ") + (listed.length > 10 ? ` and ${listed.length - 10} more` : "");
  return [
    ...missed.map((name) => `${name} is left out of the front matter: no spelling of it loads everywhere.`),
    ...(listed.length === 0 ? [] : [`Kept as JSON in metadata.${CARRIER_KEY}, which agents pass over: ${shown}.`]),
  ];
}

/** `/metadata/hermes/trust` is `metadata.hermes`, `/x-top/a` is `x-top`. */
function extensionNames({ gaia }: Carrier): string[] {
  const { extensions } = (gaia["canonical"] ?? {}) as { extensions?: Mapping };
  return Object.keys(extensions ?? {}).map((pointer) => {
    const [top = "", key] = pointer.slice(pointer.indexOf("/") + 1).split("/");
    return top === "metadata" && key !== undefined ? `metadata.${key}` : top;
  });
}
