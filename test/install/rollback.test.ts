import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { install as installSkills } from "../../apps/cli/src/verbs/installed/install.ts";
import { type CliHome, cliHome } from "../../apps/cli/test/cli-process.ts";
import { account, call } from "../harness/api.ts";
import { endOfVerb, type VerbEnd } from "../harness/cli-session.ts";
import { publishedAtOnce } from "../harness/published.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { type PassingAnswer, type RewritingProxy, startRewritingProxy } from "../harness/rewriting-proxy.ts";

let registry: TestRegistry;
let proxy: RewritingProxy;
let home: CliHome;
let ada: string;
let fingerprint: string;

const api = (path: string) => `${registry.url}/api/v1${path}`;
const asProcess = (...args: string[]) => home.run(["install", ...args, "--allow-experimental"]);
const install = (spec: string, allowDowngrade = false): Promise<VerbEnd> =>
  endOfVerb({ registry: proxy.url, home: join(home.dir, "home") }, (session) =>
    installSkills(session, { specs: [spec], allowExperimental: true, allowDowngrade }),
  );
const installed = async (name: string): Promise<string | undefined> => {
  const lock = JSON.parse(await readFile(join(home.dir, "home/skills/skill-lock.json"), "utf8"));
  return lock.skills[name]?.version;
};
const pin = async () => {
  expect(await home.run(["trust", "add", proxy.url, "--fingerprint", fingerprint])).toMatchObject({ code: 0 });
};
const ensure = async (answer: Promise<{ status: number; body: unknown }>) =>
  expect((await answer).status, JSON.stringify((await answer).body)).toBeLessThan(300);
const yank = (release: string) =>
  ensure(call(api(`/skills/${release}/yank`), { token: ada, json: { reason: "leaks memory" } }));
const unyank = (release: string) => ensure(call(api(`/skills/${release}/unyank`), { token: ada, method: "POST" }));
const asAdmin = (release: string, verb: string) =>
  ensure(call(api(`/admin/skills/${release}/${verb}`), { token: registry.adminToken, json: { reason: "a report" } }));
const statementsOf = async (release: string) => (await call(api(`/skills/${release}/attestations`))).body.attestations;

const published = (name: string, version: string) => publishedAtOnce(registry, { token: ada, name, version });

/** Two versions, and the newer one installed through the proxy as it is. */
async function seenBoth(name: string, versions = ["1.0.0", "2.0.0"]): Promise<void> {
  for (const version of versions) await published(name, version);
  const run = await install(name);
  expect([run.code, run.said]).toEqual([0, run.said]);
  expect(await installed(name)).toBe(versions.at(-1));
}

/** The proxy hides one version: no row, no details, no statement; `more` changes what is left. */
function hide(
  name: string,
  version: string,
  more: (path: string, answer: PassingAnswer) => PassingAnswer = (_, a) => a,
) {
  proxy.rewrite = (path, answer) => {
    if (path.startsWith(`/skills/${name}/${version}`)) return more(path, missing());
    if (path === `/skills/${name}` && answer.status === 200)
      answer.body.versions = answer.body.versions.filter((row: { version: string }) => row.version !== version);
    return more(path, answer);
  };
}

/** The proxy lets a version's statements be these. */
function serveStatements(release: string, attestations: unknown[]): void {
  const before = proxy.rewrite;
  proxy.rewrite = (path, answer) =>
    path === `/skills/${release}/attestations`
      ? { status: 200, type: "application/json", body: { attestations } }
      : (before?.(path, answer) ?? answer);
}

const missing = (status = 404, code = "not_found"): PassingAnswer => ({
  status,
  type: "application/problem+json",
  body: { type: "about:blank", title: code, status, detail: "There is no such thing.", code, request_id: "r" },
});

async function refusesToGoBack(name: string, from = "2.0.0"): Promise<VerbEnd> {
  const run = await install(name);
  expect([run.code, run.said]).toEqual([5, run.said]);
  expect(run.said).toContain(`${name} ${from}`);
  expect(run.said).toContain("nothing was installed");
  expect(await installed(name)).toBe(from);
  return run;
}

beforeAll(async () => {
  registry = await startTestRegistry({ withoutScanners: true });
  ada = await account(registry.url, registry.adminToken, "ada");
  proxy = await startRewritingProxy(registry.url);
  fingerprint = (await call(api("/keys"))).body.keys[0].fingerprint;
});
beforeEach(async () => {
  proxy.rewrite = null;
  home = await cliHome(proxy.url);
});
afterEach(() => home.remove());
afterAll(async () => {
  await proxy.close();
  await registry.close();
});

