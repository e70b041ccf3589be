import { afterAll, beforeAll, expect, test } from "vitest";
import { account, call, inspected, publish } from "../harness/api.ts";
import { versionRow } from "../harness/published.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { runSql } from "../harness/rows.ts";
import { heldZip, sampleZip } from "../harness/samples.ts";

let registry: TestRegistry;
let ada: string;
let bob: string;

const api = (path: string) => `${registry.url}/api/v1${path}`;
const admin = (path: string, json?: object) =>
  call(api(path), { token: registry.adminToken, ...(json !== undefined && { json }) });
const waiting = async (query = ""): Promise<string[]> =>
  (await admin(`/admin/held?limit=100${query}`)).body.items.map(({ name }: { name: string }) => name);

async function held(token: string, name: string): Promise<void> {
  expect((await publish(registry.url, token, heldZip({ name }))).status).toBe(201);
  expect((await inspected(registry.url, name, "1.0.0", token)).verdict).toBe("REVIEW");
}

/** As a scan that blocks it leaves it. */
const withheldByScan = (name: string) =>
  runSql(
    registry,
    `BEGIN; INSERT INTO audit_log (actor, action, target) VALUES ('test', 'version.inspected', 'skill:${name}@1.0.0');
     UPDATE versions SET status = 'quarantined', quarantined_by = 'scan', verdict = 'BLOCK' WHERE id = ${versionRow(name, "1.0.0")};
     COMMIT;`,
  );

beforeAll(async () => {
  registry = await startTestRegistry({ withoutScanners: true });
  ada = await account(registry.url, registry.adminToken, "ada");
  bob = await account(registry.url, registry.adminToken, "bob");
});
afterAll(() => registry.close());

test("admins see what is held and why, with file and line, longest first (first week, A14)", async () => {
  const before = Date.now() - 1_000;
  const mine = ["first", "second", "third"];
  const cy = await account(registry.url, registry.adminToken, "cy");
  for (const name of ["first", "second"]) await held(cy, name);
  await held(bob, "third");
  expect((await publish(registry.url, ada, sampleZip({ name: "fine" }))).status).toBe(201);
  await inspected(registry.url, "fine", "1.0.0", ada);
  expect((await waiting()).filter((name) => mine.includes(name))).toEqual(mine);
  expect(await waiting("&publisher=bob")).toEqual(["third"]);
  // Scanners report in their own order: what is mild may come first.
  await runSql(
    registry,
    `INSERT INTO findings (inspection_id, position, rule, scanner, severity, category, message, also)
     SELECT id, -1, 'B404', 'bandit', 'low', 'code', 'Consider it.', '{}' FROM inspections
     WHERE version_id = ${versionRow("first", "1.0.0")}`,
  );
  const [one] = (await admin("/admin/held?publisher=cy")).body.items;
  const report = (await admin("/skills/first/1.0.0/scan")).body;
  expect(one).toMatchObject({
    version: "1.0.0",
    publisher: "cy",
    state: "held",
    verdict: "REVIEW",
    reason: report.reason,
    inspection_id: report.inspection_id,
  });
  expect(report.findings[0].rule).toBe("B404");
  const badness = ({ severity }: { severity: string }) => ["low", "medium", "high", "critical"].indexOf(severity);
  const told = report.findings
    .toSorted((one: { severity: string }, other: { severity: string }) => badness(other) - badness(one))
    .slice(0, 3);
  expect(told[0].severity).toBe("high");
  const places = (all: { rule: string; file: string; line: number }[]) =>
    all.map(({ rule, file, line }) => ({ rule, file, line }));
  expect(places(one.findings)).toEqual(places(told));
  expect(one.findings[0].file).toEqual(expect.any(String));
  expect(Date.parse(one.since)).toBeGreaterThan(before);
});

test("the list is paged, each version once, and a cursor of another list is refused (first week, A14)", async () => {
  const dee = await account(registry.url, registry.adminToken, "dee");
  for (const name of ["page-a", "page-b", "page-c"]) await held(dee, name);
  const pages: string[] = [];
  let cursor: string | null = null;
  do {
    const { body } = await admin(`/admin/held?publisher=dee&limit=1${cursor === null ? "" : `&cursor=${cursor}`}`);
    expect(body.items).toHaveLength(1);
    pages.push(body.items[0].name);
    cursor = body.next_cursor;
  } while (cursor !== null);
  expect(pages).toEqual(["page-a", "page-b", "page-c"]);
  const other = Buffer.from(JSON.stringify(["reports", "2026-01-01T00:00:00.000Z", 1])).toString("base64url");
  expect((await admin(`/admin/held?cursor=${other}`)).status).toBe(400);
});

test("the list is for admins alone (first week, A14)", async () => {
  expect((await call(api("/admin/held"))).status).toBe(401);
  expect((await call(api("/admin/held"), { token: ada })).status).toBe(403);
});

test("what is cleared, yanked or withheld by an admin waits no more; what a scan withholds does (first week, A14)", async () => {
  for (const name of ["passed", "yanked", "taken", "blocked"]) await held(ada, name);
  const { inspection_id } = (await admin("/skills/passed/1.0.0")).body;
  const cleared = await admin("/admin/skills/passed/1.0.0/clear", { inspection_id, reason: "looked at" });
  expect(cleared.status).toBe(200);
  const yank = { token: ada, json: { reason: "mine was bad" } };
  expect((await call(api("/skills/yanked/1.0.0/yank"), yank)).status).toBe(200);
  await withheldByScan("blocked");
  await withheldByScan("taken");
  expect(await waiting("&publisher=ada")).toEqual(expect.arrayContaining(["blocked", "taken"]));
  expect((await admin("/admin/skills/taken/1.0.0/quarantine", { reason: "ours now" })).status).toBe(200);
  const now = await waiting("&publisher=ada");
  expect(now).toContain("blocked");
  for (const name of ["passed", "yanked", "taken"]) expect(now).not.toContain(name);
  const blocked = (await admin("/admin/held?publisher=ada&limit=100")).body.items.find(
    ({ name }: { name: string }) => name === "blocked",
  );
  expect(blocked).toMatchObject({ state: "quarantined", verdict: "BLOCK" });
  expect((await admin("/admin/skills/blocked/1.0.0/release", { reason: "nothing" })).status).toBe(200);
  expect((await call(api("/skills/yanked/1.0.0/unyank"), { token: ada, method: "POST" })).status).toBe(200);
  const then = await waiting("&publisher=ada");
  expect(then).not.toContain("blocked");
  expect(then).toContain("yanked");
});
