import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { type CliHome, cliHome } from "../../apps/cli/test/cli-process.ts";
import { account, call } from "../harness/api.ts";
import { publishedAtOnce } from "../harness/published.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { type RewritingProxy, startRewritingProxy } from "../harness/rewriting-proxy.ts";

let registry: TestRegistry;
let proxy: RewritingProxy;
let home: CliHome;
let ada: string;
let fingerprint: string;

const api = (path: string) => `${registry.url}/api/v1${path}`;
const ensure = async (answer: Promise<{ status: number; body: unknown }>) =>
  expect((await answer).status, JSON.stringify((await answer).body)).toBeLessThan(300);
const asAdmin = (release: string, verb: string) =>
  ensure(call(api(`/admin/skills/${release}/${verb}`), { token: registry.adminToken, json: { reason: "a report" } }));
const yank = (release: string) =>
  ensure(call(api(`/skills/${release}/yank`), { token: ada, json: { reason: "leaks memory" } }));
const ok = async (run: Promise<{ code: number | null; stdout: string; stderr: string }>, code = 0) => {
  const ended = await run;
  expect([ended.code, ended.stdout + ended.stderr]).toEqual([code, ended.stdout + ended.stderr]);
  return ended.stdout + ended.stderr;
};
const install = (...args: string[]) => home.run(["install", ...args, "--allow-experimental"]);
const published = (name: string, version = "1.0.0") => publishedAtOnce(registry, { token: ada, name, version });

async function keptFile(): Promise<string> {
  const directory = join(home.dir, "home/revocations");
  const [file = ""] = await readdir(directory);
  return join(directory, file);
}

/** As if the list had been fetched a while ago, so that it is asked for again. */
async function age(seconds = 60): Promise<void> {
  const path = await keptFile();
  const kept = JSON.parse(await readFile(path, "utf8"));
  await writeFile(path, JSON.stringify({ ...kept, fetched_at: new Date(Date.now() - seconds * 1_000) }));
}

/** Waits until the list that everybody is served has it. */
const listed = (name: string) =>
  expect.poll(async () => JSON.stringify((await call(api("/revocations"))).body), { timeout: 30_000 }).toContain(name);

beforeAll(async () => {
  registry = await startTestRegistry({ withoutScanners: true });
  ada = await account(registry.url, registry.adminToken, "ada");
  proxy = await startRewritingProxy(registry.url);
  fingerprint = (await call(api("/keys"))).body.keys[0].fingerprint;
});
beforeEach(async () => {
  proxy.rewrite = null;
  home = await cliHome(proxy.url);
  await ok(home.run(["trust", "add", proxy.url, "--fingerprint", fingerprint]));
});
afterEach(() => home.remove());
afterAll(async () => {
  await proxy.close();
  await registry.close();
});

test("a quarantine is seen within 60 seconds by who installed it: verify and audit end with 5, and offline they say how old it is", async () => {
  await published("gone");
  await published("stays");
  await ok(install("gone", "stays"));
  expect(await ok(home.run(["audit"]))).toContain("good");
  await asAdmin("gone/1.0.0", "quarantine");
  await listed("gone");
  // No older than that is a list that counts without asking, and the registry's own is of the last half minute.
  await age(26);
  await ok(home.run(["verify", "gone"]), 5);
  expect(await ok(home.run(["verify", "gone", "--offline"]), 5)).toMatch(/quarantined on .* as of \d+ seconds? ago/);
  expect(await ok(home.run(["verify", "stays", "--offline"]))).toContain("not revoked");
  const audit = await home.run(["audit", "--json"]);
  expect(audit.code).toBe(5);
  const { skills } = JSON.parse(audit.stdout);
  expect(skills.map((row: { name: string; standing: string }) => [row.name, row.standing])).toEqual([
    ["gone", "withdrawn"],
    ["stays", "good"],
  ]);
}, 90_000);

test("a yank is a warning to verify and 4 to audit; a newer version is only a note", async () => {
  await published("yanked");
  await ok(install("yanked"));
  await yank("yanked/1.0.0");
  await published("yanked", "1.1.0");
  await new Promise((resolve) => setTimeout(resolve, 4_500));
  await age();
  expect(await ok(home.run(["verify", "yanked"]))).toContain("it was yanked");
  const said = await ok(home.run(["audit"]), 4);
  expect(said).toContain("yanked");
  expect(said).toContain("1.1.0 is there");
});

test("G9 what the signed list says is withheld is not installed, whatever else is answered, without an explicit word", async () => {
  await published("lied-about");
  const answers = new Map<string, unknown>();
  proxy.rewrite = (path, answer) => {
    if (path.startsWith("/skills/lied-about") && answer.status === 200) answers.set(path, answer);
    return answer;
  };
  await ok(install("lied-about"));
  await asAdmin("lied-about/1.0.0", "quarantine");
  await new Promise((resolve) => setTimeout(resolve, 4_500));
  await age();
  // A mirror that answers what was true before, but has to show the list.
  proxy.rewrite = (path, answer) => (answers.get(path) as typeof answer | undefined) ?? answer;
  expect(await ok(install("lied-about"), 5)).toContain("signed list of revocations says otherwise");
  expect(await ok(install("lied-about", "--allow-revoked"))).toContain("quarantined");
});

