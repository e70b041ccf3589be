import type { PackageFile } from "@gaia/archive";
import {
  type CanonicalSkill,
  type CanonicalTool,
  type Diagnostic,
  type JsonSchema,
  readSkill,
  type SourceFormat,
  writeSkill,
} from "@gaia/manifest";
import { newReport } from "@gaia/manifest/kernel";
import { wrapOpenClaw } from "../wrap/wrap-openclaw.ts";
import type { WrappedTool, Wrapper } from "../wrap/wrap-openclaw.ts";
import { fixAll } from "./fix-all.ts";

export interface MigrateFilesOptions {
  /** The format to write; of several the first that can hold the skill. */
  to: SourceFormat | readonly [SourceFormat, ...SourceFormat[]];
  from?: SourceFormat | undefined;
  version?: string | undefined;
  /** The name of the folder that the package lies in, for a skill without a name. */
  folder?: string | undefined;
}

export interface MigratedFiles {
  /** What was read; null when nothing could be. */
  skill: CanonicalSkill | null;
  format: SourceFormat | null;
  /** The format that was written, or would have been. */
  to: SourceFormat;
  /** The package in the new format; null when it could not be made. */
  files: PackageFile[] | null;
  /** What the reading says, and why the target is impossible (SK9004, as an error). */
  diagnostics: Diagnostic[];
  /** What the new format cannot hold, and what was changed on the way (SK9xxx). */
  losses: Diagnostic[];
  /** What a human must look at in the generated code, one sentence each. */
  review: string[];
}

/**
 * Spec §8.2, steps 1 to 5, for a package in any format: reads it leniently, gives it the tier `experimental`, wraps OpenClaw's handlers
 * in a `tools.py` where GAIA is the target, and writes it in the new format. Pure; never throws for what a package holds.
 */
export function migrateFiles(original: readonly PackageFile[], options: MigrateFilesOptions): MigratedFiles {
  const { files, reading, repaired } = readRepaired(original, options);
  const { skill, format, diagnostics } = reading;
  const [first, ...others]: readonly [SourceFormat, ...SourceFormat[]] =
    typeof options.to === "string" ? [options.to] : options.to;
  const nothing = { skill, format, to: first, files: null, diagnostics, losses: [], review: [] };
  if (skill === null) return nothing;
  const asked = written(skill, files, first);
  const refusals = "impossible" in asked ? asked.impossible : [];
  for (const to of [first, ...others]) {
    const result = to === first ? asked : written(skill, files, to);
    if ("impossible" in result) continue;
    const rerouted = refusals.map(({ message }) => `${message} It was written as ${to}.`);
    const review = [...repaired, ...rerouted, ...result.review];
    return { ...nothing, to, files: result.files, losses: result.losses, review };
  }
  const errors = refusals.map((one): Diagnostic => ({ ...one, severity: "error" }));
  return { ...nothing, diagnostics: [...errors, ...diagnostics] };
}

/** Reads a package; one that cannot be read is repaired first where that needs no decision, which is told. */
function readRepaired(files: readonly PackageFile[], { from, version, folder }: MigrateFilesOptions) {
  const read = (some: readonly PackageFile[]) => readSkill(some, { mode: "import", format: from, version, folder });
  const reading = read(files);
  if (reading.skill !== null) return { files, reading, repaired: [] };
  const { files: better, fixed } = fixAll(files, (some) => read(some).diagnostics);
  const repaired = fixed.map(
    ({ code, file, line, message }) => `${code} ${file}:${line ?? 1} was repaired: ${message}`,
  );
  return fixed.length === 0 ? { files, reading, repaired } : { files: better, reading: read(better), repaired };
}

type Written = { files: PackageFile[]; losses: Diagnostic[]; review: string[] } | { impossible: Diagnostic[] };

function written(skill: CanonicalSkill, files: readonly PackageFile[], to: SourceFormat): Written {
  const report = newReport("import");
  const place = { file: skill.provenance.manifestFile, line: null, column: null };
  const claimed = skill.trust.claimedTier?.value ?? "experimental";
  if (claimed !== "experimental")
    report.note("SK9005", place, `The claimed tier ${claimed} was reset to experimental.`);
  const wrapper = wrapsHandlers(skill, to) ? wrapOpenClaw(skill, files) : null;
  const prepared = withTools({ ...skill, trust: { ...skill.trust, claimedTier: resetTier(skill, to) } }, wrapper);
  const result = writeSkill(prepared, withWrapper(files, wrapper), to);
  if ("impossible" in result) return { impossible: result.impossible.filter(({ code }) => code === "SK9004") };
  return { files: result.files, losses: [...report.diagnostics, ...result.losses], review: wrapper?.review ?? [] };
}

const isGaia = (format: SourceFormat): boolean => format === "gaia" || format === "gaia-0.1";

const wrapsHandlers = ({ provenance: { format } }: CanonicalSkill, to: SourceFormat): boolean =>
  isGaia(to) && (format === "openclaw" || format === "openclaw-draft");

/** A claim becomes `experimental`; where GAIA is the target, silence does too. */
function resetTier(
  { provenance, trust: { claimedTier } }: CanonicalSkill,
  to: SourceFormat,
): CanonicalSkill["trust"]["claimedTier"] {
  if (claimedTier?.value === "experimental" || (claimedTier === null && !isGaia(to))) return claimedTier;
  const origin = { file: provenance.manifestFile, line: null, column: null, how: "default" } as const;
  return { value: "experimental", origin };
}

/** The files with the wrapper among them, and with what it takes the place of under its new name. */
function withWrapper(files: readonly PackageFile[], wrapper: Wrapper | null): PackageFile[] {
  if (wrapper === null) return [...files];
  const moves = new Map(wrapper.moves.map(({ from, to }) => [from, to]));
  const moved = files.map((file) => ({ ...file, path: moves.get(file.path) ?? file.path }));
  return [...moved, { path: "tools.py", bytes: new TextEncoder().encode(wrapper.text) }];
}

/** The tools under the names that the wrapper's functions have: a manifest and its `tools.py` must agree (docs/specification.md §5.4). */
function withTools(skill: CanonicalSkill, wrapper: Wrapper | null): CanonicalSkill {
  if (wrapper === null) return skill;
  const tools = skill.tools.map((tool, index) => {
    const wrapped = wrapper.tools[index];
    return wrapped === undefined ? tool : renamedTool(tool, wrapped);
  });
  return { ...skill, tools };
}

function renamedTool(tool: CanonicalTool, { name, parameters }: WrappedTool): CanonicalTool {
  const implementation = { file: "tools.py", symbol: name, range: null, language: "python" };
  if (parameters.every((one) => one.name === one.declared)) return { ...tool, name, implementation };
  const names = new Map(parameters.map((one) => [one.declared, one.name]));
  return { ...tool, name, implementation, parametersRaw: null, inputSchema: renamedKeys(tool.inputSchema, names) };
}

function renamedKeys(schema: JsonSchema, names: ReadonlyMap<string, string>): JsonSchema {
  const { properties, required } = schema;
  const renamed = { ...schema };
  if (typeof properties === "object" && properties !== null && !Array.isArray(properties))
    renamed["properties"] = Object.fromEntries(
      Object.entries(properties).map(([name, value]) => [names.get(name) ?? name, value]),
    );
  if (Array.isArray(required))
    renamed["required"] = required.map((name) => (typeof name === "string" ? (names.get(name) ?? name) : name));
  return renamed;
}
