import type { Db } from "@gaia/db";
import { PackageURL } from "packageurl-js";
import { type Ecosystem, ECOSYSTEMS } from "./version-order.ts";
import { findVulnerabilities, QueryTooLarge, readRecords, type VulnerabilityQuery } from "./find-vulnerabilities.ts";

/** A refusal in OSV's terms: `code` is one of gRPC's (3 invalid argument, 5 not found, 8 too much). */
export class OsvError extends Error {
  override readonly name = "OsvError";
  readonly code: 3 | 5 | 8;

  constructor(code: OsvError["code"], message: string) {
    super(message);
    this.code = code;
  }
}

const MAX_QUERIES = 1_000;
/** Records of one answer. */
const MAX_RECORDS = 1_000;
const PURL_TYPES: Record<string, Ecosystem> = { pypi: "PyPI", npm: "npm" };

/**
 * `POST /v1/query` of the OSV API: the advisories of a package at a version, whole; `{}` for none. Without a
 * version, all of the package. Answers are never in pages.
 * @throws OsvError
 */
export async function answerQuery(ctx: { db: Db }, body: unknown): Promise<{ vulns?: unknown[] }> {
  const [found = []] = await find(ctx, [toQuery(body)]);
  if (found.length > MAX_RECORDS) throw new OsvError(8, "The package has too many advisories for one answer.");
  return found.length === 0
    ? {}
    : {
        vulns: await readRecords(
          ctx,
          found.map(({ id }) => id),
        ),
      };
}

/**
 * `POST /v1/querybatch`: for each of up to 1,000 queries the id and time of its advisories, `{}` for none.
 * @throws OsvError when any query cannot be read
 */
export async function answerQueryBatch(
  ctx: { db: Db },
  body: unknown,
): Promise<{ results: { vulns?: { id: string; modified: string }[] }[] }> {
  const queries = toRecord(body)["queries"];
  if (!Array.isArray(queries)) throw new OsvError(3, "Invalid query: queries is no list.");
  if (queries.length > MAX_QUERIES) throw new OsvError(3, `Too many queries: at most ${MAX_QUERIES} in a batch.`);
  const found = await find(ctx, queries.map(toQuery));
  return {
    results: found.map((each) =>
      each.length === 0 ? {} : { vulns: each.map(({ id, modified }) => ({ id, modified: modified.toISOString() })) },
    ),
  };
}

/** `GET /v1/vulns/{id}`: the record, withdrawn or not. @throws OsvError */
export async function answerVulnerability(ctx: { db: Db }, id: string): Promise<unknown> {
  const [record] = await readRecords(ctx, [id.slice(0, 100)]);
  if (record === undefined) throw new OsvError(5, "Bug not found.");
  return record;
}

async function find(ctx: { db: Db }, queries: VulnerabilityQuery[]) {
  try {
    return await findVulnerabilities(ctx, queries);
  } catch (error) {
    if (error instanceof QueryTooLarge) throw new OsvError(8, error.message);
    throw error;
  }
}

function toQuery(value: unknown): VulnerabilityQuery {
  const query = toRecord(value);
  if (query["commit"] !== undefined) throw new OsvError(3, "Invalid query: this registry knows packages, no commits.");
  const { page_token: page } = query;
  if (page !== undefined && page !== "") throw new OsvError(3, "Invalid page token: answers here have one page.");
  const asked = toRecord(query["package"]);
  const version = optionalText(query["version"], "version");
  const purl = optionalText(asked["purl"], "purl");
  if (purl === null) {
    const [name, ecosystem] = [optionalText(asked["name"], "name"), optionalText(asked["ecosystem"], "ecosystem")];
    if (name === null || ecosystem === null) throw new OsvError(3, "Invalid query: it names no package.");
    return { ecosystem: toEcosystem(ecosystem), name, version };
  }
  if (asked["name"] !== undefined || asked["ecosystem"] !== undefined) {
    throw new OsvError(3, "Invalid query: name and ecosystem are given beside a purl.");
  }
  const read = toPurl(purl);
  if (version !== null && read.version !== null) {
    throw new OsvError(3, "Invalid query: a version is given beside the purl's own.");
  }
  return { ...read, version: version ?? read.version };
}

function toPurl(text: string): VulnerabilityQuery {
  let purl: PackageURL;
  try {
    purl = PackageURL.fromString(text);
  } catch {
    throw new OsvError(3, "Invalid query: the purl cannot be read.");
  }
  const ecosystem = Object.hasOwn(PURL_TYPES, purl.type) ? PURL_TYPES[purl.type] : undefined;
  if (ecosystem === undefined) throw unknownEcosystem();
  const name = purl.namespace ? `${purl.namespace}/${purl.name}` : purl.name;
  return { ecosystem, name, version: purl.version ?? null };
}

function toEcosystem(text: string): Ecosystem {
  const known = ECOSYSTEMS.find((each) => each === text);
  if (known === undefined) throw unknownEcosystem();
  return known;
}

// `{}` would say that nothing is known against the package, where nothing is known about it.
const unknownEcosystem = () => new OsvError(3, "Invalid ecosystem: this registry has advisories for PyPI and npm.");

function optionalText(value: unknown, name: string): string | null {
  if (value === undefined || value === null || value === "") return null;
  if (typeof value !== "string" || value.length > 500 || value.includes("\0") || !value.isWellFormed()) {
    throw new OsvError(3, `Invalid query: ${name} is no text that can be used.`);
  }
  return value;
}

function toRecord(value: unknown): Record<string, unknown> {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) {
    return value as Record<string, unknown>; // members stay unknown
  }
  throw new OsvError(3, "Invalid query.");
}
