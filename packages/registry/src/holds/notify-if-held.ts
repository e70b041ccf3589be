import { type Db, inspections, skills, versions } from "@gaia/db";
import { eq } from "drizzle-orm";
import { notify } from "../kernel/notify.ts";

/** What a hold means, and what its publisher can do, for each notice of one. */
export const WHILE_HELD = "no list shows it, and only who allows held versions installs it.";
export const mayContest = (name: string, version: string): string =>
  `If that is wrong, contest it once: \`${contestCommand(`${name}@${version}`)}\` (${CONTEST_SCOPE}); an admin answers.`;

export const contestCommand = (release: string): string => `gaia-skill contest ${release} --reason TEXT`;
/** The usual login does not ask for it. */
export const CONTEST_SCOPE = "scope review: `gaia-skill login --scope publish --scope read --scope review`";

/**
 * Tells a publisher's members that a version which just went live, or would have, is held or withheld, and why; part of that transaction.
 * Re-scans tell by `notice-text.ts`.
 * @param concluded the inspection's end; null: it ended before
 */
export async function notifyIfHeld(tx: Db, versionId: number, concluded: { reason: string } | null): Promise<void> {
  const [row] = await tx
    .select({ version: versions, name: skills.name, publisherId: skills.publisherId, reason: inspections.reason })
    .from(versions)
    .innerJoin(skills, eq(skills.id, versions.skillId))
    .leftJoin(inspections, eq(inspections.id, versions.inspectionId))
    .where(eq(versions.id, versionId));
  if (!row || row.version.heldSince === null) return;
  const what = `${row.name} ${row.version.version}`;
  const why = concluded?.reason ?? row.reason ?? "";
  const told =
    row.version.status === "quarantined"
      ? { kind: "quarantined" as const, text: `${what} is quarantined by its scan and not served. ${why}` }
      : {
          kind: "held" as const,
          text: `${what} is held for review: ${WHILE_HELD} ${why}`,
        };
  const { publisherId } = row;
  await notify(tx, {
    publisherId,
    versionId,
    ...told,
    text: `${told.text} ${mayContest(row.name, row.version.version)}`,
  });
}
