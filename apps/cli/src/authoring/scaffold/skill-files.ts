import type { SourceFormat } from "@gaia/manifest";
import { codeFormats } from "./code-formats.ts";
import { markdownFormats } from "./markdown-formats.ts";
import type { NewSkill } from "./new-skill.ts";

/** Paths and texts of a new skill. */
type SkillTexts = Readonly<Record<string, string>>;
type Writer = (skill: NewSkill) => SkillTexts;

/** For each format the smallest skill that validates, is allowed by the scanners and shows where its own work goes. */
export const SKILL_WRITERS: Record<SourceFormat, Writer> = { ...markdownFormats, ...codeFormats };
