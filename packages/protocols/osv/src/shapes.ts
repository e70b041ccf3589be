import { type Ecosystem, ECOSYSTEMS, type FoundAdvisory, type VulnerabilityQuery } from "@gaia/catalog";
import { PackageURL } from "packageurl-js";
import { OsvError } from "./errors.ts";

const MAX_QUERIES = 1_000;
const PURL_TYPES: Record<string, Ecosystem> = { pypi: "PyPI", npm: "npm" };

/**
 * The queries of a batch.
 * @throws OsvError when any of them cannot be read: it names its index, and its purl or package
 */
export function toQueries(body: unknown): VulnerabilityQuery[] {
  const queries = toRecord(body)["queries"];
  if (!Array.isArray(queries)) throw new OsvError(3, "Invalid query: queries is no list.");
  if (queries.length > MAX_QUERIES) throw new OsvError(3, `Too many queries: at most ${MAX_QUERIES} in a batch.`);
  return queries.map((query, index) => {
    try {
      return toQuery(query);
    } catch (error) {
      // One such query refuses the batch, so its sender has to learn which.
      if (error instanceof OsvError)
        throw new OsvError(error.code, `queries[${index}]${subjectOf(query)}: ${error.message}`);
      throw error;
    }
  });
}

/** What a query is about, as it was sent: ` "pkg:…"`; empty where it names nothing. */
function subjectOf(query: unknown): string {
  const { purl, name } = Object(Object(query)["package"]);
  const text = [purl, name].find((each) => typeof each === "string" && each !== "");
  return typeof text === "string" ? ` ${JSON.stringify(text.slice(0, 200))}` : "";
}

/** What a batch is told of one query's advisories: ids and times; `{}` for none. */
export const toBatchResult = (found: readonly FoundAdvisory[]): { vulns?: { id: string; modified: string }[] } =>
  found.length === 0 ? {} : { vulns: found.map(({ id, modified }) => ({ id, modified: modified.toISOString() })) };

/**
 * A query as OSV's API has it: a package by name and ecosystem or by its purl, and a version; without one, all of the package.
 * @throws OsvError
 */
export function toQuery(value: unknown): VulnerabilityQuery {
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
  // Decoded by now: what is percent-encoded in a purl is judged like what is written plainly.
  return { ecosystem, name: usable(name, "purl"), version: optionalText(purl.version, "purl") };
}

function toEcosystem(text: string): Ecosystem {
  const known = ECOSYSTEMS.find((each) => each === text);
  if (known === undefined) throw unknownEcosystem();
  return known;
}

// `{}` would say that nothing is known against the package, where nothing is known about it.
const unknownEcosystem = () => new OsvError(3, "Invalid ecosystem: this registry has advisories for PyPI and npm.");

function optionalText(value: unknown, name: string): string | null {
  return value === undefined || value === null || value === "" ? null : usable(value, name);
}

/** A text that a column can hold. */
function usable(value: unknown, name: string): string {
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
