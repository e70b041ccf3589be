import { auditLog, skills, trustedPublishers } from "@gaia/db";
import { refusalOf } from "@gaia/policy";
import { and, eq, gt, max, notInArray, sql, type SQL } from "drizzle-orm";
import { ensureMay, ensureMayAtAll } from "../kernel/may.ts";
import { ensureMayOnName } from "../kernel/find-skill.ts";
import { readable } from "../kernel/readable.ts";
import type { ReadCtx } from "../kernel/context.ts";
import {
  aboutAccount,
  type AuditFilters,
  type AuditPage,
  auditPage,
  conditionsOf,
  FREED,
  onSkill,
  SKILL_NAME,
} from "./audit-rows.ts";

const NOTHING: AuditFilters = {
  actor: null,
  action: null,
  target: null,
  skill: null,
  account: null,
  publisher: null,
  requestId: null,
  since: null,
  until: null,
};

/** The audit log, newest first. @throws RegistryError `forbidden`, `invalid_request` */
export async function listAudit(ctx: ReadCtx, input: Partial<AuditFilters> & AuditPage) {
  ensureMay(ctx, "listAudit");
  const filters = { ...NOTHING, ...input };
  const ways = filters.account === null ? [] : aboutAccount(filters.account);
  return auditPage(ctx, { ways, only: conditionsOf(filters), page: input });
}

/**
 * What was done to a skill and its versions, newest first, for who manages it. Who reported it or gave it a star is theirs to tell. What
 * another publisher arranged for the name before it was taken, or while the skill was theirs, is theirs. Of what a former publisher did
 * there is who did what, without `detail`: it names their readers, their reasons and whom else they offered it to. Who may read the whole
 * log reads that, too.
 * @throws RegistryError `unauthorized`, `forbidden`, `not_found`, `invalid_request`
 */
export async function listSkillAudit(
  ctx: ReadCtx,
  input: { name: string } & Partial<Pick<AuditFilters, "actor" | "action" | "since" | "until">> & AuditPage,
) {
  const { name } = input;
  ensureMayAtAll(ctx, "listSkillAudit", { skill: name });
  // Whatever is left of its versions: what was purged was done to it, too.
  const { publisher: found } = await ensureMayOnName(ctx, "listSkillAudit", name);
  const { actor = null, action = null, since = null, until = null } = input;
  const only = [
    ...conditionsOf({ ...NOTHING, actor, action, since, until }),
    notInArray(auditLog.action, ["report.open", "star.add", "star.remove"]),
    ofWhomItIs(found.id),
  ];
  if (refusalOf("listAudit", ctx.actor) === null) return auditPage(ctx, { ways: [onSkill(name)], only, page: input });
  // What a publisher staged and rejected before the name was this one's is none of its business.
  const freed = await newestOf(ctx, name, FREED);
  const fullFrom = await newestOf(ctx, name, "skill.transfer");
  return auditPage(ctx, { ways: [onSkill(name)], only: [...only, gt(auditLog.id, freed)], page: input, fullFrom });
}

/** The row that last says this of the name, as with which a skill came to who has it; 0: there is none. */
async function newestOf(ctx: ReadCtx, name: string, action: string): Promise<number> {
  const [newest] = await ctx.db
    .select({ id: max(auditLog.id) })
    .from(auditLog)
    .where(and(onSkill(name), eq(auditLog.action, action)));
  return newest?.id ?? 0;
}

const ofWhomItIs = (publisherId: number): SQL => sql`(NOT ${auditLog.detail} ? 'trusted_publisher' OR EXISTS (
  SELECT 1 FROM ${trustedPublishers} WHERE ${trustedPublishers.id}::text = ${auditLog.detail} ->> 'trusted_publisher'
    AND ${trustedPublishers.publisherId} = ${publisherId}))`;

/**
 * What was done by one's own account and to it, newest first: sign-ins, tokens, second factor, organisations, and every deed.
 * What is about a skill that this account may not see (any more) is left out.
 * @throws RegistryError `unauthorized`, `forbidden`, `invalid_request`
 */
export async function listOwnAudit(
  ctx: ReadCtx,
  input: Partial<Pick<AuditFilters, "action" | "skill" | "since" | "until">> & AuditPage,
) {
  const { handle } = ensureMay(ctx, "listOwnAudit");
  const { action = null, skill = null, since = null, until = null } = input;
  const hidden = sql`NOT EXISTS (SELECT 1 FROM ${skills} WHERE ${skills.name} = ${SKILL_NAME} AND NOT ${readable(ctx)})`;
  const only = [...conditionsOf({ ...NOTHING, action, skill, since, until }), hidden];
  return auditPage(ctx, { ways: aboutAccount(handle), only, page: input });
}
