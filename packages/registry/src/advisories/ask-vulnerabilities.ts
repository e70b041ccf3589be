import { findVulnerabilities, hasAdvisories, packageName, QueryTooLarge, type VulnerabilityQuery } from "@gaia/catalog";
import type { Db } from "@gaia/db";
import { ADVISORY_GAPS } from "@gaia/scan";

/** `POST /v1/querybatch` of the OSV service that the registry is set to; the parsed answer, which may be anything. */
export type AskOsv = (
  queries: { package: { ecosystem: string; name: string }; version: string }[],
  abort: AbortSignal,
) => Promise<unknown>;

/** What is known of the service that `AskOsv` asks, so that nobody waits for one that is not there. */
export interface Advisories {
  /** It has not been reached for a while, although it was tried: asking it now is in vain. */
  isAway(): boolean;
  /** It did not answer somebody: worth finding out why. */
  doubt(): void;
}

/** A known problem of one version. */
export interface KnownVulnerability {
  id: string;
  /** Other names of the same, where our own table knows them. */
  aliases: string[];
}

export interface Asked {
  /** For each query, in their order, by id. */
  found: KnownVulnerability[][];
  /** Why no answer can be trusted; null when somebody who knows was asked. */
  problem: { reason: string; retryable: boolean } | null;
}

type ExactQuery = VulnerabilityQuery & { version: string };

const AT_ONCE = 500;
const ID = /^[A-Za-z0-9][A-Za-z0-9:._-]{1,99}$/;

/**
 * Asks everybody who knows: the advisories that were imported here, and the OSV service where it is another one. It is a
 * problem only when neither could answer.
 */
export async function askVulnerabilities(
  ctx: { db: Db },
  input: { queries: ExactQuery[]; askOsv: AskOsv | null; advisories: Advisories; abort: AbortSignal },
): Promise<Asked> {
  const { queries, askOsv, advisories, abort } = input;
  if (queries.length === 0) return { found: [], problem: null };
  const own = await askOwn(ctx, queries);
  const isAway = askOsv !== null && advisories.isAway();
  const theirs = askOsv === null || isAway ? null : await askThem(askOsv, queries, abort).catch(() => null);
  if (askOsv !== null && theirs === null && !isAway) advisories.doubt();
  const gap = askOsv === null ? ADVISORY_GAPS.none : isAway ? ADVISORY_GAPS.away : ADVISORY_GAPS.silent;
  const problem = own === null && theirs === null ? { reason: gap, retryable: true } : null;
  return { found: queries.map((_, index) => merge(own?.[index] ?? [], theirs?.[index] ?? [])), problem };
}

/** Null when nothing was imported for one of the ecosystems: then an empty answer says nothing. */
async function askOwn(ctx: { db: Db }, queries: ExactQuery[]): Promise<KnownVulnerability[][] | null> {
  for (const ecosystem of new Set(queries.map((query) => query.ecosystem))) {
    if (!(await hasAdvisories(ctx, ecosystem))) return null;
  }
  try {
    return await findVulnerabilities(ctx, queries);
  } catch (error) {
    if (error instanceof QueryTooLarge) return null;
    throw error;
  }
}

async function askThem(askOsv: AskOsv, queries: ExactQuery[], abort: AbortSignal): Promise<KnownVulnerability[][]> {
  const found: KnownVulnerability[][] = [];
  for (let at = 0; at < queries.length; at += AT_ONCE) {
    const some = queries.slice(at, at + AT_ONCE);
    const answer = await askOsv(
      some.map(({ ecosystem, name, version }) => ({
        package: { ecosystem, name: packageName(ecosystem, name) },
        version,
      })),
      abort,
    );
    const results = member(answer, "results");
    if (!Array.isArray(results) || results.length !== some.length) throw new Error("another shape than OSV's");
    found.push(...results.map(toVulnerabilities));
  }
  return found;
}

function toVulnerabilities(result: unknown): KnownVulnerability[] {
  const vulns = member(result, "vulns");
  if (!Array.isArray(vulns)) return [];
  const ids = vulns.map((vuln) => member(vuln, "id")).filter((id) => typeof id === "string" && ID.test(id));
  return (ids as string[]).map((id) => ({ id, aliases: [] }));
}

function member(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

/** One of each: what our own table knows under several names is not told again. */
function merge(own: KnownVulnerability[], theirs: KnownVulnerability[]): KnownVulnerability[] {
  const known = new Set(own.flatMap(({ id, aliases }) => [id, ...aliases]));
  const all = [...own.map(({ id, aliases }) => ({ id, aliases })), ...theirs.filter(({ id }) => !known.has(id))];
  return all.sort((a, b) => (a.id < b.id ? -1 : 1));
}
