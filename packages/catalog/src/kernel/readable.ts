import { skillReaders, skills } from "@gaia/db";
import { type Action, type Reach, reachesBeyondPublic, reachOf } from "@gaia/policy";
import { eq, ne, sql, type SQL } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { ReadCtx } from "./context.ts";

const IS_PUBLIC = eq(skills.visibility, "public");

/**
 * The condition of rows of `skills` that whoever acts may see (`policy`: `reachOf`). Every read of skills by somebody has it, so that a
 * skill which is not theirs to see is not found, by the same statement that does not find a name which nobody has. `action`: what
 * somebody is about to do, where that lets them know of a skill which their token does not read.
 */
export function readable(ctx: Pick<ReadCtx, "actor">, action?: Action): SQL {
  const ways = [reachOf(ctx.actor), ...(action === undefined ? [] : [reachOf(ctx.actor, action)])];
  const beyond = ways.filter(reachesBeyondPublic).map(withinReach);
  return beyond.length === 0 ? IS_PUBLIC : sql`(${sql.join([IS_PUBLIC, ...beyond], sql` OR `)})`;
}

/** The same of those that are not public; null: there are none for whoever acts, and no need to ask. */
export function hiddenButReadable(ctx: Pick<ReadCtx, "actor">): SQL | null {
  const reach = reachOf(ctx.actor);
  return reachesBeyondPublic(reach) ? sql`(${ne(skills.visibility, "public")} AND ${withinReach(reach)})` : null;
}

/**
 * The condition of rows of `skills`, whatever their publisher, that whoever acts may know of as an owner or admin of the publisher whose id
 * `publisher` is: what is offered to it, or was its own.
 */
export function decidesFor(ctx: Pick<ReadCtx, "actor">, publisher: PgColumn): SQL {
  const { speaksFor, namePatterns } = reachOf(ctx.actor);
  return sql`(${publisher} = ANY(${toArray(speaksFor)}::bigint[]) AND ${isNamed(namePatterns)})`;
}

const isNamed = (namePatterns: readonly string[]): SQL =>
  sql`${skills.name} LIKE ANY(${toArray(namePatterns.map(toLike))}::text[])`;

function withinReach({ everybodys, member, speaksFor, accountId, namePatterns }: Reach): SQL {
  const named = isNamed(namePatterns);
  if (everybodys) return sql`(${named})`;
  const isReader =
    accountId === null
      ? sql`false`
      : sql`EXISTS (SELECT 1 FROM ${skillReaders} AS reader WHERE reader.skill_id = ${skills.id} AND reader.account_id = ${accountId})`;
  return sql`(${skills.publisherId} = ANY(${toArray(member)}::bigint[]) AND ${named} AND (${skills.visibility} = 'organisation'
    OR ${skills.publisherId} = ANY(${toArray(speaksFor)}::bigint[]) OR ${isReader}))`;
}

/** One parameter: an array as PostgreSQL writes it. */
const toArray = (values: readonly (string | number)[]): string =>
  `{${values.map((value) => `"${String(value).replaceAll(/["\\]/g, String.raw`\$&`)}"`).join(",")}}`;

/** A pattern of names as LIKE has it. */
const toLike = (pattern: string): string => pattern.replaceAll(/[\\%_]/g, String.raw`\$&`).replaceAll("*", "%");
