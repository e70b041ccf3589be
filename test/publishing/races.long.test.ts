import { afterAll, beforeAll, expect, test } from "vitest";
import { account, call, inspected, publish } from "../harness/api.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { rowsOf, runSql, standingOf } from "../harness/rows.ts";
import { sampleFiles, sampleZip, zipOf } from "../harness/samples.ts";
import { describeForms, describeScaled } from "../harness/scaled.ts";

/** States in which a version may come to rest. */
const FINAL = ["published", "quarantined", "yanked"];

/** What a version that was published and inspected once has, whatever happened meanwhile. */
const ONCE = {
  artifacts: 2,
  files: 2,
  inspections: 1,
  completed: 1,
  publish_statements: 1,
  verdict_statements: 1,
  publish_audits: 1,
  verdict_audits: 1,
};

const pick = <T>(items: readonly T[], n: number): T => items[n % items.length] as T; // the lists below are not empty

await describeForms("Many at once", (form) => {
  let registry: TestRegistry;
  let author: string;
  let other: string;
  const api = (path: string) => `${registry.url}/api/v1${path}`;

  beforeAll(async () => {
    registry = await startTestRegistry({ environment: await form.environment() });
    author = await account(registry.url, registry.adminToken, "ada");
    other = await account(registry.url, registry.adminToken, "eve");
  });
  afterAll(() => registry.close());

  test("R1 twenty-four publishes of one version at once: one is created, the same content agrees, other content is refused", async () => {
    const same = sampleZip({ name: "raced" });
    const different = sampleZip({ name: "raced", body: "Other words." });
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, n) => publish(registry.url, author, n % 3 === 2 ? different : same)),
    );
    const created = answers.filter((answer) => answer.status === 201);
    expect(created).toHaveLength(1);
    const digest = created[0]?.body.content_digest as string;
    const agreed = answers.filter((answer) => answer.status === 200);
    const refused = answers.filter((answer) => answer.status === 409);
    expect(agreed.length + refused.length).toBe(23);
    // Whichever content won, everyone else learnt the truth about their own.
    expect([8 - 1, 16 - 1]).toContain(agreed.length);
    for (const answer of agreed) expect(answer.body.content_digest).toBe(digest);
    for (const answer of refused) expect(answer.body.code).toBe("version_exists");

    await inspected(registry.url, "raced", "1.0.0", author);
    await registry.settle();
    const rows = await standingOf(registry, "raced");
    expect(rows).toEqual([expect.objectContaining({ ...ONCE, status: "published", verdict: "ALLOW" })]);
  });

  test("R1 publishes of one name by two publishers at once: one owns it, and has every version that it published", async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        publish(
          registry.url,
          pick([author, other], n),
          sampleZip({ name: "claimed", version: `1.${Math.floor(n / 2)}.0` }),
        ),
      ),
    );
    const created = answers.filter((answer) => answer.status === 201);
    expect(created).toHaveLength(10);
    expect(new Set(created.map((answer) => answer.body.publisher)).size).toBe(1);
    for (const answer of answers.filter((each) => each.status !== 201)) {
      expect(answer).toMatchObject({ status: 409, body: { code: "name_taken" } });
    }
    await registry.settle();
    expect(await standingOf(registry, "claimed")).toHaveLength(10);
  });

  test("R10 one inspection rung many times over is concluded once", async () => {
    const published = await publish(registry.url, author, sampleZip({ name: "rung" }));
    const id = published.body.inspection_id as string;
    const { queue } = registry.running.services;
    await Promise.all(Array.from({ length: 20 }, () => queue.ring({ name: "inspect", id })));
    await inspected(registry.url, "rung", "1.0.0", author);
    // And afterwards, as a bell that was late.
    await Promise.all(Array.from({ length: 20 }, () => queue.ring({ name: "inspect", id })));
    await queue.ring({ name: "inspect", id: crypto.randomUUID() });
    await registry.settle();
    expect(await standingOf(registry, "rung")).toEqual([expect.objectContaining({ ...ONCE, status: "published" })]);
  });

  test.each([
    ["its token is revoked", "token.revoke"],
    ["its account is suspended", "account.suspend"],
  ])("H-A2 of what a token asks for while %s, nothing is written afterwards", async (_, action) => {
    const handle = `ending-${action.replace(".", "-")}`;
    const owner = await account(registry.url, registry.adminToken, handle);
    const json = { name: "stolen", scopes: ["*"] };
    const stolen = (await call(api("/tokens"), { token: owner, json })).body;
    const race = new AbortController();
    const made: number[] = [];
    const loops = Array.from({ length: 6 }, async (__, loop) => {
      for (let count = 0; !race.signal.aborted && count < 12; count += 1) {
        const asks = { token: stolen.token, json: { name: `made-${loop}-${count}`, scopes: ["*"] } };
        made.push((await call(api("/tokens"), asks)).status);
      }
    });
    await new Promise((resolve) => setTimeout(resolve, 150));
    const ended =
      action === "token.revoke"
        ? await call(api(`/tokens/${stolen.id}`), { token: owner, method: "DELETE" })
        : await call(api(`/admin/accounts/${handle}/suspend`), {
            token: registry.adminToken,
            json: { reason: "it was stolen" },
          });
    expect(ended.status).toBe(200);
    race.abort();
    await Promise.all(loops);
    // Some came before: else nothing raced.
    expect(made).toContain(201);
    const rows = await rowsOf<{ action: string }>(
      registry,
      "SELECT action FROM audit_log WHERE target = $1 ORDER BY id",
      [`account:${handle}`],
    );
    const after = rows.slice(rows.findLastIndex((row) => row.action === action) + 1);
    expect(after).toEqual([]);
  });

  // Transfers of a skill to another publisher come with a later step; then they belong into this race.
  test("R2 yank, unyank, quarantine, release and publishing at once: every state is legal, and latest_version fits them", async () => {
    const name = "stirred";
    for (const version of ["1.0.0", "1.1.0", "2.0.0"]) {
      expect((await publish(registry.url, author, sampleZip({ name, version }))).status).toBe(201);
    }
    for (const version of ["1.0.0", "1.1.0", "2.0.0"]) await inspected(registry.url, name, version, author);
    const moves = ["yank", "unyank", "quarantine", "release"] as const;
    for (let round = 0; round < 4; round += 1) {
      const requests = Array.from({ length: 24 }, (_, n) => {
        const version = pick(["1.0.0", "1.1.0", "2.0.0"], n + round);
        const move = pick(moves, n * 7 + round);
        const admin = move === "quarantine" || move === "release";
        const path = `${admin ? "/admin" : ""}/skills/${name}/${version}/${move}`;
        return call(api(path), {
          token: admin ? registry.adminToken : author,
          method: "POST",
          json: move === "unyank" ? {} : { reason: "a race in a test" },
        });
      });
      const next = publish(registry.url, author, sampleZip({ name, version: `3.${round}.0-rc.1` }));
      for (const answer of await Promise.all(requests)) expect([200, 403, 409]).toContain(answer.status);
      expect((await next).status).toBe(201);
      await inspected(registry.url, name, `3.${round}.0-rc.1`, author);
      await ensureConsistent(name);
    }
    // Locks are taken in one order (inspection, version, skill), and no foreign key takes one behind it.
    const [counted] = await rowsOf(
      registry,
      "SELECT deadlocks::int AS deadlocks FROM pg_stat_database WHERE datname = current_database()",
    );
    expect(counted?.["deadlocks"] ?? 0).toBe(0);
  });

  async function ensureConsistent(name: string): Promise<void> {
    const rows = await standingOf(registry, name);
    for (const row of rows) {
      expect(FINAL).toContain(row.status);
      expect(row).toMatchObject(ONCE);
    }
    const [skill] = await rowsOf<{ latest: string | null }>(
      registry,
      "SELECT v.version AS latest FROM skills s LEFT JOIN versions v ON v.id = s.latest_version_id WHERE s.name = $1",
      [name],
    );
    const listed = rows.filter((row) => row.status === "published").map((row) => row.version);
    const stable = listed.filter((version) => !version.includes("-"));
    expect(skill?.latest ?? null).toBe(stable.at(-1) ?? listed.at(-1) ?? null);
    const found = await call(api(`/search?q=${name}`));
    expect(found.body.hits.map((hit: { latest_version: string }) => hit.latest_version)).toEqual(
      skill?.latest ? [skill.latest] : [],
    );
  }
});

