import type { PackageFile } from "@gaia/archive";
import { parse } from "yaml";
import { SKILL_FILE } from "./formats/skill-file/write.ts";
import type { CanonicalSkill } from "./model/canonical.ts";

/** As loaders cut it that know no more: a fence on the first line, and one that closes it. */
const FRONT_MATTER = /^---\r?\n([^]*?)\r?\n---(?:\r?\n|$)/;

/**
 * Whether a skill that was read from these files needs nothing written anew for a loader of Agent Skills: its manifest is SKILL.md at the
 * root, without a byte-order mark, whose front matter any YAML reader takes, with a name and a description. Pure.
 */
export function isPlainSkill(skill: CanonicalSkill, files: readonly PackageFile[]): boolean {
  const { name, description, provenance } = skill;
  const areDeclared = [name, description].every(({ origin }) => origin.how === "declared");
  const file = files.find(({ path }) => path === SKILL_FILE);
  if (!areDeclared || provenance.manifestFile !== SKILL_FILE || file === undefined) return false;
  try {
    const [, yaml] =
      FRONT_MATTER.exec(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(file.bytes)) ?? [];
    // What it costs was bounded when the skill was read.
    const front: unknown = yaml === undefined ? null : parse(yaml);
    return ["name", "description"].every((key) => isText(Object(front)[key]));
  } catch {
    return false;
  }
}

const isText = (value: unknown): boolean => typeof value === "string" && value.trim() !== "";