describe("G9 with a pinned key, a registry cannot go back in silence (G9)", () => {
  beforeEach(pin);

  test("G9 a hidden newest version is not replaced by an older one, until the user allows it", async () => {
    await seenBoth("hidden");
    hide("hidden", "2.0.0");
    expect((await refusesToGoBack("hidden")).said).toContain("--allow-downgrade");
    const refused = await asProcess("hidden");
    expect([refused.code, refused.stderr]).toEqual([5, refused.stderr]);
    expect(refused.stderr).toContain("no longer offers hidden 2.0.0");
    const allowed = await asProcess("hidden", "--allow-downgrade");
    expect([allowed.code, allowed.stderr]).toEqual([0, allowed.stderr]);
    expect(allowed.stderr).toContain("2.0.0 was seen here");
    expect(await installed("hidden")).toBe("1.0.0");
    expect((await install("hidden")).code).toBe(0);
  });

  test("G9 neither a lie about its state, nor another skill's statement, nor one that is none explains it", async () => {
    await seenBoth("lied");
    await seenBoth("other");
    await yank("other/2.0.0");
    const foreign = await statementsOf("other/2.0.0");
    const own = await statementsOf("lied/2.0.0");
    for (const status of ["yanked", "quarantined", "purged", "no-such-state"]) {
      proxy.rewrite = (path, answer) => {
        if (path === "/skills/lied")
          for (const row of answer.body.versions) if (row.version === "2.0.0") row.status = status;
        return answer;
      };
      await refusesToGoBack("lied");
    }
    for (const statements of [foreign, [...own, ...foreign], [], await statementsOf("lied/1.0.0")]) {
      hide("lied", "2.0.0");
      serveStatements("lied/2.0.0", statements);
      await refusesToGoBack("lied");
    }
  });

  test("G9 a skill that is gone altogether is said to have vanished: 404, 410, 403, no versions", async () => {
    await seenBoth("deleted");
    for (const [status, code] of [
      [404, "not_found"],
      [410, "purged"],
      [403, "quarantined"],
    ] as const) {
      proxy.rewrite = (path, answer) => (path.startsWith("/skills/deleted") ? missing(status, code) : answer);
      await refusesToGoBack("deleted");
    }
    hide("deleted", "2.0.0", (path, answer) => {
      if (path === "/skills/deleted") answer.body.versions = [];
      return answer;
    });
    await refusesToGoBack("deleted");
  });

  test("G9 an honest yank lets the older one in; without its statement it does not", async () => {
    await seenBoth("yanked");
    const before = await statementsOf("yanked/2.0.0");
    await yank("yanked/2.0.0");
    serveStatements("yanked/2.0.0", before);
    await refusesToGoBack("yanked");
    proxy.rewrite = null;
    const run = await install("yanked");
    expect([run.code, run.said]).toEqual([0, run.said]);
    expect(run.said).toContain("2.0.0, seen here before, is not taken: it is yanked");
    expect(await installed("yanked")).toBe("1.0.0");
  });

  test("G9 a yank from before the unyank cannot be played again", async () => {
    await seenBoth("replayed");
    await yank("replayed/2.0.0");
    const yanked = await statementsOf("replayed/2.0.0");
    expect((await install("replayed")).code).toBe(0);
    await unyank("replayed/2.0.0");
    expect((await install("replayed")).code).toBe(0);
    expect(await installed("replayed")).toBe("2.0.0");
    hide("replayed", "2.0.0");
    serveStatements("replayed/2.0.0", yanked);
    await refusesToGoBack("replayed");
  });

  test("G9 older statements about the version itself, or another state than the signed one, are refused", async () => {
    await seenBoth("older");
    const first = await statementsOf("older/2.0.0");
    await yank("older/2.0.0");
    await unyank("older/2.0.0");
    expect((await install("older")).code).toBe(0);
    serveStatements("older/2.0.0", first);
    const run = await install("older");
    expect(run.code).toBe(5);
    expect(run.said).toContain("newest statement about older 2.0.0 is number");
    await yank("older/2.0.0");
    proxy.rewrite = (path, answer) => {
      if (path === "/skills/older") for (const row of answer.body.versions) row.status = "published";
      if (path === "/skills/older/2.0.0") answer.body.status = "published";
      return answer;
    };
    const revived = await install("older");
    expect(revived.code).toBe(5);
    expect(revived.said).toContain("signed that it is yanked");
  });

  test("G9 quarantine, release and purge are told by their statements, which anyone may read", async () => {
    await seenBoth("withheld");
    await asAdmin("withheld/2.0.0", "quarantine");
    expect((await call(api("/skills/withheld/2.0.0"))).status).toBe(403);
    expect((await install("withheld")).code).toBe(0);
    expect(await installed("withheld")).toBe("1.0.0");
    await asAdmin("withheld/2.0.0", "release");
    expect((await install("withheld")).code).toBe(0);
    expect(await installed("withheld")).toBe("2.0.0");
    await asAdmin("withheld/2.0.0", "purge");
    expect((await call(api("/skills/withheld/2.0.0"))).status).toBe(410);
    const run = await install("withheld");
    expect([run.code, run.said]).toEqual([0, run.said]);
    expect(run.said).toContain("it is purged");
  });

  test("G9 an honest purge lets the older one in; hidden, or without its statement, it does not", async () => {
    await seenBoth("purged");
    const before = await statementsOf("purged/2.0.0");
    await ensure(call(api("/skills/purged/2.0.0/purge"), { token: ada, json: { reason: "it holds our key" } }));
    serveStatements("purged/2.0.0", before);
    await refusesToGoBack("purged");
    hide("purged", "2.0.0");
    await refusesToGoBack("purged");
    proxy.rewrite = null;
    const run = await install("purged");
    expect([run.code, run.said]).toEqual([0, run.said]);
    expect(run.said).toContain("2.0.0, seen here before, is not taken: it is purged");
    expect(await installed("purged")).toBe("1.0.0");
    expect((await install("purged@2.0.0")).code).not.toBe(0);
  });

  test("G9 a statement that was seen and is left out is missed, whatever the newest says", async () => {
    await published("left-out", "1.0.0");
    await published("left-out", "2.0.0");
    await yank("left-out/2.0.0");
    await unyank("left-out/2.0.0");
    await asAdmin("left-out/2.0.0", "quarantine");
    await asAdmin("left-out/2.0.0", "release");
    expect((await install("left-out")).code).toBe(0);
    const all = await statementsOf("left-out/2.0.0");
    for (const gone of all.slice(1)) {
      const rest = all.filter((each: unknown) => each !== gone);
      proxy.rewrite = (path, answer) => {
        if (path === "/skills/left-out")
          for (const row of answer.body.versions) if (row.version === "2.0.0") row.status = "yanked";
        return answer;
      };
      serveStatements("left-out/2.0.0", rest);
      await refusesToGoBack("left-out");
      proxy.rewrite = null;
      serveStatements("left-out/2.0.0", rest);
      const run = await install("left-out@2.0.0");
      expect([gone.decision, run.code, run.said]).toEqual([gone.decision, 5, run.said]);
    }
    proxy.rewrite = null;
    expect((await install("left-out")).code).toBe(0);
  });

  test("G9 a version that was only listed has been seen, and so has one in a range", async () => {
    await seenBoth("ranged", ["1.0.0", "1.1.0"]);
    await published("ranged", "2.0.0");
    expect((await install("ranged@^1")).code).toBe(0);
    hide("ranged", "2.0.0");
    const run = await install("ranged");
    expect([run.code, run.said]).toEqual([5, run.said]);
    hide("ranged", "1.1.0");
    expect((await install("ranged@^1.0")).code).toBe(5);
    expect(await installed("ranged")).toBe("1.1.0");
  });

  test("G9 an exact version is its user's word, and is said all the same", async () => {
    await seenBoth("exact");
    hide("exact", "2.0.0");
    const run = await install("exact@1.0.0");
    expect([run.code, run.said]).toEqual([0, run.said]);
    expect(run.said).toContain("1.0.0 is older than 2.0.0, which this machine has seen");
    expect((await install("exact")).code).toBe(5);
  });
});

