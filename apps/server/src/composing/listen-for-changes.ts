import type { Database } from "@gaia/db";
import type { Subject } from "@gaia/edge";
import { z } from "zod";
import type { Services } from "./services.ts";

/** What triggers say of a change (migration 0059). */
const SkillChanged = z.object({
  skill: z.string(),
  publishers: z.array(z.string()),
  collections: z.array(z.string()),
  /** False: the skill was and is not public, and nothing that speaks of others changed. */
  catalog: z.boolean().default(true),
});

/** Drops what was kept of a skill when the database says that it changed, and everything when that may have been missed. */
export const listenForChanges = (
  database: Database,
  { pages, revocations }: Pick<Services, "pages" | "revocations">,
): Promise<() => Promise<void>> =>
  database.listen(
    "skill_changed",
    (said) => {
      pages.forget(changedSubjects(said));
      revocations.changed();
    },
    () => {
      pages.forgetAll();
      revocations.changed();
    },
  );

/**
 * What a notification says to have changed. One that is no such JSON is a skill's name, for processes of the release before: the JSON says
 * all that falls with it. Such a process says no more than the name of what it shows otherwise, so that skill's own pages are dropped.
 */
export function changedSubjects(said: string): Subject[] {
  const change = SkillChanged.safeParse(jsonOf(said));
  if (!change.success) return [`skill:${said}`];
  const { skill, publishers, collections, catalog } = change.data;
  return [
    `skill:${skill}`,
    ...publishers.map((handle) => `publisher:${handle}` as const),
    ...collections.map((name) => `collection:${name}` as const),
    ...(catalog ? (["catalog"] as const) : []),
  ];
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
