import type { CanonicalSkill, CanonicalTool, JsonSchema, SourceFormat } from "../canonical.ts";
import { wrapOpenClaw } from "../code/wrap-openclaw.ts";
import type { WrappedTool, Wrapper } from "../code/wrap-openclaw.ts";
import type { PackageFile } from "../find-manifest.ts";
import { packageView } from "../formats/format.ts";
import { writerOf } from "../formats/registry.ts";
import { readSkill } from "../read-skill.ts";
import { newReport } from "../report.ts";
import type { Diagnostic } from "../report.ts";

export interface MigrateFilesOptions {
  to: SourceFormat;
  from?: SourceFormat | undefined;
  version?: string | undefined;
}

export interface MigratedFiles {
  /** What was read; null when nothing could be. */
  skill: CanonicalSkill | null;
  format: SourceFormat | null;
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
 * Spec §8.2, steps 1 to 5, for a package in any format: reads it leniently, gives it the tier `experimental`, wraps OpenClaw's handlers in a
 * `tools.py` where GAIA is the target, and writes it in the new format. Pure; never throws for what a package holds.
 */
export function migrateFiles(files: readonly PackageFile[], options: MigrateFilesOptions): MigratedFiles {
  const { to, from, version } = options;
  const { skill, format, diagnostics } = readSkill(files, { mode: "import", format: from, version });
  const nothing = { skill, format, files: null, diagnostics, losses: [], review: [] };
  if (skill === null) return nothing;
  const writer = writerOf(to);
  const report = newReport("import");
  const place = { file: skill.provenance.manifestFile, line: null, column: null };
  if (writer === null) {
    report.note("SK9004", place, `There is no writer for ${to}.`, { severity: "error" });
    return { ...nothing, diagnostics: [...diagnostics, ...report.diagnostics] };
  }
  const claimed = skill.trust.claimedTier?.value ?? "experimental";
  if (claimed !== "experimental")
    report.note("SK9005", place, `The claimed tier ${claimed} was reset to experimental.`);
  const wrapper = wrapsHandlers(skill, to) ? wrapOpenClaw(skill, files) : null;
  const prepared = withTools({ ...skill, trust: { ...skill.trust, claimedTier: experimental(skill) } }, wrapper);
  const written = writer.write(prepared, packageView(withWrapper(files, wrapper)));
  if ("impossible" in written) {
    const impossible = written.impossible.map((one): Diagnostic => ({ ...one, severity: "error" }));
    return { ...nothing, diagnostics: [...diagnostics, ...impossible] };
  }
  const losses = [...report.diagnostics, ...written.losses];
  return { ...nothing, files: written.files, losses, review: wrapper?.review ?? [] };
}

const wrapsHandlers = ({ provenance: { format } }: CanonicalSkill, to: SourceFormat): boolean =>
  (to === "gaia" || to === "gaia-0.1") && (format === "openclaw" || format === "openclaw-draft");

const experimental = ({ provenance, trust }: CanonicalSkill): CanonicalSkill["trust"]["claimedTier"] =>
  trust.claimedTier?.value === "experimental"
    ? trust.claimedTier
    : { value: "experimental", origin: { file: provenance.manifestFile, line: null, column: null, how: "default" } };

/** The files with the wrapper among them, and with what it takes the place of under its new name. */
function withWrapper(files: readonly PackageFile[], wrapper: Wrapper | null): PackageFile[] {
  if (wrapper === null) return [...files];
  const moves = new Map(wrapper.moves.map(({ from, to }) => [from, to]));
  const moved = files.map((file) => ({ ...file, path: moves.get(file.path) ?? file.path }));
  return [...moved, { path: "tools.py", bytes: new TextEncoder().encode(wrapper.text) }];
}

/** The tools under the names that the wrapper's functions have: a manifest and its `tools.py` must agree (spec §5.4). */
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
