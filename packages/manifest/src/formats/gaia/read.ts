import type { CanonicalSkill } from "../../model/canonical.ts";
import { describe, refuse } from "../../model/field-reader.ts";
import type { Report } from "../../model/report.ts";
import { readOpenClawBlock } from "../openclaw/read-block.ts";
import type { PackageView, ReadOptions } from "../format.ts";
import { startReading } from "../skill-file/open.ts";
import { finishBase, keepMetadata, noteUndeclared, readBase, readBaseVersion } from "../skill-file/read-base.ts";
import { readGaiaBlock } from "../gaia-block/read-block.ts";

/**
 * Reads what GAIA ships: an Agent Skills SKILL.md with `version` at the top level and GAIA's own fields below `metadata.gaia`. What it has
 * below `metadata.openclaw` is read too, so that one file can serve both.
 */
export function readGaia(pkg: PackageView, _file: string, options: ReadOptions, report: Report): CanonicalSkill | null {
  const started = startReading(pkg, report);
  if (started === null) return null;
  const base = readBase(started.reading, started.manifest);
  const version = readBaseVersion(base, options);
  const { metadata, parts } = base;
  const field = metadata?.fields.take("gaia") ?? null;
  if (metadata !== null && field !== null) {
    if (field.value.kind === "map")
      readGaiaBlock(metadata.reading, { field, map: field.value }, parts, { skillName: base.name?.value ?? null, pkg });
    else refuse(metadata.reading, field, "a mapping", describe(field.value));
  }
  if (metadata !== null)
    readOpenClawBlock(metadata.reading, metadata.fields, parts, { skillName: base.name?.value ?? null, pkg });
  keepMetadata(base, false);
  noteUndeclared(base, "metadata.gaia.permissions");
  return finishBase(base, version, { format: "gaia" });
}
