import { createHash } from "node:crypto";
import { applyRevocations, type Revocation, revocationsText, verifyEnvelope, verifyRevocations } from "@gaia/trust";
import { afterAll, beforeAll, expect, test } from "vitest";
import { account, call } from "../harness/api.ts";
import { publishedAtOnce, versionRow } from "../harness/published.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { runSql } from "../harness/rows.ts";
import { until } from "../harness/until.ts";

let registry: TestRegistry;
let ada: string;
let keys: { key_id: string; public_key: string }[];

const api = (path: string) => `${registry.url}/api/v1${path}`;
const ensure = async (answer: Promise<{ status: number; body: unknown }>) =>
  expect((await answer).status, JSON.stringify((await answer).body)).toBeLessThan(300);
const asAdmin = (release: string, verb: string) =>
  ensure(call(api(`/admin/skills/${release}/${verb}`), { token: registry.adminToken, json: { reason: "a report" } }));
const yank = (release: string) =>
  ensure(call(api(`/skills/${release}/yank`), { token: ada, json: { reason: "leaks memory" } }));
const unyank = (release: string) => ensure(call(api(`/skills/${release}/unyank`), { token: ada, method: "POST" }));
const ask = async (since?: number) => {
  const { status, body } = await call(api(`/revocations${since === undefined ? "" : `?since=${since}`}`));
  expect(status, JSON.stringify(body)).toBe(200);
  const verdict = verifyRevocations(body.envelope, keys);
  if (!verdict.ok) throw new Error(verdict.reason);
  return { ...verdict, body, entries: body.entries as Revocation[] };
};
type Asked = Awaited<ReturnType<typeof ask>>;
/** A change is told to the list by the database, a moment later. */
async function askUntil(holds: (list: Asked) => boolean, since?: number): Promise<Asked> {
  let list = await ask(since);
  await until(async () => holds((list = await ask(since))));
  return list;
}
const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const rowOf = (entries: Revocation[], name: string) => entries.find((entry) => entry.name === name);

beforeAll(async () => {
  registry = await startTestRegistry({ withoutScanners: true });
  ada = await account(registry.url, registry.adminToken, "ada");
  keys = (await call(api("/keys"))).body.keys;
});
afterAll(() => registry.close());

test("what was quarantined, yanked and purged is in one signed list, and what was given back is in a delta only", async () => {
  for (const name of ["r-yanked", "r-quarantined", "r-purged", "r-fine"])
    await publishedAtOnce(registry, { token: ada, name, version: "1.0.0" });
  const before = await ask();
  await yank("r-yanked/1.0.0");
  await asAdmin("r-quarantined/1.0.0", "quarantine");
  await asAdmin("r-purged/1.0.0", "purge");
  const after = await askUntil(({ entries }) => entries.length === 3);
  expect(sha256(revocationsText(after.entries))).toBe(after.entriesSha256);
  expect(after.entries.map(({ name, status }) => `${name} ${status}`).toSorted()).toEqual([
    "r-purged purged",
    "r-quarantined quarantined",
    "r-yanked yanked",
  ]);
  expect(after.head.sequence).toBeGreaterThan(before.head.sequence);
  const { release_digest: digest } = (await call(api("/skills/r-yanked/1.0.0"))).body;
  expect(rowOf(after.entries, "r-yanked")).toMatchObject({
    version: "1.0.0",
    publisher: "ada",
    release_digest: digest,
  });
  const lasts = Date.parse(after.head.expires_at) - Date.parse(after.head.issued_at);
  expect(lasts).toBeGreaterThan(60_000);
  expect(lasts).toBeLessThanOrEqual(15 * 60_000);

  await unyank("r-yanked/1.0.0");
  await asAdmin("r-quarantined/1.0.0", "release");
  const delta = await askUntil(({ entries }) => entries.length === 2, after.head.sequence);
  expect(delta.body.since).toBe(after.head.sequence);
  expect(delta.entries.map(({ status, tier }) => [status, tier])).toEqual([
    ["published", null],
    ["published", null],
  ]);
  expect(sha256(revocationsText(applyRevocations(after.entries, delta.entries)))).toBe(delta.entriesSha256);
  expect((await ask()).entries.map(({ name }) => name)).toEqual(["r-purged"]);
});

