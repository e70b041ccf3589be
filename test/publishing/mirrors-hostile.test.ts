import { DEFAULT_UPSTREAM_LIMITS, type UpstreamDoor, type UpstreamLimits } from "@gaia/mirror";
import { workMirror } from "@gaia/registry";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { rowsOf, runSql } from "../harness/rows.ts";

let here: TestRegistry;

beforeAll(async () => {
  here = await startTestRegistry({ withoutScanners: true });
});
afterAll(async () => {
  await here.close();
});

const BASE = "https://up.example";
const SCHEMA = "https://schemas.agentskills.io/discovery/0.2.0/schema.json";
const DAY_MS = 86_400_000;

interface Row {
  state: string;
  run: number;
  reason: string | null;
  failures: number;
  is_cut: boolean;
  list_pages: number;
}

/**
 * A mirror that the registry's own clock leaves alone until the day after tomorrow, and slices of it by hand: each ends as soon as it
 * wrote something down.
 */
async function mirrorOf(source: string, answer: (address: string) => unknown, limits: Partial<UpstreamLimits> = {}) {
  const id = crypto.randomUUID();
  await runSql(
    here,
    `BEGIN; INSERT INTO audit_log (actor, action, target) VALUES ('test', 'mirror.create', 'mirror:${id}');
     INSERT INTO mirrors (id, address, source, base, publisher_id, created_by, only_names, min_age_days, approve, follows, state,
         retry_at, created_at, started_at)
       SELECT '${id}', '${BASE}/${id}', '${source}', '${BASE}', m.publisher_id, a.id, '{}', 0, 'none', false, 'listing',
         now() + interval '2 days', now(), now()
       FROM accounts a JOIN memberships m ON m.account_id = a.id WHERE a.handle = 'admin' LIMIT 1; COMMIT;`,
  );
  const asked: string[] = [];
  let days = 3;
  const openDoor = ({ before }: { before(address: URL): Promise<void> }): UpstreamDoor => ({
    limits: { ...DEFAULT_UPSTREAM_LIMITS, ...limits },
    async fetch(address) {
      await before(new URL(address));
      asked.push(address);
      const said = answer(address);
      if (typeof said === "number") return { status: said, body: new Uint8Array(), address };
      return { status: 200, body: Buffer.from(JSON.stringify(said)), address };
    },
  });
  const row = async () => (await rowsOf<Row>(here, `SELECT * FROM mirrors WHERE id = '${id}'`))[0];
  const slice = async () => {
    const ctx = {
      ...here.running.services.registry,
      actor: null,
      requestId: null,
      now: () => new Date(Date.now() + days * DAY_MS),
    };
    // What is to be tried later has its time then.
    days += 1;
    const abort = new AbortController().signal;
    return workMirror(ctx, { id, leaseMs: 60_000, sliceMs: 0, abort, openDoor });
  };
  return {
    asked,
    id,
    row,
    slice,
    items: async () =>
      rowsOf<{ name: string; outcome: string; reason: string | null; origin: string }>(
        here,
        `SELECT name, outcome, reason, origin FROM mirror_items WHERE mirror_id = '${id}' ORDER BY id`,
      ),
    /** @returns how many slices it took */
    async listed(): Promise<number> {
      for (let slices = 1; slices <= 50; slices++) {
        await slice();
        if ((await row())?.state !== "listing") return slices;
      }
      throw new Error("it does not end");
    },
  };
}

const entry = (name: string) => ({ name, url: `/${name}.zip`, digest: `sha256:${"a".repeat(64)}` });

test("Q3 a list that has other names each time it is asked ends at the bound of one run, and says so", async () => {
  let names = 0;
  const skills = () => Array.from({ length: 9 }, () => entry(`fresh-${names++}`));
  const mirror = await mirrorOf("discovery", () => ({ $schema: SCHEMA, skills: skills() }), { skills: 5 });
  expect(await mirror.listed()).toBeLessThanOrEqual(6);
  expect(await mirror.items()).toHaveLength(5);
  expect(await mirror.row()).toMatchObject({
    state: "taking",
    is_cut: true,
    reason: expect.stringContaining("more than"),
  });
});

test("Q3 pages without skills and with another place of the next each are asked once, in slices that end between them", async () => {
  let page = 0;
  const mirror = await mirrorOf("clawhub", () => ({ items: [], nextCursor: `to-${page++}` }), { pages: 10 });
  await mirror.slice();
  expect(mirror.asked).toHaveLength(1);
  expect(await mirror.row()).toMatchObject({ state: "listing", list_pages: 1 });
  await mirror.listed();
  expect(mirror.asked).toHaveLength(10);
  expect(await mirror.row()).toMatchObject({ state: "taking", is_cut: true });
});

