import type { PackageFile } from "@gaia/archive";
import type { CanonicalSkill } from "../model/canonical.ts";
import { newReport, quoted } from "../model/report.ts";
import type { Diagnostic, Mode, Place, Report } from "../model/report.ts";
import { folderName, importedDatabases, importedSkills, STANDARD_LAYERS } from "./aria-imports.ts";
import { checkAriaClass } from "./aria-class.ts";
import type { AriaModule } from "./aria-class.ts";
import type { Parsers } from "./parsers.ts";
import { readPython } from "./python-source.ts";

/** All that one package's Python may take, whatever it holds. */
const TIME_MS = 1500;

type AriaManifest = Pick<CanonicalSkill, "name" | "discovery" | "tools" | "provenance" | "requires">;

/**
 * Checks the Python of one Aria skill (Aria Skill Standard v2.0): a class with `@SkillRegistry.register`, three names that agree,
 * `initialize` and `health_check`, the declared tools as methods, no import from a higher layer, no database but through `api_client`,
 * nothing written by layer 0. `folder` is the skill's directory name where there is one; `layers` knows the layers of other skills by
 * folder name, the standard's own examples otherwise. Parses only; never throws.
 */
export function checkAriaCode(
  parsers: Parsers,
  skill: AriaManifest,
  files: readonly PackageFile[],
  options: {
    mode?: Mode | undefined;
    folder?: string | undefined;
    layers?: ReadonlyMap<string, number> | undefined;
  } = {},
): Diagnostic[] {
  const report = newReport(options.mode);
  const snake = options.folder ?? folderName(skill.name.value);
  const modules = readModules(parsers, files, report);
  checkAriaClass({ report, skill, snake, modules });
  const layer = skill.discovery.layer?.value ?? null;
  const layers = options.layers ?? STANDARD_LAYERS;
  for (const { file, outline, place } of modules) {
    if (isTest(file)) continue;
    for (const found of importedSkills(outline, snake, file.split("/").length - 1))
      checkLayer(report, { from: snake, layer, to: found.skill, toLayer: layers.get(found.skill) }, place(found));
    if (layer === 0)
      for (const found of outline.writes)
        report.note("SK4126", place(found), `${quoted(snake)} is of layer 0, and writes: ${found.call}.`);
    if (layer === 1) continue;
    for (const found of importedDatabases(outline))
      report.note("SK4124", place(found), `${quoted(found.module)} speaks to a database, past layer 1.`);
  }
  return report.diagnostics;
}

/** One skill of a directory of Aria skills. */
export interface AriaSkill {
  /** Its directory's name, or path; what diagnostics put before the file. */
  folder: string;
  skill: AriaManifest;
  files: readonly PackageFile[];
}

/**
 * Checks a whole directory of Aria skills: each by itself as `checkAriaCode` does, with the layers that their manifests give, and the
 * dependencies between their manifests. The diagnostics' files begin with the skill's folder.
 */
export function checkAriaLayers(
  parsers: Parsers,
  skills: readonly AriaSkill[],
  options: { mode?: Mode | undefined } = {},
): Diagnostic[] {
  const layers = new Map(STANDARD_LAYERS);
  for (const { folder, skill } of skills)
    if (skill.discovery.layer) layers.set(lastPart(folder), skill.discovery.layer.value);
  return skills.flatMap(({ folder, skill, files }) => {
    const code = checkAriaCode(parsers, skill, files, { ...options, folder: lastPart(folder), layers });
    const report = newReport(options.mode);
    const layer = skill.discovery.layer?.value ?? null;
    for (const { name, origin } of skill.requires.skills) {
      const to = folderName(name);
      checkLayer(report, { from: lastPart(folder), layer, to, toLayer: layers.get(to) }, origin);
    }
    return [...report.diagnostics, ...code].map((each) => ({ ...each, file: `${folder}/${each.file}` }));
  });
}

function checkLayer(
  report: Report,
  { from, layer, to, toLayer }: { from: string; layer: number | null; to: string; toLayer: number | undefined },
  place: Place,
): void {
  if (layer === null || toLayer === undefined || toLayer <= layer) return;
  const message = `${quoted(from)} is of layer ${layer} and uses ${quoted(to)} of layer ${toLayer}.`;
  report.note("SK6007", place, message);
}

function readModules(parsers: Parsers, files: readonly PackageFile[], report: Report): AriaModule[] {
  const budget = { leftMs: TIME_MS };
  return files
    .filter(({ path }) => path.endsWith(".py"))
    .flatMap((file) => {
      const read = readPython(parsers, file, report, budget);
      return read === null ? [] : [{ file: file.path, ...read }];
    });
}

const isTest = (path: string): boolean => /(?:^|\/)(?:tests?\/|test_[^/]*\.py$|conftest\.py$)/.test(path);

const lastPart = (folder: string): string => folder.replace(/\/$/, "").split("/").at(-1) ?? folder;
