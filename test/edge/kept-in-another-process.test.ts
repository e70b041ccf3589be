import { ANY_SKILL, type ReadCtx, listSkills } from "@gaia/catalog";
import type { PlainRoute, Protocol } from "@gaia/edge";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createApp } from "../../apps/server/src/http/app.ts";
import { startTcpProxy, type TcpProxy } from "../../packages/db/test/tcp-proxy.ts";
import { account, call } from "../harness/api.ts";
import { type ServerProcess, startProcess } from "../harness/process.ts";
import { publishedAtOnce } from "../harness/published.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { runSql } from "../harness/rows.ts";
import { describeScaled, type Form } from "../harness/scaled.ts";
import { pause, until } from "../harness/until.ts";

const ADMIN = "test-admin-token-of-24-characters-or-more";
const COLLECTED = ["spring-a", "spring-b"];

/** Shelves as a protocol might have them: what each publisher has, and what is in a collection, which names its skills. */
function shelves(ctx: ReadCtx, dialect: Protocol["area"]["dialect"]): Protocol {
  const listed = async (publisher: string | null) => {
    const filter = { ...ANY_SKILL, publisher: publisher === null ? [] : [publisher] };
    const { items } = await listSkills(ctx, { limit: 100, sort: "updated", cursor: null, ...filter });
    return items.map(({ name }) => name);
  };
  const ofPublisher: PlainRoute = {
    method: "GET",
    path: "/publisher/:handle",
    policy: { access: "anyone", cache: { keeps: ["publisher"] } },
    answer: async (c) => c.text((await listed(c.req.param("handle") ?? "")).join("\n")),
  };
  const ofCollection: PlainRoute = {
    method: "GET",
    path: "/collection/:collection",
    policy: { access: "anyone", cache: { keeps: "collection" } },
    async answer(c) {
      const names = (await listed(null)).filter((name) => COLLECTED.includes(name));
      c.set(
        "subjects",
        names.map((name) => `skill:${name}` as const),
      );
      return c.text(names.join("\n"));
    },
  };
  const area: Protocol["area"] = {
    at: "/shelves",
    dialect,
    rates: null,
    bodyLimitBytes: 0,
    credentials: [],
    challenge: null,
    refusesMalformed: true,
    refusesUnknownKeys: false,
    cacheControl: null,
  };
  return { area, routes: [ofPublisher, ofCollection] };
}

