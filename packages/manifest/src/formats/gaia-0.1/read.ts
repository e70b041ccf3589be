import { blankSkill, noDiscovery } from "../../model/blank-skill.ts";
import type { CanonicalSkill } from "../../model/canonical.ts";
import { openFields } from "../../model/field-reader.ts";
import {
  readAuthors,
  readDescription,
  readLicense,
  readLinks,
  readName,
  readTags,
  readVersion,
} from "../../fields/identity.ts";
import { readClaimedTier, readPermissions } from "../../fields/permissions.ts";
import { readRequirements } from "../../fields/requirements.ts";
import { readTools } from "../../fields/tools.ts";
import { titleFromName } from "../../model/skill-name.ts";
import type { Report } from "../../model/report.ts";
import type { PackageView, ReadOptions } from "../format.ts";
import { inToolsPy } from "../gaia-block/read-block.ts";
import { readTitle, startReading } from "../skill-file/open.ts";

/** Spec §2.2. */
export const DESCRIPTION_MAX_LENGTH = 200;

/**
 * Reads the flat form of the SKILL.md specification 0.1.0, §2 and §3: every field at the top level of the front matter.
 * Reports everything that is wrong; null when a required field could not be read.
 */
export function readGaia01(
  pkg: PackageView,
  _manifestFile: string,
  options: ReadOptions,
  report: Report,
): CanonicalSkill | null {
  const started = startReading(pkg, report);
  if (started === null) return null;
  const { manifest } = started;
  const reading = { ...started.reading, isStrict: true, aliases: [] };
  const fields = openFields(reading, manifest.root, { path: "", pointer: "" });
  const name = readName(reading, fields);
  const version = readVersion(reading, fields, options.version);
  const description = readDescription(reading, fields, DESCRIPTION_MAX_LENGTH);
  const authors = readAuthors(reading, fields);
  const license = readLicense(reading, fields);
  const declared = readPermissions(reading, fields);
  const requires = readRequirements(reading, fields, name?.value ?? null);
  const tools = inToolsPy(readTools(reading, fields), pkg);
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
    ...blankSkill({
      name,
      displayName: title ?? { value: titleFromName(name.value), origin: { ...name.origin, how: "inferred" } },
      version,
      description,
      kind: isMcp ? "mcp" : tools.length > 0 ? "tool" : "instruction",
      instructions: {
        file: reading.source.file,
        bodyStart: reading.source.byteOffset(manifest.bodyStart),
        bodyLine: reading.source.placeAt(manifest.bodyStart).line,
      },
      provenance: { format: "gaia-0.1", manifestFile: reading.source.file, manifestSha256: manifest.sha256 },
    }),
    aliases: reading.aliases,
    license,
    authors,
    links,
    discovery: { ...noDiscovery(), tags },
    tools,
    requires,
    permissions: { declared, inferred: [] },
    trust: { claimedTier },
    extensions: reading.extensions,
  };
}
