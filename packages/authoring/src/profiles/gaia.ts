import type { Diagnostic, Sourced } from "@gaia/manifest";
import {
  blankParts,
  describe,
  type Field,
  type Fields,
  newReport,
  openFields,
  type PackageView,
  quoted,
  readDescription,
  readGaiaBlock,
  type Reading,
  readLicense,
  readName,
  readVersion,
  refuse,
  type Report,
  startReading,
} from "@gaia/manifest/kernel";

const DESCRIPTION_MAX_LENGTH = 1024;

/**
 * What GAIA's reader says of a SKILL.md: it looks at `name`, `version`, `description` and `license` at the top level and at
 * `metadata.gaia`, and keeps every other key unread, `metadata.version` included. It does without a version, and wants single hyphens
 * and the folder to have the skill's name.
 */
export function checkGaia(
  pkg: PackageView,
  options: { folder: string | undefined; version: string | undefined },
): Diagnostic[] {
  const report = newReport();
  const started = startReading(pkg, report);
  if (started === null) return report.diagnostics;
  const parts = blankParts();
  const reading: Reading = { ...started.reading, extensions: parts.extensions, aliases: parts.aliases };
  const fields = openFields(reading, started.manifest.root, { path: "", pointer: "" });
  const name = readName(reading, fields);
  readDescription(reading, fields, DESCRIPTION_MAX_LENGTH);
  const given = options.version === undefined ? undefined : { value: options.version, fillsGap: false };
  if (fields.peek("version") !== null) readVersion(reading, fields, given);
  readLicense(reading, fields);
  readOwnBlock(pkg, reading, { fields, name, parts });
  if (name !== null) noteName(report, name, options.folder);
  return report.diagnostics;
}

function readOwnBlock(
  pkg: PackageView,
  reading: Reading,
  { fields, name, parts }: { fields: Fields; name: Sourced<string> | null; parts: ReturnType<typeof blankParts> },
): void {
  const metadata = fields.peek("metadata");
  if (metadata?.value.kind !== "map") return;
  const field: Field | null = openFields(reading, metadata.value, metadata).peek("gaia");
  if (field === null) return;
  const { value: map } = field;
  if (map.kind === "map") readGaiaBlock(reading, { field, map }, parts, { skillName: name?.value ?? null, pkg });
  else refuse(reading, field, "a mapping", describe(map));
}

function noteName(report: Report, { value, origin }: Sourced<string>, folder: string | undefined): void {
  if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(value))
    report.note("SK3002", origin, `GAIA refuses the name ${quoted(value)}.`, {
      fill: { suggestion: "single hyphens" },
    });
  if (folder !== undefined && folder !== value)
    report.note("SK3004", origin, `The name ${quoted(value)} differs from its folder ${quoted(folder)}.`, {
      severity: "error",
    });
}