test("the list is no decision and a decision is no list, whoever signed them", async () => {
  await publishedAtOnce(registry, { token: ada, name: "r-types", version: "1.0.0" });
  await yank("r-types/1.0.0");
  const { envelope } = (await ask()).body;
  expect(verifyEnvelope(envelope, keys)).toMatchObject({ ok: false, reason: expect.stringContaining("decision") });
  const said = (await call(api("/skills/r-types/1.0.0/attestations"))).body.attestations[0].envelope;
  expect(verifyEnvelope(said, keys).ok).toBe(true);
  expect(verifyRevocations(said, keys)).toMatchObject({ ok: false, reason: expect.stringContaining("list") });
});

test("one that nobody could have says its digest alone; one whose tier fell says what is left", async () => {
  await publishedAtOnce(registry, { token: ada, name: "r-never", version: "1.0.0" });
  await asAdmin("r-never/1.0.0", "quarantine");
  await publishedAtOnce(registry, { token: ada, name: "r-fell", version: "1.0.0" });
  await runSql(
    registry,
    `BEGIN; INSERT INTO audit_log (actor, action, target) VALUES ('test', 'version.tier', 'skill:r-fell@1.0.0');
     UPDATE versions SET published_at = NULL WHERE id = ${versionRow("r-never", "1.0.0")};
     ${["community", "experimental"].map((tier) => tierSql("r-fell", tier)).join("")} COMMIT;`,
  );
  const { release_digest: never } = (await call(api("/skills/r-never/1.0.0"), { token: ada })).body;
  const { entries } = await askUntil((list) => rowOf(list.entries, "r-fell") !== undefined);
  expect(rowOf(entries, "r-never")).toBeUndefined();
  expect(entries.find((entry) => entry.release_digest === never)).toMatchObject({ name: null, status: "quarantined" });
  expect(rowOf(entries, "r-fell")).toMatchObject({ status: "published", tier: "experimental" });
});

test("a cache may keep it for 30 seconds, and is told when it is the same", async () => {
  const first = await fetch(api("/revocations"));
  expect(first.headers.get("cache-control")).toBe("public, max-age=30");
  const etag = first.headers.get("etag") ?? "";
  expect((await fetch(api("/revocations"), { headers: { "if-none-match": etag } })).status).toBe(304);
  expect((await fetch(api("/revocations"), { headers: { "if-none-match": '"other"' } })).status).toBe(200);
  for (const bad of ["-1", "x", "1.5"]) expect((await fetch(api(`/revocations?since=${bad}`))).status).toBe(400);
});

/** A statement of a tier; only what it says is looked at here. */
function tierSql(name: string, tier: string): string {
  const payload = Buffer.from(JSON.stringify({ predicate: { tier } })).toString("base64");
  return `INSERT INTO attestations (sequence, version_id, decision, envelope) VALUES
    (nextval('attestation_sequence'), ${versionRow(name, "1.0.0")}, 'tier', '{"payload": "${payload}"}');`;
}

test("a version younger than min-age is passed over by name, and the one that is old enough is the latest", async () => {
  for (const version of ["1.0.0", "1.1.0"]) await publishedAtOnce(registry, { token: ada, name: "r-young", version });
  const read = async (query: string) => call(api(`/skills/r-young${query}`));
  expect((await read("")).body.latest_version).toBe("1.1.0");
  expect((await read("?min-age=3d")).status).toBe(404);
  await runSql(
    registry,
    `BEGIN; INSERT INTO audit_log (actor, action, target) VALUES ('test', 'version.aged', 'skill:r-young@1.0.0');
     UPDATE versions SET published_at = now() - interval '4 days' WHERE id = ${versionRow("r-young", "1.0.0")}; COMMIT;`,
  );
  let answer = await read("?min-age=3d");
  await until(async () => (answer = await read("?min-age=3d")).status === 200);
  expect(answer.body.latest_version).toBe("1.0.0");
  expect(answer.body.passed_over).toEqual([
    { version: "1.1.0", reason: expect.stringMatching(/^it was published .* less than 3d ago$/) },
  ]);
  for (const bad of ["3", "d", "-1d", "999999w", "3days"])
    expect((await read(`?min-age=${bad}`)).status, bad).toBe(400);
});
