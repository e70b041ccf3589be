import { ensureConfirmed, ensureMayOnName, onSkill, RegistryError, subjectOf } from "@gaia/catalog";
import { appendAudit, auditLog, type Db, skills } from "@gaia/db";
import { type Publishing, type Staging, VISIBILITIES, type Visibility } from "@gaia/policy";
import { and, eq, gt, sql } from "drizzle-orm";
import type { Ctx } from "../kernel/context.ts";
import { syncSearch } from "../kernel/sync-search.ts";
import { changeVisibility, lockVersions } from "./change-visibility.ts";
import { readersOf, setReaders } from "./readers.ts";
import { inTransactionWhileAllowed } from "../kernel/while-allowed.ts";

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
  const { skill } = await ensureMayOnName(ctx, "getSkillSettings", input.name);
  return viewSettings(skill.name, await settingsOf(ctx.db, skill));
}

/**
 * Changes those settings that are given. What lets more people do more, and who may see it, asks for the second factor of whoever has one.
 * @throws RegistryError `unauthorized`, `forbidden`, `second_factor_required`, `not_found`, `invalid_request` for readers who are no
 * members, `rate_limited`
 */
export async function changeSkillSettings(ctx: Ctx, input: { name: string; changes: SettingsChange }) {
  const { name, changes } = input;
  const { actor, skill, publisher } = await ensureMayOnName(ctx, "changeSkillSettings", name);
  const asked = { action: "changeSkillSettings", target: subjectOf({ skill, publisher }) } as const;
  const settings = await inTransactionWhileAllowed(ctx, asked, async (tx) => {
    if (changes.visibility !== undefined) await lockVersions(tx, skill.id);
    const [row] = await tx.select().from(skills).where(eq(skills.name, name)).for("no key update");
    // Transferred meanwhile: then it is no longer theirs.
    if (row?.publisherId !== skill.publisherId) throw notThere(name);
    const before = await settingsOf(tx, row);
    const { publishing = before.publishing, staging = before.staging, visibility = before.visibility } = changes;
    const readers = changes.readers === undefined ? before.readers : [...new Set(changes.readers)].toSorted();
    const after: SkillSettings = { publishing, staging, visibility, readers };
    if (isCritical(before, after)) ensureConfirmed(ctx, "changeSkillSettings");
    if (VISIBILITIES.indexOf(visibility) < VISIBILITIES.indexOf(before.visibility))
      await ensureNotTooOften(ctx, tx, name);
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
      await changeVisibility(tx, {
        skill: row,
        publisher: publisher.handle,
        to: visibility,
        by: actor.handle,
        now: ctx.now(),
      });
    return after;
  });
  await syncSearch(ctx, skill.id);
  return viewSettings(name, settings);
}

/** So often within a day a skill is shown to more people: each time the log says it, and of a public one each version's decision again. */
const MOST_SHOWN = 5;

/** To hide it is never refused: it takes turns with this. @throws RegistryError `rate_limited` */
async function ensureNotTooOften(ctx: Ctx, tx: Db, name: string): Promise<void> {
  const ranks = sql.join(
    VISIBILITIES.map((one) => sql`${one}`),
    sql`, `,
  );
  const rank = (which: "from" | "to") =>
    sql`array_position(ARRAY[${ranks}]::text[], ${auditLog.detail} -> ${which}::text ->> 'visibility')`;
  const shown = await tx.$count(
    auditLog,
    and(
      eq(auditLog.action, "skill.settings"),
      onSkill(name),
      gt(auditLog.at, new Date(ctx.now().getTime() - 86_400_000)),
      sql`${rank("to")} < ${rank("from")}`,
    ),
  );
  if (shown < MOST_SHOWN) return;
  throw new RegistryError(
    "rate_limited",
    `${name} was shown to more people ${MOST_SHOWN} times within a day: leave it as it is until tomorrow.`,
  );
}

const settingsOf = async (db: Db, skill: typeof skills.$inferSelect): Promise<SkillSettings> => ({
  publishing: skill.publishing,
  staging: skill.staging,
  visibility: skill.visibility,
  readers: await readersOf(db, skill),
});

const notThere = (name: string): RegistryError => new RegistryError("not_found", `There is no skill ${name} here.`);

const viewSettings = (name: string, settings: SkillSettings) => ({ name, ...settings });