test("G9 an older list is refused with 5, and so are one with an entry left out and one of another key", async () => {
  await published("older");
  let first: unknown;
  proxy.rewrite = (path, answer) => {
    if (path.startsWith("/revocations")) first ??= answer;
    return answer;
  };
  await ok(install("older"));
  await published("older-too");
  await yank("older-too/1.0.0");
  await new Promise((resolve) => setTimeout(resolve, 4_500));
  await age();
  proxy.rewrite = null;
  await ok(home.run(["verify", "older"]));
  await age();
  proxy.rewrite = (path, answer) => (path.startsWith("/revocations") ? (first as typeof answer) : answer);
  expect(await ok(home.run(["verify", "older"]), 5)).toContain("older than one that this machine has seen");
  expect(await ok(install("older"), 5)).toContain("older than one that this machine has seen");
  proxy.rewrite = (path, answer) => {
    if (path.startsWith("/revocations")) Object.assign(answer.body, { entries: [], since: null });
    return answer;
  };
  expect(await ok(home.run(["verify", "older"]), 5)).toContain("not those that were signed");
  proxy.rewrite = (path, answer) => {
    if (path.startsWith("/revocations")) answer.body.envelope.signatures[0].keyid = "0".repeat(32);
    return answer;
  };
  expect(await ok(home.run(["audit"]), 5)).toContain("not trusted");
});

test("a registry that does not answer is a warning: the kept list counts, until it is too old to", async () => {
  await published("unreached");
  await ok(install("unreached"));
  await age();
  proxy.rewrite = (path, answer) =>
    path.startsWith("/revocations")
      ? {
          status: 503,
          type: "application/problem+json",
          body: { type: "about:blank", title: "x", status: 503, detail: "Busy.", code: "unavailable", request_id: "r" },
        }
      : answer;
  expect(await ok(home.run(["verify", "unreached"]))).toContain("not revoked");
  await home.run(["verify", "unreached"]);
  const directory = join(home.dir, "home/revocations");
  await writeFile(join(directory, (await readdir(directory))[0] ?? ""), "{}");
  expect(await ok(home.run(["verify", "unreached"]))).toContain("there is no list of revocations here (Busy.)");
  expect(await ok(home.run(["audit"]), 4)).toContain("unknown");
  expect(await ok(install("unreached"))).toContain("there is no list of revocations here");
});

test("run asks what was taken back before it runs, goes by the kept list where nobody answers, and by none where that is required", async () => {
  await published("ran");
  await ok(install("ran"));
  await age();
  const busy = { type: "about:blank", title: "x", status: 503, detail: "Busy.", code: "unavailable", request_id: "r" };
  proxy.rewrite = (path, answer) =>
    path.startsWith("/revocations") ? { status: 503, type: "application/problem+json", body: busy } : answer;
  expect(await ok(home.run(["run", "ran"]))).toMatch(/not revoked, as of .* ago \(it cannot be asked now: Busy\.\)/);
  const required = await home.run(["run", "ran"], { env: { GAIA_REQUIRE_REVOCATIONS: "1" } });
  expect([required.code, required.stderr]).toEqual([5, expect.stringContaining("you require them: Busy.")]);
  expect(await ok(install("ran", "--require-revocations"), 5)).toContain("are not known now, and you require them");
  proxy.rewrite = null;
  await ok(install("ran", "--require-revocations"));
  await asAdmin("ran/1.0.0", "quarantine");
  await listed("ran");
  expect(await ok(home.run(["run", "ran", "--offline"]))).not.toContain("cannot be asked");
  await age();
  expect(await ok(home.run(["run", "ran"]), 5)).toContain("nothing of it was run: revocations: it was quarantined");
});

test("install --min-age passes over what is young and names it; an exact version is its user's word", async () => {
  await published("young", "1.0.0");
  await published("young", "1.1.0");
  let isLie = true;
  const dated = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
  proxy.rewrite = (path, answer) => {
    if (path !== "/skills/young") return answer;
    for (const row of answer.body.versions) row.published_at = dated(isLie || row.version === "1.0.0" ? 9 : 0);
    return answer;
  };
  // Listed as old, and signed as of today: with a pinned key the list's dates are not believed.
  const lied = await install("young", "--min-age", "3d");
  expect([lied.code, lied.stderr]).toEqual([5, lied.stderr]);
  expect(lied.stderr).toContain("listed as older than the registry signed");
  isLie = false;
  await ok(home.run(["trust", "remove", proxy.url]));
  const said = await ok(install("young", "--min-age", "3d"));
  expect(said).toContain("young 1.1.0 is newer and was passed over: it was published");
  expect(said).toContain("Installed young 1.0.0");
  expect(await ok(install("young@1.1.0", "--min-age", "3d"))).toContain("taken because it was named exactly");
  const young = await cliHome(proxy.url, { GAIA_MIN_AGE: "30d" });
  try {
    expect(await ok(young.run(["install", "young", "--allow-experimental"]), 4)).toContain("less than 30d ago");
    await ok(young.run(["install", "young", "--allow-experimental", "--min-age", "soon"]), 2);
  } finally {
    await young.remove();
  }
});