describe("G9 a key that is pinned after the newer version was installed", () => {
  test("G9 an old statement about it does not let the older one in, and neither does the memory's loss", async () => {
    await published("late", "1.0.0");
    await published("late", "2.0.0");
    await yank("late/2.0.0");
    const yanked = await statementsOf("late/2.0.0");
    await unyank("late/2.0.0");
    expect((await install("late")).code).toBe(0);
    expect(await installed("late")).toBe("2.0.0");
    await pin();
    hide("late", "2.0.0");
    serveStatements("late/2.0.0", yanked);
    await refusesToGoBack("late");
    await rm(join(home.dir, "home/seen.json"), { force: true });
    await refusesToGoBack("late");
    // A statement that is newer than what came with the installed one does.
    proxy.rewrite = null;
    await yank("late/2.0.0");
    expect((await install("late")).code).toBe(0);
    expect(await installed("late")).toBe("1.0.0");
  });

  test("G9 where nothing that came with it verifies, only its user's word goes below it", async () => {
    await published("bare", "1.0.0");
    await published("bare", "2.0.0");
    await yank("bare/2.0.0");
    const yanked = await statementsOf("bare/2.0.0");
    await unyank("bare/2.0.0");
    proxy.rewrite = (path, answer) => {
      if (path === "/skills/bare/2.0.0/attestations") answer.body.attestations = [];
      return answer;
    };
    expect((await install("bare")).code).toBe(0);
    await pin();
    hide("bare", "2.0.0");
    serveStatements("bare/2.0.0", yanked);
    await refusesToGoBack("bare");
    expect((await install("bare", true)).code).toBe(0);
    expect(await installed("bare")).toBe("1.0.0");
  });

  test("G9 what is removed after the pin, or left for an older one by name, stays known", async () => {
    for (const name of ["taken-away", "left"]) {
      await published(name, "1.0.0");
      await published(name, "2.0.0");
      await yank(`${name}/2.0.0`);
      const yanked = await statementsOf(`${name}/2.0.0`);
      await unyank(`${name}/2.0.0`);
      expect((await install(name)).code).toBe(0);
      await pin();
      if (name === "left") expect((await install("left@1.0.0")).code).toBe(0);
      else expect(await home.run(["remove", name])).toMatchObject({ code: 0 });
      hide(name, "2.0.0");
      serveStatements(`${name}/2.0.0`, yanked);
      const run = await install(name);
      expect([name, run.code, run.said]).toEqual([name, 5, run.said]);
      proxy.rewrite = null;
    }
  });

  test("G9 an old statement about what was only listed is neither believed nor remembered", async () => {
    await published("listed", "1.0.0");
    await published("listed", "2.0.0");
    await yank("listed/2.0.0");
    const yanked = await statementsOf("listed/2.0.0");
    await unyank("listed/2.0.0");
    expect((await install("listed@^1")).code).toBe(0);
    await pin();
    serveStatements("listed/2.0.0", yanked);
    expect((await install("listed@^1")).code).toBe(0);
    hide("listed", "2.0.0");
    serveStatements("listed/2.0.0", yanked);
    const run = await install("listed");
    expect([run.code, run.said]).toEqual([5, run.said]);
    expect(run.said).toContain("--allow-downgrade");
  });

  test("G9 what is still offered did not vanish: its tier is in the way, and what does vanish is told", async () => {
    for (const version of ["0.1.0", "0.2.0"]) {
      await published("early", version);
      expect((await install("early")).code).toBe(0);
    }
    await pin();
    const asked = await home.run(["install", "early"]);
    expect([asked.code, asked.stderr]).toEqual([4, asked.stderr]);
    expect(asked.stderr).toContain("its tier is experimental");
    // What is installed was agreed to, and there is nothing newer.
    const updated = await home.run(["update", "early"]);
    expect([updated.code, updated.stderr]).toEqual([0, updated.stderr]);
    for (const version of ["0.1.0", "0.2.0"]) {
      hide("early", version);
      const run = await home.run(["install", "early"]);
      expect([version, run.code, run.stderr]).toEqual([version, 5, run.stderr]);
      expect(run.stderr).toContain(`no longer offers early ${version}`);
      // An update goes below nothing while what is installed is offered.
      const kept = await home.run(["update", "early"]);
      expect([version, kept.code]).toEqual([version, version === "0.2.0" ? 5 : 0]);
    }
    proxy.rewrite = (path, answer) => {
      if (path === "/skills/early") for (const row of answer.body.versions) row.status = "yanked";
      return answer;
    };
    expect((await home.run(["install", "early"])).code).toBe(5);
    proxy.rewrite = null;
    expect((await install("early")).code).toBe(0);
    expect(await installed("early")).toBe("0.2.0");
  });

  test("G9 an update says so, too, when what was seen beyond the installed version is gone", async () => {
    for (const version of ["1.0.0", "1.1.0"]) await published("beyond", version);
    expect((await install("beyond")).code).toBe(0);
    const file = join(home.dir, "home/seen.json");
    const memory = await readFile(file, "utf8");
    hide("beyond", "1.1.0");
    expect((await install("beyond", true)).code).toBe(0);
    expect(await installed("beyond")).toBe("1.0.0");
    expect((await home.run(["update", "beyond"])).code).toBe(0);
    await writeFile(file, memory);
    const run = await home.run(["update", "beyond"]);
    expect([run.code, run.stderr]).toEqual([5, expect.stringContaining("no longer offers beyond 1.1.0")]);
  });

  test("G9 a listed version that is passed over upon no known statement is said to be listed, and as what", async () => {
    await published("listed-low", "1.0.0");
    await published("listed-low", "2.0.0");
    expect((await install("listed-low@^1")).code).toBe(0);
    await pin();
    proxy.rewrite = (path, answer) => {
      if (path === "/skills/listed-low")
        for (const row of answer.body.versions) if (row.version === "2.0.0") row.status = "yanked";
      return answer;
    };
    const run = await install("listed-low");
    expect([run.code, run.said]).toEqual([5, run.said]);
    expect(run.said).toContain("passes over listed-low 2.0.0, which this machine has seen there (it is yanked)");
    expect(run.said).not.toContain("no longer offers");
  });

  test("G9 older statements about the installed version itself are refused", async () => {
    await published("same", "1.0.0");
    const first = await statementsOf("same/1.0.0");
    await yank("same/1.0.0");
    await unyank("same/1.0.0");
    expect((await install("same")).code).toBe(0);
    await pin();
    serveStatements("same/1.0.0", first);
    const run = await install("same");
    expect([run.code, run.said]).toEqual([5, run.said]);
    expect(run.said).toContain("newest statement about same 1.0.0 is number");
  });
});

