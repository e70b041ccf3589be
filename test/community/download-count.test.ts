import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { account, call } from "../harness/api.ts";
import { publishedAtOnce, versionRow } from "../harness/published.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { rowsOf } from "../harness/rows.ts";
import { sampleZip } from "../harness/samples.ts";

let registry: TestRegistry;
let ada: string;
const api = (path: string) => `${registry.url}/api/v1${path}`;

beforeAll(async () => {
  registry = await startTestRegistry({ withoutScanners: true });
  ada = await account(registry.url, registry.adminToken, "ada");
  for (const [name, version] of [
    ["taken", "1.0.0"],
    ["taken", "1.1.0"],
    ["counted", "1.0.0"],
  ] as const)
    await publishedAtOnce(registry, { token: ada, name, version });
});
afterAll(() => registry.close());

async function take(path: string, headers: Record<string, string> = {}): Promise<void> {
  const answer = await fetch(api(path), { headers });
  expect(answer.status).toBe(200);
  await answer.arrayBuffer();
}

/** What is counted of a skill by now. */
async function downloads(name: string): Promise<number> {
  await registry.running.services.downloads.flush();
  return (await call(api(`/skills/${name}`), { token: ada })).body.downloads;
}

describe("downloads count once for each account or address and day", () => {
  test("H-A7 a part of an archive, or that it is still the same, is no download and no reason for a review", async () => {
    await publishedAtOnce(registry, { token: ada, name: "nibbled", version: "1.0.0" });
    const token = await account(registry.url, registry.adminToken, "nibbler");
    const path = api("/skills/nibbled/1.0.0/download");
    const ask = async (headers: Record<string, string>) => {
      const answer = await fetch(path, { headers });
      return { status: answer.status, bytes: (await answer.arrayBuffer()).byteLength };
    };
    const mine = { authorization: `Bearer ${token}` };
    const review = () => call(api("/skills/nibbled/reviews"), { token, json: { rating: 1 } });
    for (const headers of [
      { range: "bytes=0-0" },
      { range: "bytes=0-9" },
      { range: "bytes=5-" },
      { "if-none-match": "*" },
    ]) {
      expect([200, 206, 304]).toContain((await ask({ ...mine, ...headers })).status);
      // Where nobody signed in, and nothing is kept yet.
      if (!("if-none-match" in headers)) expect((await ask(headers)).status).toBe(206);
    }
    expect((await review()).status).toBe(403);
    expect(await downloads("nibbled")).toBe(0);
    // All of it, asked for as a range, is all of it.
    expect((await ask({ ...mine, range: "bytes=0-" })).status).toBe(206);
    expect((await review()).status).toBe(201);
    expect(await downloads("nibbled")).toBe(1);
    // From what is kept, too.
    expect((await ask({})).status).toBe(200);
    expect(await downloads("nibbled")).toBe(2);
    for (const headers of [{ range: "bytes=0-0" }, { "if-none-match": "*" }])
      expect([206, 304]).toContain((await ask(headers)).status);
    expect(await downloads("nibbled")).toBe(2);
  });

  test("T10 a staged version that was taken and then rejected does not keep the others from being counted", async () => {
    await publishedAtOnce(registry, { token: ada, name: "beside", version: "1.0.0" });
    const before = await downloads("beside");
    const staged = await call(api("/staged-versions"), {
      token: ada,
      body: sampleZip({ name: "soon-rejected" }) as Uint8Array<ArrayBuffer>, // made by our own writer: never shared memory
      type: "application/zip",
    });
    expect(staged.status).toBe(201);
    await registry.settle();
    await take("/skills/soon-rejected/1.0.0/download", { authorization: `Bearer ${ada}` });
    await take("/skills/beside/1.0.0/download");
    const rejected = await call(api("/skills/soon-rejected/1.0.0/reject"), { token: ada, json: { reason: "not yet" } });
    expect(rejected.status).toBe(204);
    expect(await downloads("beside")).toBe(before + 1);
  });

  test("T10 a hundred by one address are one, whatever version and whatever it says of itself in X-Forwarded-For", async () => {
    const paths = [
      "/skills/taken/download",
      "/skills/taken/1.0.0/download",
      "/skills/taken/1.1.0/download?archive=tgz",
    ];
    for (let n = 0; n < 100; n += 1) {
      const spoofed = {
        "x-forwarded-for": `203.0.113.${n}`,
        forwarded: `for=203.0.113.${n}`,
        "x-real-ip": `203.0.113.${n}`,
      };
      await take(paths[n % 3] ?? "", n < 10 ? {} : spoofed);
    }
    expect(await downloads("taken")).toBe(1);
  });

  test("an account counts once with all its tokens, apart from its address", async () => {
    const second = (await call(api("/tokens"), { token: ada, json: { name: "ci", scopes: ["read"] } })).body.token;
    for (const token of [ada, second, ada, second])
      await take("/skills/counted/download", { authorization: `Bearer ${token}` });
    expect(await downloads("counted")).toBe(1);
    await take("/skills/counted/download");
    await take("/skills/counted/download");
    expect(await downloads("counted")).toBe(2);
    // What is no token is nobody's: it counts by its address.
    await take("/skills/counted/download", { authorization: "Bearer gsk_nobody" });
    expect(await downloads("counted")).toBe(2);
  });

  test("beside it each version counts by the client's protocol, once for each account or address", async () => {
    for (const version of ["1.0.0", "1.1.0"]) await publishedAtOnce(registry, { token: ada, name: "watched", version });
    for (const token of [null, ada])
      for (const path of ["1.0.0/download", "1.0.0/download?archive=tgz", "1.1.0/download", "1.1.0/download"])
        await take(`/skills/watched/${path}`, token === null ? {} : { authorization: `Bearer ${token}` });
    // What ranks is one of the skill for each of the two.
    expect(await downloads("watched")).toBe(2);
    const rows = await rowsOf(
      registry,
      `SELECT versions.version, client, count FROM downloads_by_client JOIN versions ON versions.id = version_id
         JOIN skills ON skills.id = skill_id WHERE name = 'watched' ORDER BY 1`,
    );
    expect(rows).toEqual([
      { version: "1.0.0", client: "api", count: 2 },
      { version: "1.1.0", client: "api", count: 2 },
    ]);
  });
});

test("T10 who makes room in what is remembered of a day is not counted again: what is taken by version costs nobody's place", async () => {
  await publishedAtOnce(registry, { token: ada, name: "crowded-out", version: "1.0.0" });
  const [row] = await rowsOf<{ id: string }>(registry, `SELECT ${versionRow("crowded-out", "1.0.0")} AS id`);
  const { downloads: counter } = registry.running.services;
  const takeAs = (by: string, client: string) =>
    counter.count({ versionId: Number(row?.id), skill: "crowded-out", client, by });
  takeAs("address:192.0.2.1", "api");
  // Two hundred addresses, a /56 of IPv6, are two hundred of one skill; each of them takes a thousand (version, client) of it.
  for (let address = 0; address < 200; address += 1)
    for (let client = 0; client < 1_000; client += 1) takeAs(`address:2001:db8:0:${address}`, `c${client}`);
  expect(await downloads("crowded-out")).toBe(201);
  takeAs("address:192.0.2.1", "api");
  expect(await downloads("crowded-out")).toBe(201);
});
