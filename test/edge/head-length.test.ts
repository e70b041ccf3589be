import { type IncomingHttpHeaders, request } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createApp } from "../../apps/server/src/http/app.ts";
import type { Marketplace } from "../../apps/server/src/http/marketplace.ts";
import { account } from "../harness/api.ts";
import { publishedAtOnce } from "../harness/published.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";

const marketplace = (await import("@gaia/web")) as Marketplace;

let registry: TestRegistry;
/** Every route that has GET, as an address with things that are there. */
let addresses: string[];
beforeAll(async () => {
  registry = await startTestRegistry({ withoutScanners: true, environment: { RATE_LIMIT_READS: "0" } });
  const token = await account(registry.url, registry.adminToken, "ada");
  await publishedAtOnce(registry, { token, name: "sample", version: "1.0.0" });
  await registry.settle();
  const etag = (await ask("GET", "/api/v1/skills/sample/1.0.0/download")).headers.etag ?? "";
  const there: Record<string, string> = {
    name: "sample",
    version: "1.0.0",
    handle: "ada",
    sha256: etag.slice(1, -1),
  };
  const { table } = createApp(registry.running.services, marketplace);
  const paths = [...new Set(table.filter(({ method }) => method === "GET").map(({ path }) => path))];
  addresses = paths.map((path) => path.replace(/:(\w+)(\{.*?\})?/g, (_, name: string) => there[name] ?? "none"));
  addresses.push(
    "/nowhere",
    "/api/v1/nowhere",
    "/api/v1/search?q=sample",
    "/api/v1/search?q=%00",
    "/api/v1/admin/audit?export=csv",
  );
});
afterAll(() => registry.close());

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  sizeBytes: number;
}

/** As it comes, without a client that unpacks or adds anything. */
function ask(method: "GET" | "HEAD", address: string, headers: Record<string, string> = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(`${registry.url}${address}`, { method, headers }, (came) => {
      let sizeBytes = 0;
      came.on("data", (bytes: Buffer) => (sizeBytes += bytes.byteLength));
      came.on("end", () => resolve({ status: came.statusCode ?? 0, headers: came.headers, sizeBytes }));
      came.on("error", reject);
    });
    sent.on("error", reject).end();
  });
}

/** HEAD and GET of the same moment: some pages say how many minutes ago something was. */
async function answersOf(address: string, headers: Record<string, string>) {
  for (let left = 3; ; left--) {
    registry.running.services.pages.forgetAll();
    const before = await ask("GET", address, headers);
    registry.running.services.pages.forgetAll();
    const long = await ask("HEAD", address, headers);
    const got = await ask("GET", address, headers);
    // Where the answer is kept now, this one takes the short way.
    const short = await ask("HEAD", address, headers);
    if (left === 0 || before.headers["etag"] === got.headers["etag"]) return { long, got, short };
  }
}

/** What differs between any two answers of these: process figures, and texts that name the time. */
const CHANGES = new Set(["/metrics"]);

describe("HEAD says what GET says", () => {
  const callers: [string, () => Record<string, string>][] = [
    ["anybody", () => ({})],
    ["anybody with gzip", () => ({ "accept-encoding": "gzip" })],
    ["an admin", () => ({ authorization: `Bearer ${registry.adminToken}` })],
  ];
  test.each(callers)(
    "the length and the headers of GET, on every route, for %s (first week, B3)",
    async (_, headersOf) => {
      const headers = headersOf();
      const withLength: string[] = [];
      for (const address of addresses) {
        const { long, got, short } = await answersOf(address, headers);
        for (const head of [long, short]) {
          expect([head.status, head.sizeBytes], address).toEqual([got.status, 0]);
          for (const name of ["etag", "content-type", "content-encoding", "accept-ranges", "cache-control"])
            expect(head.headers[name], `${name} of ${address}`).toBe(got.headers[name]);
          if (CHANGES.has(address)) expect(head.headers["content-length"], address).toMatch(/^\d+$/);
          else expect(head.headers["content-length"], address).toBe(got.headers["content-length"]);
        }
        const length = got.headers["content-length"];
        if (length === undefined) continue;
        expect(Number(length), address).toBe(got.sizeBytes);
        if (got.status === 200) withLength.push(address);
      }
      expect(withLength.length).toBeGreaterThan(25);
      for (const download of ["/api/v1/skills/sample/1.0.0/download", "/cli/gaia-skill.tgz", "/theme.css"].filter(
        (path) => headers["authorization"] === undefined || path.startsWith("/api/"),
      ))
        expect(withLength).toContain(download);
    },
  );

  test("what is sent while it is made has no length, and is not made for HEAD (first week, B3)", async () => {
    const headers = { authorization: `Bearer ${registry.adminToken}` };
    const [got, head] = [
      await ask("GET", "/api/v1/admin/audit?export=csv", headers),
      await ask("HEAD", "/api/v1/admin/audit?export=csv", headers),
    ];
    expect([got.status, head.status, head.sizeBytes]).toEqual([200, 200, 0]);
    expect(got.sizeBytes).toBeGreaterThan(100);
    expect([got.headers["content-length"], head.headers["content-length"]]).toEqual([undefined, undefined]);
    expect(head.headers["content-type"]).toBe(got.headers["content-type"]);
  });
});