await describeScaled("At the worst moment", (form) => {
  test("R2 two versions withdrawn in one moment: neither stays the latest", async () => {
    const registry = await startTestRegistry({ environment: await form.environment() });
    const author = await account(registry.url, registry.adminToken, "ada");
    const versions = ["1.0.0", "2.0.0"];
    for (const version of versions) await publish(registry.url, author, sampleZip({ name: "twins", version }));
    for (const version of versions) await inspected(registry.url, "twins", version, author);
    // Whoever looks which versions are left and then writes it down has half a second in which the other does the same.
    await runSql(
      registry,
      `CREATE FUNCTION dawdle() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(0.5); RETURN NEW; END';
       CREATE TRIGGER dawdle BEFORE UPDATE OF latest_version_id ON skills FOR EACH ROW EXECUTE FUNCTION dawdle();`,
    );
    const withdraw = (version: string, path: string, token: string) =>
      call(`${registry.url}/api/v1${path}/skills/twins/${version}/${path ? "quarantine" : "yank"}`, {
        token,
        json: { reason: "withdrawn in a test" },
      });
    const answers = await Promise.all([
      withdraw("1.0.0", "", author),
      withdraw("2.0.0", "/admin", registry.adminToken),
    ]);
    expect(answers.map((answer) => answer.status)).toEqual([200, 200]);
    await runSql(registry, "DROP TRIGGER dawdle ON skills");
    const [skill] = await rowsOf(registry, "SELECT latest_version_id FROM skills WHERE name = 'twins'");
    expect(skill).toEqual({ latest_version_id: null });
    expect((await call(`${registry.url}/api/v1/skills`)).body.items).toEqual([]);
    await registry.close();
  });

  test("R10 two workers given the same inspection at once conclude it once", async () => {
    const environment = await form.environment();
    const [first, second] = [await startTestRegistry({ environment }), await startTestRegistry({ environment })];
    const author = await account(first.url, first.adminToken, "ada");
    const slow = { ...sampleFiles({ name: "doubled" }), "big.py": "value = [1, 2, 3]\n".repeat(4_000) };
    const published = await publish(first.url, author, zipOf(slow));
    expect(published.status).toBe(201);
    const inspections = [first, second, first, second].map(async ({ running }) => {
      const { inspectAgain, inspectVersion } = await import("@gaia/registry/inspecting");
      const ctx = { ...running.services.registry, actor: null, requestId: null };
      return inspectVersion(ctx, {
        inspectionId: published.body.inspection_id,
        scanning: running.services.scanning,
        again: inspectAgain,
        leaseMs: 30_000,
        mostAttempts: 5,
        abort: new AbortController().signal,
      });
    });
    const outcomes = (await Promise.all(inspections)).map(({ outcome }) => outcome);
    expect(outcomes.filter((outcome) => outcome === "concluded").length).toBeLessThanOrEqual(1);
    const version = await inspected(first.url, "doubled", "1.0.0", author);
    expect(version.status).toBe("published");
    await first.settle();
    expect(await standingOf(first, "doubled")).toEqual([expect.objectContaining({ ...ONCE, files: 3 })]);
    await first.close();
    await second.close();
  });
});
