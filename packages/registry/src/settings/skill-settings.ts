import { appendAudit, type Db, inTransaction, publishers, skills } from "@gaia/db";
import type { Publishing, Staging, Visibility } from "@gaia/policy";
import { and, eq } from "drizzle-orm";
import type { Ctx } from "../kernel/context.ts";
import { RegistryError } from "../kernel/errors.ts";
import { readable } from "../kernel/readable.ts";
import { ensureConfirmed, ensureMay, ensureMayAtAll } from "../kernel/may.ts";
import { syncSearch } from "../kernel/sync-search.ts";
import { changeVisibility, lockVersions } from "./change-visibility.ts";
import { readersOf, setReaders } from "./readers.ts";

/** What a skill's publisher decides about it. */
export interface SkillSettings {
  publishing: Publishing;
  staging: Staging;
  visibility: Visibility;
  /** Handles of members who may see it while it is private, beside the publisher's owners and admins. */
  readers: string[];
}

type SettingsChange = { [Name in keyof SkillSettings]?: SkillSettings[Name] | undefined };

/** What a stolen token must not be enough for: who may publish it any more, and who may see it. */
const isCritical = (before: SkillSettings, after: SkillSettings): boolean =>
  (before.publishing === "trusted" && after.publishing === "any") ||
  (before.staging === "required" && after.staging === "optional") ||
  !isSeenAlike(before, after);

const isSeenAlike = (before: SkillSettings, after: SkillSettings): boolean =>
  before.visibility === after.visibility && sameReaders(before.readers, after.readers);

/** Whoever they are, in whatever order: a database sorts handles otherwise than we do. */
const sameReaders = (before: readonly string[], after: readonly string[]): boolean =>
  before.toSorted().join(" ") === after.toSorted().join(" ");

/** The settings of a skill, for its publisher's members. @throws RegistryError `unauthorized`, `forbidden`, `not_found` */
export async function getSkillSettings(ctx: Ctx, input: { name: string }) {
  ensureMayAtAll(ctx, "getSkillSettings", { skill: input.name });
  const { skill, publisher } = await ensureOwn(ctx, input.name, "getSkillSettings");
  ensureMay(ctx, "getSkillSettings", { publisher, skill: skill.name });
  return viewSettings(skill.name, await settingsOf(ctx.db, skill));
}

/**
 * Changes those settings that are given. What lets more people do more, and who may see it, asks for the second factor of whoever has one.
 * @throws RegistryError `unauthorized`, `forbidden`, `second_factor_required`, `not_found`, `invalid_request` for readers who are no
 * members
 */
export async function changeSkillSettings(ctx: Ctx, input: { name: string; changes: SettingsChange }) {
  const { name, changes } = input;
  ensureMayAtAll(ctx, "changeSkillSettings", { skill: name });
  const { publisher, skill } = await ensureOwn(ctx, name, "changeSkillSettings");
  const actor = ensureMay(ctx, "changeSkillSettings", { publisher, skill: name });
  const settings = await inTransaction(ctx.db, async (tx) => {
    if (changes.visibility !== undefined) await lockVersions(tx, skill.id);
    const [row] = await tx.select().from(skills).where(eq(skills.name, name)).for("no key update");
    // Transferred meanwhile: then it is no longer theirs.
    if (row?.publisherId !== skill.publisherId) throw notThere(name);
    const before = await settingsOf(tx, row);
    const { publishing = before.publishing, staging = before.staging, visibility = before.visibility } = changes;
    const readers = changes.readers === undefined ? before.readers : [...new Set(changes.readers)].toSorted();
    const after: SkillSettings = { publishing, staging, visibility, readers };
    if (isCritical(before, after)) ensureConfirmed(ctx);
    const isSameUse = publishing === before.publishing && staging === before.staging;
    if (isSameUse && isSeenAlike(before, after)) return before;
    await appendAudit(tx, {
      actor: actor.handle,
      action: "skill.settings",
      target: `skill:${name}`,
      detail: { from: before, to: after },
      requestId: ctx.requestId,
    });
    await tx.update(skills).set({ publishing, staging }).where(eq(skills.id, row.id));
    if (readers !== before.readers) await setReaders(tx, row, readers);
    if (visibility !== before.visibility)
      await changeVisibility(tx, { skill: row, publisher, to: visibility, by: actor.handle, now: ctx.now() });
    return after;
  });
  await syncSearch(ctx, skill.id);
  return viewSettings(name, settings);
}

const settingsOf = async (db: Db, skill: typeof skills.$inferSelect): Promise<SkillSettings> => ({
  publishing: skill.publishing,
  staging: skill.staging,
  visibility: skill.visibility,
  readers: await readersOf(db, skill),
});

async function ensureOwn(ctx: Ctx, name: string, action: "getSkillSettings" | "changeSkillSettings") {
  const [found] = await ctx.db
    .select({ skill: skills, publisher: publishers.handle })
    .from(skills)
    .innerJoin(publishers, eq(publishers.id, skills.publisherId))
    .where(and(eq(skills.name, name), readable(ctx, action)));
  if (!found) throw notThere(name);
  return found;
}

const notThere = (name: string): RegistryError => new RegistryError("not_found", `There is no skill ${name} here.`);

const viewSettings = (name: string, settings: SkillSettings) => ({ name, ...settings });
