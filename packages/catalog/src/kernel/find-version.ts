import { publishers, skills, versions } from "@gaia/db";
import { type Action, showTo, type Viewer, viewerOf } from "@gaia/policy";
import { and, eq } from "drizzle-orm";
import type { ReadCtx } from "./context.ts";
import { RegistryError } from "./errors.ts";
import { readable } from "./readable.ts";
import { isSortable, sortKeyOf } from "./sort-key.ts";

export type VersionRow = typeof versions.$inferSelect;
type SkillRow = typeof skills.$inferSelect;
export type PublisherRow = typeof publishers.$inferSelect;

export interface FoundVersion {
  version: VersionRow;
  skill: SkillRow;
  publisher: PublisherRow;
}

/** A release as the subject of an action. */
export const subjectOf = (found: Pick<FoundVersion, "skill" | "publisher">): { publisher: string; skill: string } => ({
  publisher: found.publisher.handle,
  skill: found.skill.name,
});

/**
 * The rows of a version whose skill this actor may see, or do `action` to, or null. Decides nothing about who may see it in its state.
 */
export async function findVersion(
  ctx: ReadCtx,
  input: { name: string; version: string },
  action?: Action,
): Promise<FoundVersion | null> {
  if (!isSortable(input.version)) return null;
  const [row] = await ctx.db
    .select({ version: versions, skill: skills, publisher: publishers })
    .from(versions)
    .innerJoin(skills, eq(skills.id, versions.skillId))
    .innerJoin(publishers, eq(publishers.id, skills.publisherId))
    .where(and(eq(skills.name, input.name), eq(versions.sortKey, sortKeyOf(input.version)), readable(ctx, action)));
  // Build metadata is not part of the key, but it is part of the name.
  return row && row.version.version === input.version ? row : null;
}

/**
 * The rows of a version that this actor may see, by the table of docs/lifecycle.md.
 * @throws RegistryError `not_found`, `quarantined`, `purged`
 */
export async function ensureVisible(ctx: ReadCtx, input: { name: string; version: string }): Promise<FoundVersion> {
  return ensureShown(ctx, input, await findVersion(ctx, input));
}

/** The rows themselves, when this actor may see them, or `as` whom it sees them. @throws as `ensureVisible` */
export function ensureShown<Found extends FoundVersion>(
  ctx: ReadCtx,
  input: { name: string; version: string },
  found: Found | null,
  as?: Viewer,
): Found {
  if (!found) throw versionNotFound(input);
  const answer = showTo(found.version.status, as ?? viewerOf(ctx.actor, subjectOf(found)));
  if (answer === 200) return found;
  if (answer === 403) {
    throw new RegistryError("quarantined", `${input.name} ${input.version} is quarantined: ${reasonOf(found.version)}`);
  }
  if (answer === 410) {
    throw new RegistryError("purged", `${input.name} ${input.version} was purged: ${reasonOf(found.version)}`);
  }
  throw versionNotFound(input);
}

const reasonOf = (version: VersionRow): string => version.statusReason ?? "no reason was recorded.";

export const versionNotFound = (input: { name: string; version: string }): RegistryError =>
  new RegistryError("not_found", `There is no ${input.name} ${input.version} here.`);
