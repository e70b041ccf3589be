import type { Status } from "../states.ts";

/**
 * Why a plain install takes nothing of a skill of which every version that anybody could have was yanked: the sentence that pages, the
 * command line and a refused download all say. `newest` is the version that the skill's answer shows, with its publisher's reason. Null
 * where another one is published, or none was yanked.
 */
export function whyAllYanked(skill: {
  name: string;
  versions: readonly { status: Status }[];
  newest: { version: string; reason: string | null };
}): string | null {
  const { name, versions, newest } = skill;
  const has = (status: Status) => versions.some((one) => one.status === status);
  if (has("published") || !has("yanked")) return null;
  const what = has("quarantined") ? "yanked or quarantined" : "yanked";
  const why = newest.reason === null ? " without a reason" : `: "${newest.reason}"`;
  const which = `Every version of ${name} was ${what}. The newest that was yanked is ${newest.version}${why}.`;
  return `${which} Plain installs take none of them; exact versions and locks still do.`;
}
