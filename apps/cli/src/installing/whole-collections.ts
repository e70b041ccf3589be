import { ensureSkillName } from "@gaia/install/installed";
import { misused, notFound } from "../failures/failures.ts";
import { notOurs } from "../session/registry.ts";
import type { Session } from "../session/session.ts";
import { bold, t } from "../terminal/shown-text.ts";
import { readCollection } from "../session/read-collection.ts";

/** What a registry lets into one (docs/protocol.md). */
const MOST_SKILLS = 50;

/**
 * The names of the skills in these collections, as this caller is shown them. They are said, and mean what they would mean on the command
 * line: every rule of an install, and every question, is theirs. Throws exit 3 for a collection that is not there or has nothing.
 */
export async function wholeCollections(
  session: Session,
  { collection = [], offline }: { collection?: readonly string[] | undefined; offline?: boolean | undefined },
): Promise<string[]> {
  if (collection.length > 0 && offline === true)
    throw misused("What is in a collection is the registry's to say", "leave --offline out, or name its skills");
  const names: string[] = [];
  for (const at of collection) {
    const { title, skills } = await readCollection(session, at);
    if (skills.length === 0) throw notFound(`${at} has no skill, or none that you may see`);
    if (skills.length > MOST_SKILLS) throw notOurs(`${at} has more than ${MOST_SKILLS} skills`);
    session.terminal.note(t`${bold(at)} (${title}): ${skills.join(", ")}`);
    names.push(...skills.map(ensureSkillName));
  }
  return names;
}
