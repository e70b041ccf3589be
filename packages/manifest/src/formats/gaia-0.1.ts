import type { CanonicalSkill, Sourced } from "../canonical.ts";
import { openFields } from "../field-reader.ts";
import type { Reading } from "../field-reader.ts";
import {
  readAuthors,
  readDescription,
  readLicense,
  readLinks,
  readName,
  readTags,
  readVersion,
} from "../fields/identity.ts";
import { readClaimedTier, readPermissions } from "../fields/permissions.ts";
import { readRequirements } from "../fields/requirements.ts";
import { readTools } from "../fields/tools.ts";
import { findTitle } from "../front-matter.ts";
import { titleFromName } from "../skill-name.ts";
import type { ManifestText } from "./manifest-text.ts";

/** Spec §2.2. */
const DESCRIPTION_MAX_LENGTH = 200;

/**
 * Reads the flat form of the SKILL.md specification 0.1.0, §2 and §3: every field at the top level of the front matter.
 * Reports everything that is wrong; null when a required field could not be read.
 */
export function readGaia01(
  reading: Reading,
  manifest: ManifestText,
  options: { version: string | undefined },
): CanonicalSkill | null {
  const fields = openFields(reading, manifest.root, { path: "", pointer: "" });
  const name = readName(reading, fields);
  const version = readVersion(reading, fields, options.version);
  const description = readDescription(reading, fields, DESCRIPTION_MAX_LENGTH);
  const authors = readAuthors(reading, fields);
  const license = readLicense(reading, fields);
  const declared = readPermissions(reading, fields);
  const requires = readRequirements(reading, fields, name?.value ?? null);
  const tools = readTools(reading, fields);
  const claimedTier = readClaimedTier(reading, fields);
  const links = readLinks(reading, fields);
  const tags = readTags(reading, fields);
  fields.close();
  const title = readTitle(reading, manifest);
  if (name === null || version === null || description === null) return null;

  const isMcp =
    requires.packages.some(({ manager }) => manager === "npm") ||
    (declared ?? []).some(({ domain, level }) => domain === "mcp" && level === "connect");
  return {
    schema: 1,
    name,
    displayName: title ?? {
      value: titleFromName(name.value),
      origin: { ...name.origin, how: "inferred" },
    },
    version,
    description,
    license,
    authors,
    links,
    kind: isMcp ? "mcp" : tools.length > 0 ? "tool" : "instruction",
    discovery: { tags },
    instructions: {
      file: reading.source.file,
      bodyStart: reading.source.byteOffset(manifest.bodyStart),
      bodyLine: reading.source.placeAt(manifest.bodyStart).line,
    },
    tools,
    requires,
    permissions: { declared, inferred: [] },
    trust: { claimedTier },
    extensions: reading.extensions,
    provenance: {
      format: "gaia-0.1",
      manifestFile: reading.source.file,
      manifestSha256: manifest.sha256,
    },
  };
}

function readTitle(reading: Reading, { bodyStart }: ManifestText): Sourced<string> | null {
  const { report, source } = reading;
  const place = source.placeAt(bodyStart);
  if (source.text.slice(bodyStart).trim() === "") {
    report.note("SK7001", place, "There is nothing after the front matter.");
    return null;
  }
  const title = findTitle(source.text, bodyStart);
  if (title === null) report.note("SK7004", place, "The body has no level-1 heading.");
  return title && { value: title.title, origin: { ...source.placeAt(title.offset), how: "inferred" } };
}
