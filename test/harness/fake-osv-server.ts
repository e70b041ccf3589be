import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

/** The part of an OSV record (schema 1.x) that clients of /v1/query read. */
export interface OsvAdvisory {
  id: string;
  aliases: string[];
  summary: string;
  affected: {
    package: { ecosystem: "PyPI" | "npm"; name: string };
    ranges: { type: "ECOSYSTEM"; events: ({ introduced: string } | { fixed: string })[] }[];
    versions?: string[];
  }[];
}

export interface FakeOsv {
  /** What OSV_URL takes. */
  url: string;
  /** Every package that was asked for, in order. */
  requests: { path: string; name: string; version: string }[];
  close(): Promise<void>;
  /** Lets the process end although nobody closed it. */
  unref(): void;
}

/** Real advisories, from the public record: ids, the package, first affected and first fixed version. */
export const ADVISORIES: OsvAdvisory[] = [
  advisory("GHSA-j8r2-6x86-q33x", "CVE-2023-32681", "requests", "Proxy-Authorization header leaks", "2.3.0", "2.31.0"),
  advisory("GHSA-9wx4-h78v-vm56", "CVE-2024-35195", "requests", "Session keeps verify=False", "0", "2.32.0"),
  advisory("GHSA-v845-jxx5-vc9f", "CVE-2023-43804", "urllib3", "Cookie header kept on redirect", "2.0.0", "2.0.6"),
  advisory("GHSA-34jh-p97f-mpxf", "CVE-2024-37891", "urllib3", "Proxy-Authorization on redirect", "2.0.0", "2.2.2"),
  advisory("GHSA-h5c8-rqwp-cp95", "CVE-2024-22195", "jinja2", "HTML attribute injection by xmlattr", "0", "3.1.3"),
  advisory("GHSA-8q59-q68h-6hv4", "CVE-2020-14343", "pyyaml", "Code execution by full_load", "0", "5.4"),
  ofNpm(advisory("GHSA-35jh-r3h4-6jhm", "CVE-2021-23337", "lodash", "Command injection by template", "0", "4.17.21")),
];

function advisory(
  id: string,
  alias: string,
  name: string,
  summary: string,
  introduced: string,
  fixed: string,
): OsvAdvisory {
  return {
    id,
    aliases: [alias],
    summary,
    affected: [
      {
        package: { ecosystem: "PyPI", name },
        ranges: [{ type: "ECOSYSTEM", events: [{ introduced }, { fixed }] }],
      },
    ],
  };
}

function ofNpm(each: OsvAdvisory): OsvAdvisory {
  const affected = each.affected.map((one) => ({ ...one, package: { ...one.package, ecosystem: "npm" as const } }));
  return { ...each, affected };
}

/**
 * A fake of OSV's service on loopback: POST /v1/query and /v1/querybatch with `{package: {name, ecosystem}, version}` answer
 * the advisories whose ranges hold the version, `{}` for none, and 400 for what the real one refuses.
 */
export async function startFakeOsv(advisories: OsvAdvisory[] = ADVISORIES, port = 0): Promise<FakeOsv> {
  const requests: FakeOsv["requests"] = [];
  const answer = (path: string, query: unknown): object | null => {
    const asked = toQuery(query);
    if (asked === null) return null;
    requests.push({ path, name: asked.name, version: asked.version });
    const vulns = advisories.filter((each) => isAffected(each, asked)).map(toRecord);
    return vulns.length === 0 ? {} : { vulns };
  };
  // A client on a busy machine may be silent for longer than Node's five seconds, and meets a closed connection then.
  const server = createServer({ keepAliveTimeout: 120_000 }, (request, response) => {
    void readJson(request).then((body) => {
      const send = (status: number, value: object): void => {
        response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
      };
      if (request.method !== "POST") return send(405, { code: 12, message: "Method Not Allowed" });
      if (request.url === "/v1/query") {
        const found = answer(request.url, body);
        return found === null ? send(400, { code: 3, message: "Invalid query." }) : send(200, found);
      }
      if (request.url === "/v1/querybatch") {
        const queries = toObject(body)["queries"];
        const found = Array.isArray(queries) ? queries.map((each) => answer("/v1/querybatch", each)) : [null];
        if (found.includes(null)) return send(400, { code: 3, message: "Invalid query." });
        return send(200, { results: found });
      }
      return send(404, { code: 5, message: "Not Found" });
    });
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, // listening on TCP, so not a path
    requests,
    unref: () => void server.unref(),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function toRecord(each: OsvAdvisory): object {
  return { schema_version: "1.6.0", modified: "2024-06-01T00:00:00Z", published: "2024-01-01T00:00:00Z", ...each };
}

interface Query {
  name: string;
  version: string;
  ecosystem: "PyPI" | "npm";
}

function toQuery(value: unknown): Query | null {
  const { package: asked, version } = toObject(value);
  const { name, ecosystem } = toObject(asked);
  if (typeof name !== "string" || typeof version !== "string") return null;
  return ecosystem === "PyPI" || ecosystem === "npm" ? { name, version, ecosystem } : null;
}

function toObject(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {}; // members stay unknown
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  try {
    return JSON.parse(Buffer.concat(await request.toArray()).toString("utf8"));
  } catch {
    return null;
  }
}

function isAffected(each: OsvAdvisory, asked: Query): boolean {
  return each.affected.some(
    ({ package: { name, ecosystem }, ranges, versions = [] }) =>
      name === asked.name &&
      ecosystem === asked.ecosystem &&
      (versions.includes(asked.version) || ranges.some(({ events }) => isInRange(events, asked.version))),
  );
}

/** OSV's evaluation: events in the order of their versions; the last one at or below the version decides. */
function isInRange(events: ({ introduced: string } | { fixed: string })[], version: string): boolean {
  let affected = false;
  const ordered = events
    .map((event) => ("introduced" in event ? { at: event.introduced, on: true } : { at: event.fixed, on: false }))
    .toSorted((a, b) => compareVersions(a.at, b.at));
  for (const { at, on } of ordered) {
    if (at === "0" || compareVersions(at, version) <= 0) affected = on;
  }
  return affected;
}

/** PEP 440 as far as these packages need it: release numbers, and a pre-release below its release. */
function compareVersions(a: string, b: string): number {
  const [left, right] = [toVersion(a), toVersion(b)];
  const length = Math.max(left.release.length, right.release.length);
  for (let index = 0; index < length; index += 1) {
    const difference = (left.release[index] ?? 0) - (right.release[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return Number(right.isPre) - Number(left.isPre);
}

function toVersion(text: string): { release: number[]; isPre: boolean } {
  const release = /^\d+(?:\.\d+)*/.exec(text)?.[0] ?? "0";
  return { release: release.split(".").map(Number), isPre: /^[\d.]*?\.?(?:a|b|rc|dev)\d*/.test(text) };
}
