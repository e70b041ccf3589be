import type { SkillSummary } from "../registry-api.ts";

type Visibility = SkillSummary["visibility"];

const WORDS = { private: "Private", organisation: "Organisation only" } as const;

/** A word beside a skill that not everybody sees; nothing for any other. */
export const VisibilityNote = ({ visibility }: { visibility: Visibility }) =>
  visibility === undefined || visibility === "public" ? null : <span class="note">{WORDS[visibility]}</span>;

/** Who sees it, as a sentence; null: everybody. */
export function whoSees(visibility: Visibility, owner: string): string | null {
  if (visibility === "organisation") return `Only members of ${owner} see this skill.`;
  return visibility === "private"
    ? `Only owners and admins of ${owner}, and the members on its list of readers, see this skill.`
    : null;
}