test("G9 every move is a statement that anyone may read, and no publisher yanks a version out of its quarantine", async () => {
  await published("moved", "1.0.0");
  await yank("moved/1.0.0");
  await unyank("moved/1.0.0");
  await asAdmin("moved/1.0.0", "quarantine");
  const yanked = await call(api("/skills/moved/1.0.0/yank"), { token: ada, json: { reason: "let me" } });
  expect(yanked.status).toBe(409);
  const moves = async () =>
    (await statementsOf("moved/1.0.0"))
      .slice(1)
      .map((each: { decision: string; envelope: { payload: string } }) => [
        each.decision,
        JSON.parse(Buffer.from(each.envelope.payload, "base64").toString()).predicate.status,
      ]);
  const told = [
    ["yank", "yanked"],
    ["unyank", "published"],
    ["quarantine", "quarantined"],
  ];
  expect(await moves()).toEqual(told);
  await asAdmin("moved/1.0.0", "release");
  expect(await moves()).toEqual([...told, ["release", "published"]]);
});

test("G9 without a pinned key the memory counts as well, and the registry must at least say what it withdrew", async () => {
  await seenBoth("unpinned");
  hide("unpinned", "2.0.0");
  await refusesToGoBack("unpinned");
  proxy.rewrite = null;
  await yank("unpinned/2.0.0");
  const run = await install("unpinned");
  expect([run.code, run.said]).toEqual([0, run.said]);
  expect(await installed("unpinned")).toBe("1.0.0");
});

test("G9 what an earlier client installed has been seen", async () => {
  await pin();
  await seenBoth("earlier");
  await rm(join(home.dir, "home/seen.json"));
  hide("earlier", "2.0.0");
  await refusesToGoBack("earlier");
});

test("G9 the memory survives runs at the same time", async () => {
  await pin();
  const names = ["side-a", "side-b", "side-c", "side-d"];
  for (const name of names) await published(name, "1.0.0");
  const runs = await Promise.all(names.map((name) => asProcess(name)));
  expect(runs.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
  const { skills } = JSON.parse(await readFile(join(home.dir, "home/seen.json"), "utf8"));
  expect(Object.keys(skills).sort()).toEqual(names.map((name) => `${proxy.url} ${name}`));
  for (const releases of Object.values<Record<string, { sequence: number }>>(skills))
    expect(releases["1.0.0"]?.sequence).toBeGreaterThan(0);
});
