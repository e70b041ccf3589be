import type { Database } from "@gaia/db";
import type { Subject } from "@gaia/edge";
import { z } from "zod";
import type { Services } from "./services.ts";

/** What triggers say of a change (migration 0058). */
const SkillChanged = z.object({
  skill: z.string(),
  publishers: z.array(z.string()),
  collections: z.array(z.string()),
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

/** What a notification says to have changed. One that is no such JSON is a skill's name: processes of earlier releases say no more. */
export function changedSubjects(said: string): Subject[] {
  const change = SkillChanged.safeParse(jsonOf(said));
  if (!change.success) return [`skill:${said}`];
  const { skill, publishers, collections } = change.data;
  return [
    `skill:${skill}`,
    ...publishers.map((handle) => `publisher:${handle}` as const),
    ...collections.map((name) => `collection:${name}` as const),
  ];
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
