import { mailHeld } from "@gaia/registry";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { CLOCKS } from "../../apps/server/src/worker/clocks.ts";
import { account, call, inspected, publish } from "../harness/api.ts";
import { heldAtOnce } from "../harness/held-at-once.ts";
import { mailsTo } from "../harness/people.ts";
import { versionRow } from "../harness/published.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { rowsOf, runSql } from "../harness/rows.ts";
import { heldZip } from "../harness/samples.ts";
import { secondAdmin } from "../harness/second-admin.ts";

let registry: TestRegistry;
let ada: string;
let sent: { to: string; subject: string; text: string }[] = [];

const HOUR_MS = 3_600_000;
const api = (path: string) => `${registry.url}/api/v1${path}`;
/** A turn of the clock, so many hours from now. */
const turn = (hours: number, send = async (letter: (typeof sent)[number]) => void sent.push(letter)) => {
  const { registry: doors } = registry.running.services;
  const now = () => new Date(Date.now() + hours * HOUR_MS);
  const ctx = { ...doors, now, actor: { kind: "registry", handle: "registry" } as const, requestId: null };
  return mailHeld(ctx, { send, registryName: "Skills" });
};
const to = (handle: string) => sent.filter((letter) => letter.to === `${handle}@example.org`);

/** Gives an account an address. */
const addressed = (handle: string, isVerified = true) =>
  runSql(
    registry,
    `BEGIN; INSERT INTO audit_log (actor, action, target) VALUES ('test', 'account.address', 'account:${handle}');
     INSERT INTO auth_users (id, name, email, email_verified) VALUES ('u-${handle}', '${handle}', '${handle}@example.org', ${isVerified});
     UPDATE accounts SET auth_user_id = 'u-${handle}' WHERE handle = '${handle}'; COMMIT;`,
  );
const member = (handle: string, role: string) =>
  runSql(
    registry,
    `BEGIN; INSERT INTO audit_log (actor, action, target) VALUES ('test', 'member.join', 'publisher:ada');
     INSERT INTO memberships (account_id, publisher_id, role) SELECT a.id, p.id, '${role}' FROM accounts a, publishers p
       WHERE a.handle = '${handle}' AND p.handle = 'ada'; COMMIT;`,
  );

beforeAll(async () => {
  registry = await startTestRegistry({ withoutScanners: true, environment: { SWEEP_SECONDS: "600" } });
  ada = await account(registry.url, registry.adminToken, "ada");
  for (const handle of ["bea", "cal", "dee", "eve"]) await account(registry.url, registry.adminToken, handle);
  await addressed("ada");
  await addressed("bea");
  await addressed("cal", false);
  await addressed("dee");
  await addressed("admin");
  await member("bea", "publisher");
  await member("cal", "owner");
  // A member who is suspended.
  await addressed("eve");
  await member("eve", "owner");
  const suspend = { token: registry.adminToken, json: { reason: "away" } };
  expect((await call(api("/admin/accounts/eve/suspend"), suspend)).status).toBe(200);
});
beforeEach(() => {
  sent = [];
});
afterAll(() => registry.close());

const waitingOf = async (token: string): Promise<{ text: string }[]> =>
  (await call(api("/notices?limit=100"), { token })).body.items.filter(
    ({ kind }: { kind: string }) => kind === "waiting",
  );

test("nothing is sent where nothing waits (first week, A14)", async () => {
  expect(await turn(1)).toEqual({ members: 0, admins: 0 });
  expect(sent).toEqual([]);
  expect(await rowsOf(registry, "SELECT 1 FROM hold_mails")).toEqual([]);
});

test("a first verdict that holds a version gives its publisher a notice with the reason (first week, A14)", async () => {
  expect((await publish(registry.url, ada, heldZip({ name: "noticed" }))).status).toBe(201);
  const { verdict_reason: reason } = await inspected(registry.url, "noticed", "1.0.0", ada);
  const { items } = (await call(api("/notices"), { token: ada })).body;
  const held = items.filter(({ kind }: { kind: string }) => kind === "held");
  expect(held).toMatchObject([{ name: "noticed", version: "1.0.0", text: expect.stringContaining(String(reason)) }]);
  expect(held[0].text).toContain("`gaia-skill contest noticed@1.0.0 --reason TEXT`");
  expect(held[0].text).toContain("`gaia-skill login --scope publish --scope read --scope review`");
});