test("Q3 names that come many times are noted once each, however many slices it takes", async () => {
  const skills = ["one", "two", "three"].flatMap((name) => Array.from({ length: 20 }, () => entry(name)));
  const mirror = await mirrorOf("discovery", () => ({ $schema: SCHEMA, skills }));
  expect(await mirror.listed()).toBeLessThanOrEqual(7);
  const items = await mirror.items();
  expect(items.filter(({ outcome }) => outcome === "refused").map(({ name }) => name)).toEqual(["one", "two", "three"]);
  expect(await mirror.row()).toMatchObject({ is_cut: false, reason: null });
});

test("Q3 what was refused or left out and is not listed any more is forgotten, and what was taken is not", async () => {
  const mirror = await mirrorOf("discovery", () => ({ $schema: SCHEMA, skills: [entry("now")] }));
  for (const [at, outcome] of ["refused", "left_out", "published", "waiting"].entries())
    await runSql(
      here,
      `INSERT INTO mirror_items (mirror_id, key, name, origin, first_seen_at, seen_run, outcome)
         VALUES ('${mirror.id}', '${String(at).repeat(64)}', 'then-${outcome}', '${BASE}/then', now(), 0, '${outcome}')`,
    );
  await mirror.listed();
  expect((await mirror.items()).map(({ name }) => name)).toEqual(["then-published", "then-waiting", "now"]);
});

test("Q3 one entry that cannot be read or written down is refused by itself, and the others are listed", async () => {
  const item = (slug: string, version = "1.0.0") => ({ slug, ownerHandle: slug, latestVersion: { version } });
  const files = [{ path: "SKILL.md", sha256: "a".repeat(64) }];
  const items = [
    item("first"),
    item("😀".repeat(150)),
    item("broken"),
    item("語".repeat(190), "語".repeat(190)),
    item("last"),
  ];
  const mirror = await mirrorOf("clawhub", (address) => {
    if (address.includes("limit=")) return { items, nextCursor: null };
    return address.includes("/broken/") ? 500 : { version: { files } };
  });
  await mirror.listed();
  const found = Object.fromEntries(
    (await mirror.items()).map(({ name, outcome, reason }) => [name, [outcome, reason]]),
  );
  expect(found).toMatchObject({
    first: ["waiting", null],
    broken: ["refused", expect.stringContaining("answered 500")],
    last: ["waiting", null],
    // Where the text is cut, half of a pair was left.
    [`${"😀".repeat(99)}\ufffd…`]: ["waiting", null],
    ["語".repeat(190)]: ["refused", expect.stringContaining("too long")],
  });
  expect(Object.keys(found)).toHaveLength(5);
});

test("an upstream of which nothing can be reached is tried again, and fails after five times with its reason", async () => {
  const agents = ["a", "b", "c", "d"].map((id) => ({ id, type: "skill" }));
  const mirror = await mirrorOf("hub", (address) => (address.endsWith("/index.json") ? { agents } : 503));
  await mirror.listed();
  expect(await mirror.row()).toMatchObject({ state: "failed", reason: expect.stringContaining("answered 503") });
  expect(await mirror.items()).toEqual([]);
});

test("a failure of the registry itself is in the mirror's reason, and ends it after five times", async () => {
  const mirror = await mirrorOf("hub", () => {
    throw new Error("a disk that is full");
  });
  expect(await mirror.slice()).toEqual({ outcome: "tried_again" });
  expect(await mirror.row()).toMatchObject({
    state: "listing",
    failures: 1,
    reason: expect.stringContaining("its log"),
  });
  expect(await mirror.listed()).toBe(4);
  expect(await mirror.row()).toMatchObject({ state: "failed", reason: expect.stringContaining("its log") });
});

test("a listing whose job is killed each time ends", async () => {
  const mirror = await mirrorOf("hub", () => ({ agents: [] }));
  const killed = `UPDATE mirrors SET attempt_id = gen_random_uuid(), lease_until = now(), failures = 4 WHERE id = '${mirror.id}'`;
  await runSql(here, killed);
  expect(await mirror.slice()).toEqual({ outcome: "failed" });
  expect(mirror.asked).toEqual([]);
  expect(await mirror.row()).toMatchObject({ state: "failed", reason: expect.stringContaining("killed 5 times") });
});
