import type { CanonicalSkill } from "../../model/canonical.ts";
import { openFields } from "../../model/field-reader.ts";
import type { Report } from "../../model/report.ts";
import { permissionsOfTools } from "../allowed-tools.ts";
import type { PackageView, ReadOptions } from "../format.ts";
import { readGaiaBlock } from "../gaia-block/read-block.ts";
import { startReading } from "../skill-file/open.ts";
import { finishBase, keepMetadata, noteUndeclared, readBase, readBaseVersion } from "../skill-file/read-base.ts";
import type { Base } from "../skill-file/read-base.ts";
import { readEmbedded } from "../skill-file/sub-reading.ts";

/** Where an export to Agent Skills keeps, as JSON in a text, what the standard has no field for. */
export const CARRIER_KEY = "gaia-manifest";

/** Reads a skill of the Agent Skills standard, and the conventions that people follow beyond it (a version or author in `metadata`). */
export function readAgentSkills(
  pkg: PackageView,
  _file: string,
  options: ReadOptions,
  report: Report,
): CanonicalSkill | null {
  const started = startReading(pkg, report);
  if (started === null) return null;
  const base = readBase(started.reading, started.manifest);
  const version = readBaseVersion(base, options);
  readCarrier(base, pkg);
  // A portable copy has the allowed tools in there alone.
  if (base.fields.peek("allowed-tools") === null && base.parts.permissions.inferred.length === 0)
    base.parts.permissions.inferred = permissionsOfTools(base.parts.allowedTools);
  keepMetadata(base, true);
  noteUndeclared(base, "metadata.gaia.permissions");
  return finishBase(base, version, { format: "agent-skills" });
}

function readCarrier({ metadata, parts, name }: Base, pkg: PackageView): void {
  const field = metadata?.fields.peek(CARRIER_KEY) ?? null;
  if (metadata === null || field?.value.kind !== "scalar") return;
  const { text, at } = field.value;
  if (!text.startsWith("{")) return;
  const { reading } = metadata;
  const embedded = readEmbedded(reading, text, reading.source.placeAt(at));
  if (embedded === null) return;
  metadata.fields.take(CARRIER_KEY);
  const block = openFields(embedded.reading, embedded.map, field).peek("gaia");
  if (block?.value.kind !== "map") return;
  const ofIds = { ...embedded.reading, hasToolIds: true };
  readGaiaBlock(ofIds, { field: block, map: block.value }, parts, {
    skillName: name?.value ?? null,
    pkg,
  });
}