test("many holds give one letter a person, members with an address of theirs alone (first week, A14)", async () => {
  for (const name of ["one", "two", "three"]) await heldAtOnce(registry, { token: ada, name });
  expect(await turn(1)).toEqual({ members: 2, admins: 1 });
  expect(sent.map((letter) => letter.to).sort()).toEqual(["ada", "admin", "bea"].map((one) => `${one}@example.org`));
  const [letter] = to("ada");
  expect(letter?.subject).toBe("4 versions of your publishers held at Skills");
  for (const name of ["noticed", "one", "two", "three"]) expect(letter?.text).toContain(`${name} 1.0.0 by ada: held`);
  expect(letter?.text).toContain("it reads like that");
  // What a skill or its publisher wrote is in no letter to admins.
  expect(to("admin")[0]?.text).not.toContain("it reads like that");
  expect(to("admin")[0]?.subject).toBe("4 held, 0 contested at Skills");
  expect(await turn(2)).toEqual({ members: 0, admins: 0 });
  expect(await turn(26)).toEqual({ members: 0, admins: 0 });
});

test("(first week, A14) an admin without an address has a notice of it, too; one a day, however often a letter is retried", async () => {
  await runSql(registry, "DELETE FROM hold_mails");
  const olga = await secondAdmin(registry, "olga");
  const refuse = () => Promise.reject(new Error("no mail server"));
  for (const hours of [1, 3, 5]) expect(await turn(hours, refuse)).toEqual({ members: 0, admins: 0 });
  expect((await turn(7)).admins).toBe(1);
  for (const token of [registry.adminToken, olga])
    expect(await waitingOf(token)).toMatchObject([
      { text: "4 versions waiting for an admin: `gaia-skill admin held` lists them.", name: null },
    ]);
  expect(await waitingOf(ada)).toEqual([]);
});

test("of two processes at once one sends, and what does not go out is tried again (first week, A14)", async () => {
  await heldAtOnce(registry, { token: ada, name: "later" });
  await runSql(
    registry,
    `UPDATE versions SET held_since = now() + interval '30 hours' WHERE id = ${versionRow("later", "1.0.0")}`,
  );
  const refused = await turn(31, () => Promise.reject(new Error("no mail server")));
  expect(refused).toEqual({ members: 0, admins: 0 });
  expect(await turn(31)).toEqual({ members: 0, admins: 0 });
  const turns = await Promise.all([turn(33), turn(33)]);
  expect(turns.reduce((total, { members }) => total + members, 0)).toBe(2);
  expect(to("ada")).toHaveLength(1);
  expect(to("admin")).toHaveLength(1);
  expect(to("ada")[0]?.text).toContain("later 1.0.0");
  expect(to("ada")[0]?.text).not.toContain("noticed");
});

test("a letter waits for the re-scan that goes on, a day at most (first week, A14)", async () => {
  await heldAtOnce(registry, { token: ada, name: "half-done" });
  const row = versionRow("half-done", "1.0.0");
  await runSql(
    registry,
    `BEGIN; INSERT INTO audit_log (actor, action, target) VALUES ('test', 'rescan.start', 'rescan:x');
     UPDATE versions SET held_since = now() + interval '60 hours' WHERE id = ${row};
     INSERT INTO rescans (id, cause, detail, status, total) VALUES ('00000000-0000-4000-8000-000000000001', 'rules', 'x', 'running', 1);
     INSERT INTO rescan_items (rescan_id, version_id, status, retry_at)
       VALUES ('00000000-0000-4000-8000-000000000001', ${versionRow("one", "1.0.0")}, 'waiting', now() + interval '99 days'); COMMIT;`,
  );
  expect((await turn(61)).members).toBe(0);
  expect((await turn(85)).members).toBe(2);
  await runSql(
    registry,
    `BEGIN; INSERT INTO audit_log (actor, action, target) VALUES ('test', 'rescan.cancel', 'rescan:x');
     DELETE FROM rescan_items WHERE rescan_id = '00000000-0000-4000-8000-000000000001';
     DELETE FROM rescans WHERE id = '00000000-0000-4000-8000-000000000001'; COMMIT;`,
  );
});

