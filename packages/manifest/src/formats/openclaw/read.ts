import type { CanonicalSkill } from "../../model/canonical.ts";
import type { Report } from "../../model/report.ts";
import type { PackageView, ReadOptions } from "../format.ts";
import { startReading } from "../skill-file/open.ts";
import { finishBase, keepMetadata, noteUndeclared, readBase, readBaseVersion } from "../skill-file/read-base.ts";
import { readOpenClawBlock } from "./read-block.ts";

/** Reads what OpenClaw and ClawHub really use: `metadata.openclaw` (or clawdbot, clawdis, moltbot), or its fields beside the standard's. */
export function readOpenClaw(
  pkg: PackageView,
  _file: string,
  options: ReadOptions,
  report: Report,
): CanonicalSkill | null {
  const started = startReading(pkg, report);
  if (started === null) return null;
  const base = readBase(started.reading, started.manifest);
  const version = readBaseVersion(base, options);
  const { reading, metadata, fields, parts } = base;
  const skill = { skillName: base.name?.value ?? null, pkg };
  const isFound = metadata !== null && readOpenClawBlock(metadata.reading, metadata.fields, parts, skill);
  if (!isFound) readOpenClawBlock(reading, fields, parts, skill);
  keepMetadata(base, false);
  noteUndeclared(base, "metadata.openclaw.gaia.permissions");
  return finishBase(base, version, { format: "openclaw" });
}
