import { judgeRequirement } from "../requirements/judge-requirement.ts";
import type { SkillView, TextFile } from "@gaia/reading";
import { nameIn } from "./install-command.ts";
import { installsInTexts } from "./named-installs.ts";

/** A package that the skill names as one to be installed. */
export interface DependencyName {
  ecosystem: "PyPI" | "npm";
  name: string;
  /** The option that names an index beside the usual one, where it is installed or in its requirements file. */
  index: string | null;
  file: string;
  line: number | null;
}

const MAX_NAMES = 20_000;
const REQUIREMENTS = /(?:^|\/)(?:requirements[^/]*|constraints[^/]*|requirements\/[^/]+)\.(?:txt|in)$/i;
const MANIFEST = /(?:^|\/)package\.json$/;
const INSTALLED = /(?:^|\/)node_modules\//;
const INDEX = /^\s*(--extra-index-url|--index-url|-i|--find-links|-f)\b/;
const GROUPS = ["dependencies", "optionalDependencies", "peerDependencies", "devDependencies"];

/**
 * Every package name in the manifest, in requirements files, in package.json, in documents and scripts. Each once a place;
 * `isWhole`: none was left out.
 */
export function dependencyNames(view: SkillView): { names: DependencyName[]; isWhole: boolean } {
  const declared = view.skill.about.requirements.flatMap(({ manager, spec, file, line }): DependencyName[] => {
    const ecosystem = ecosystemOf(manager);
    const name = ecosystem === null ? null : nameIn(ecosystem, spec.trim());
    return ecosystem === null || name === null ? [] : [{ ecosystem, name, index: null, file, line }];
  });
  const { installs, isWhole } = installsInTexts(view.texts);
  const all = [
    ...declared,
    ...view.texts.flatMap((text) => (REQUIREMENTS.test(text.path) ? inRequirements(text) : inManifest(text))),
    ...installs,
  ];
  const found = new Map<string, DependencyName>();
  for (const { ecosystem, name, index, file, line } of all) {
    const key = `${ecosystem} ${name} ${index ?? ""} ${file}`;
    if (!found.has(key)) found.set(key, { ecosystem, name, index, file, line });
    if (found.size >= MAX_NAMES) return { names: [...found.values()], isWhole: false };
  }
  return { names: [...found.values()], isWhole };
}

function ecosystemOf(manager: string): "PyPI" | "npm" | null {
  if (/^(?:pip|pipx|uv|poetry)$/.test(manager)) return "PyPI";
  return /^(?:npm|node|pnpm|yarn|bun)$/.test(manager) ? "npm" : null;
}

function inRequirements(text: TextFile): DependencyName[] {
  const lines = text.text.split(/\r\n|\r|\n/);
  const index = lines.map((line) => INDEX.exec(line)?.[1]).find((option) => option !== undefined) ?? null;
  return lines.flatMap((line, at): DependencyName[] => {
    const judged = judgeRequirement(line);
    const place = { index, file: text.path, line: at + 1 };
    if (judged.kind === "package") return [{ ecosystem: "PyPI", name: judged.name, ...place }];
    // What pip would refuse may still be read by a person: a letter of another alphabet.
    const name = judged.kind === "refused" ? nameIn("PyPI", line.trim()) : null;
    return name === null || /^[\x00-\x7f]*$/.test(name) ? [] : [{ ecosystem: "PyPI", name, ...place }];
  });
}

function inManifest(text: TextFile): DependencyName[] {
  if (!MANIFEST.test(text.path) || INSTALLED.test(text.path)) return [];
  let manifest: unknown;
  try {
    manifest = JSON.parse(text.text);
  } catch {
    return [];
  }
  return GROUPS.flatMap((group) => {
    const dependencies = (manifest as Record<string, unknown> | null)?.[group];
    if (typeof dependencies !== "object" || dependencies === null) return [];
    return Object.keys(dependencies).map((name): DependencyName => {
      const at = text.text.indexOf(JSON.stringify(name));
      return { ecosystem: "npm", name, index: null, file: text.path, line: at < 0 ? null : text.lineOf(at) };
    });
  });
}