test("who may not see a private skill is not told of it, nor is a stranger or who is suspended (first week, A14)", async () => {
  await heldAtOnce(registry, { token: ada, name: "hush" });
  const hide = { token: ada, method: "PATCH", json: { visibility: "private" } };
  expect((await call(api("/skills/hush/settings"), hide)).status).toBe(200);
  await runSql(
    registry,
    `UPDATE versions SET held_since = now() + interval '120 hours' WHERE id = ${versionRow("hush", "1.0.0")}`,
  );
  await turn(121);
  expect(to("ada")[0]?.text).toContain("hush 1.0.0");
  for (const handle of ["bea", "cal", "dee", "eve"]) expect(to(handle)).toEqual([]);
});

test("members who may not see what is new take nobody's place, however many they are (first week, A14)", async () => {
  await runSql(
    registry,
    `BEGIN; INSERT INTO audit_log (actor, action, target) VALUES ('test', 'member.join', 'publisher:ada');
     INSERT INTO auth_users (id, name, email, email_verified)
       SELECT 'u-many' || n, 'many' || n, 'many' || n || '@example.org', true FROM generate_series(1, 205) n;
     INSERT INTO accounts (handle, role, auth_user_id) SELECT 'many' || n, 'user', 'u-many' || n FROM generate_series(1, 205) n;
     INSERT INTO memberships (account_id, publisher_id, role) SELECT a.id, p.id, 'publisher' FROM accounts a, publishers p
       WHERE a.handle LIKE 'many%' AND p.handle = 'ada';
     INSERT INTO hold_mails (account_id, kind, told_until, mailed_at)
       SELECT id, 'publisher', now() + interval '149 hours', now() FROM accounts WHERE handle LIKE 'many%'; COMMIT;`,
  );
  await account(registry.url, registry.adminToken, "zed");
  await addressed("zed");
  await member("zed", "owner");
  await runSql(
    registry,
    `UPDATE versions SET held_since = now() + interval '150 hours' WHERE id = ${versionRow("hush", "1.0.0")}`,
  );
  expect((await turn(151)).members).toBe(2);
  expect(to("zed")[0]?.text).toContain("hush 1.0.0");
  await runSql(
    registry,
    `BEGIN; INSERT INTO audit_log (actor, action, target) VALUES ('test', 'member.leave', 'publisher:ada');
     DELETE FROM memberships WHERE account_id IN (SELECT id FROM accounts WHERE handle LIKE 'many%' OR handle = 'zed'); COMMIT;`,
  );
});

test("admins are told of a contest once a day; its words are not in the letter (first week, A14)", async () => {
  const said = { token: ada, json: { reason: "visit https://evil.example now" } };
  expect((await call(api("/skills/one/1.0.0/contest"), said)).status).toBe(201);
  await runSql(
    registry,
    `BEGIN; INSERT INTO audit_log (actor, action, target) VALUES ('test', 'hold.contest', 'x');
     UPDATE hold_contests SET created_at = now() + interval '180 hours'; COMMIT;`,
  );
  expect(await turn(181)).toEqual({ members: 0, admins: 1 });
  expect(to("admin")[0]?.subject).toMatch(/1 contested/);
  expect(to("admin")[0]?.text).toContain("Contested:\n\n  one 1.0.0 by ada: held");
  expect(to("admin")[0]?.text).not.toContain("evil");
  expect((await waitingOf(registry.adminToken))[0]).toMatchObject({
    text: "7 versions waiting for an admin, 1 of them with a contest that is not answered: `gaia-skill admin held` lists them.",
  });
  expect(await turn(220)).toEqual({ members: 0, admins: 0 });
});

test("the clock writes letters where the registry's mail goes (first week, A14)", async () => {
  await runSql(registry, "DELETE FROM hold_mails");
  await runSql(registry, "UPDATE versions SET held_since = now() - interval '1 hour' WHERE held_since IS NOT NULL");
  const { services } = registry.running;
  const clock = CLOCKS["tell_held"];
  const line = await clock?.run(services, { isFirst: true, ageMs: 0, abort: new AbortController().signal });
  expect(line).toEqual({ members: 2, admins: 1 });
  expect((await mailsTo(registry, "ada@example.org")).at(-1)).toContain("hush 1.0.0 by ada: held");
});
