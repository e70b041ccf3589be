import { publishers, signerChanges, skills, versions } from "@gaia/db";
import { showTo, type Status, viewerOf, whyAllYanked } from "@gaia/policy";
import { and, desc, eq } from "drizzle-orm";
import type { ReadCtx } from "../kernel/context.ts";
import { RegistryError } from "../kernel/errors.ts";
import { type FoundVersion, subjectOf } from "../kernel/find-version.ts";
import { readable } from "../kernel/readable.ts";
import { isPrerelease } from "../kernel/sort-key.ts";

/** What decides which version a skill shows. */
interface Ranked {
  version: string;
  status: Status;
  held: boolean;
  signerChange: "pending" | "confirmed" | null;
  /** Why it was yanked; null for any other. */
  yankReason: string | null;
}

/** Of versions, newest first: the highest by the rule of `refreshLatest`, one that is not held, and a stable one, where there is one. */
export function latestOf<One extends Pick<Ranked, "version" | "held">>(listed: readonly One[]): One | undefined {
  const open = listed.filter(({ held }) => !held);
  const offered = open.length > 0 ? open : listed;
  return offered.find(({ version }) => !isPrerelease(version)) ?? offered[0];
}

/** By the rule of the latest one; one whose signer is held only where no other is left. */
export function newestYanked<One extends Ranked>(visible: readonly One[]): One | undefined {
  const yanked = visible.filter(({ status }) => status === "yanked");
  return latestOf(yanked.filter(({ signerChange }) => signerChange !== "pending")) ?? latestOf(yanked);
}

/** Those that this actor may see, and the quarantined ones, of which everybody may know. */
export const visibleOf = <One extends { status: Status }>(
  ctx: ReadCtx,
  all: readonly One[],
  of: Pick<FoundVersion, "skill" | "publisher">,
): One[] => all.filter(({ status }) => status === "quarantined" || isShown(ctx, status, of));

export const isShown = (ctx: ReadCtx, status: Status, of: Pick<FoundVersion, "skill" | "publisher">): boolean =>
  showTo(status, viewerOf(ctx.actor, subjectOf(of))) === 200;

/** The refusal that says that all of these were yanked; null where that is not why. */
export function refusalOfYanked(name: string, visible: readonly Ranked[]): RegistryError | null {
  const newest = newestYanked(visible);
  if (newest === undefined) return null;
  const shown = { version: newest.version, reason: newest.yankReason };
  const why = whyAllYanked({ name, versions: visible, newest: shown });
  return why === null ? null : new RegistryError("not_found", why);
}

/** Why a skill has no latest version, where that is because all were yanked; null otherwise, and for what this actor may not see. */
export async function whyNoLatest(ctx: ReadCtx, name: string): Promise<RegistryError | null> {
  const rows = await ctx.db
    .select({
      skill: skills,
      publisher: publishers,
      version: versions.version,
      status: versions.status,
      held: versions.held,
      signerChange: signerChanges.status,
      yankReason: versions.statusReason,
    })
    .from(skills)
    .innerJoin(publishers, eq(publishers.id, skills.publisherId))
    .innerJoin(versions, eq(versions.skillId, skills.id))
    .leftJoin(signerChanges, eq(signerChanges.versionId, versions.id))
    .where(and(eq(skills.name, name), readable(ctx)))
    .orderBy(desc(versions.sortKey));
  const [first] = rows;
  return first === undefined ? null : refusalOfYanked(name, visibleOf(ctx, rows, first));
}