await describeScaled("kept answers in another process", (form: Form) => {
  let dir: string;
  let wire: TcpProxy;
  /** Keeps answers, and reaches the database over a wire of its own. */
  let here: TestRegistry;
  /** Where it is decided. */
  let there: ServerProcess;
  let ada: string;
  let ask: (path: string) => Promise<Response>;

  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), "kept-"));
    const environment: Record<string, string> = {
      ...(await form.environment()),
      AUTH_SECRET: "test-auth-secret-of-32-characters-or-more",
      RATE_LIMIT_READS: "0",
      RATE_LIMIT_WRITES: "0",
    };
    const direct = new URL(environment["DATABASE_URL"] ?? "");
    wire = await startTcpProxy(Number(direct.port || 5432));
    const wired = new URL(direct);
    wired.host = `127.0.0.1:${wire.port}`;
    here = await startTestRegistry({
      withoutScanners: true,
      environment: { ...environment, DATABASE_URL: wired.href },
    });
    there = await startProcess({ env: { ...environment, ADMIN_TOKEN: ADMIN, ROLE: "api", DATA_DIR: dir } });
    ada = await account(here.url, ADMIN, "ada");
    const { services } = here.running;
    const app = createApp(services, null, [
      ({ dialect }) => shelves({ ...services.registry, actor: null, requestId: "shelves" }, dialect),
    ]);
    ask = async (path) =>
      app.fetch(new Request(`http://127.0.0.1${path}`), { incoming: { socket: { remoteAddress: "192.0.2.1" } } });
  });
  afterAll(async () => {
    await here?.close();
    await there?.close();
    await wire?.close();
    await rm(dir, { recursive: true, force: true });
  });

  const find = (path: string) => here.running.services.pages.find(path);
  const namesIt = async (path: string, name: string) => {
    const answer = await ask(path);
    const text = Buffer.from(await answer.arrayBuffer()).toString("latin1");
    return answer.status === 200 && (path.endsWith("/download") || text.includes(name));
  };
  const quarantine = async (name: string) => {
    const address = `${there.url}/api/v1/admin/skills/${name}/1.0.0/quarantine`;
    const answer = await call(address, { token: ADMIN, json: { reason: "steals keys" } });
    expect(answer.status).toBe(200);
  };
  /** An answer of each subject that names the skill, each kept, and kept still when a publish has set off all it does. */
  const kept = async (name: string): Promise<string[]> => {
    const skill = `/api/v1/skills/${name}`;
    const ofSkill = [skill, `${skill}/1.0.0`, `${skill}/1.0.0/download`];
    const paths = [...ofSkill, "/shelves/publisher/ada", "/shelves/collection/spring", "/api/v1/skills"];
    const look = async () => {
      for (const path of paths) expect(await namesIt(path, name), path).toBe(true);
      await pause(1_500);
      return paths.filter((path) => find(path) === undefined);
    };
    await expect.poll(look, { timeout: 40_000 }).toEqual([]);
    return paths;
  };

  test("a quarantine is gone from an answer of each subject within a second", async () => {
    await publishedAtOnce(here, { token: ada, name: "spring-a", version: "1.0.0" });
    const paths = await kept("spring-a");
    await quarantine("spring-a");
    await until(async () => paths.every((path) => find(path) === undefined), 1_000);
    // The skill's own page says since then what happened to it.
    for (const path of paths.slice(2)) expect(await namesIt(path, "spring-a"), path).toBe(false);
  });

  test("with the notification lost in a silent network, within a minute", async () => {
    await publishedAtOnce(here, { token: ada, name: "spring-b", version: "1.0.0" });
    const paths = await kept("spring-b");
    wire.freeze();
    try {
      await quarantine("spring-b");
      for (const path of paths) expect(await namesIt(path, "spring-b"), path).toBe(true);
      await until(async () => paths.every((path) => find(path) === undefined), 60_000);
    } finally {
      wire.thaw();
    }
    await expect.poll(async () => (await ask("/api/v1/skills")).status, { timeout: 40_000 }).toBe(200);
    for (const path of paths.slice(2)) expect(await namesIt(path, "spring-b"), path).toBe(false);
  });

  test("a transfer is told with both publishers, and a page of a collection falls when the collection is named", async () => {
    await publishedAtOnce(here, { token: ada, name: "handed-over", version: "1.0.0" });
    await account(here.url, ADMIN, "eve");
    const heard: string[] = [];
    const stop = await here.running.services.database.listen(
      "skill_changed",
      (said) => void heard.push(said),
      () => {},
    );
    await runSql(
      here,
      `BEGIN; INSERT INTO audit_log (actor, action, target) VALUES ('test', 'skill.transfer', 'skill:handed-over');
       UPDATE skills SET publisher_id = (SELECT id FROM publishers WHERE handle = 'eve') WHERE name = 'handed-over'; COMMIT;`,
    );
    await expect
      .poll(() => heard.filter((said) => said.startsWith("{")).map((said) => JSON.parse(said) as unknown))
      .toContainEqual({ skill: "handed-over", publishers: ["ada", "eve"], collections: [], catalog: true });
    await stop();
    for (const subject of ["collection:spring", "publisher:ada"] as const) {
      const { pages } = here.running.services;
      const path = subject === "collection:spring" ? "/shelves/collection/spring" : "/shelves/publisher/ada";
      await expect.poll(async () => [(await ask(path)).status, find(path) !== undefined]).toEqual([200, true]);
      expect(pages.find(path)?.subjects).toContain(subject);
    }
    const change = { skill: "none", publishers: ["eve"], collections: ["spring"] };
    await runSql(here, `SELECT pg_notify('skill_changed', '${JSON.stringify(change)}')`);
    await until(async () => find("/shelves/collection/spring") === undefined, 1_000);
  });
});
