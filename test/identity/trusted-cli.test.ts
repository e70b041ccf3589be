import { mkdir, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type CliHome, cliHome } from "../../apps/cli/test/cli-process.ts";
import { runHere } from "../../apps/cli/test/in-process.ts";
import { startFakeRegistry } from "../../apps/cli/test/fake-registry.ts";
import { account, call } from "../harness/api.ts";
import { githubClaims, gitlabClaims, type OidcIssuer, startOidcIssuer } from "../harness/oidc-issuer.ts";
import { codeOf, signedUp, withSecondFactor } from "../harness/people.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { rowsOf } from "../harness/rows.ts";
import { sampleFiles } from "../harness/samples.ts";

let github: OidcIssuer;
let gitlab: OidcIssuer;
let registry: TestRegistry;
let adasToken: string;
let ada: CliHome;
let bob: CliHome;
let job: CliHome;

/** A home whose verbs run in this process, which costs less; what is asked on a terminal runs in one of its own. */
async function homeOf(env: Record<string, string>): Promise<CliHome> {
  const home = await cliHome(registry.url, env);
  const base = { HOME: home.dir, GAIA_HOME: join(home.dir, "home"), GAIA_REGISTRY: registry.url, ...env };
  return {
    ...home,
    // Of the environment these tests give texts alone.
    run: (args, { env: more = {} } = {}) => runHere(args, { ...base, ...(more as Record<string, string>) }),
  };
}

/** What GitHub answers a job that asks for its identity: signed by the issuer, for the audience that was asked for. */
function askedOfGithub(repository: string): Record<string, string> {
  const path = `/request/${repository}?api-version=2.0`;
  const audience = `${path}&audience=${encodeURIComponent(registry.url)}`;
  github.instead.set(audience, ({ headers }) =>
    headers.authorization === "Bearer of-the-job"
      ? { body: JSON.stringify({ value: github.token(githubClaims(github, registry.url, { repository })) }) }
      : { status: 401 },
  );
  return { ACTIONS_ID_TOKEN_REQUEST_URL: `${github.url}${path}`, ACTIONS_ID_TOKEN_REQUEST_TOKEN: "of-the-job" };
}

async function skill(home: CliHome, name: string, version = "1.0.0", more: Record<string, string> = {}) {
  const files = { ...sampleFiles({ name, version }), ...more };
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(home.dir, name, path)), { recursive: true });
    await writeFile(join(home.dir, name, path), content);
  }
  return name;
}
const trust = (name: string, repository: string, ...more: string[]) =>
  ada.run(
    ["trusted-publisher", "add", name, "--issuer", github.url, "--repository", repository].concat(
      ["--workflow", "release.yml", "--publisher", "acme"],
      more,
    ),
  );
beforeAll(async () => {
  [github, gitlab] = await Promise.all([startOidcIssuer(), startOidcIssuer()]);
  const environment = { SIGN_UP: "open", OIDC_ISSUERS: `github=${github.url},gitlab=${gitlab.url}` };
  registry = await startTestRegistry({ environment });
  const tokens = new Map<string, string>();
  for (const handle of ["ada", "bob"]) tokens.set(handle, await account(registry.url, registry.adminToken, handle));
  [ada, bob, job] = await Promise.all([
    homeOf({ GAIA_TOKEN: tokens.get("ada") ?? "" }),
    homeOf({ GAIA_TOKEN: tokens.get("bob") ?? "" }),
    homeOf({}),
  ]);
  const api = (path: string) => `${registry.url}/api/v1${path}`;
  const token = tokens.get("ada") ?? "";
  adasToken = token;
  expect((await call(api("/publishers"), { token, json: { handle: "acme" } })).status).toBe(201);
  const invited = await call(api("/publishers/acme/invitations"), {
    token,
    json: { account: "bob", role: "publisher" },
  });
  const accept = { token: tokens.get("bob") ?? "", method: "POST" };
  expect((await call(api(`/invitations/${invited.body.id}/accept`), accept)).status).toBe(200);
});
afterAll(async () => {
  await Promise.all([ada, bob, job].map((home) => home.remove()));
  await registry.settle();
  await registry.close();
  await Promise.all([github.close(), gitlab.close()]);
});

describe("trusted publishers by the command line", () => {
  test("are added, listed and removed", async () => {
    const added = await trust("cli-trusted", "acme/cli-trusted", "--environment", "production");
    expect(added, added.stderr).toMatchObject({ code: 0 });
    expect(added.stdout).toContain("acme/cli-trusted release.yml, environment production may publish it");
    expect(added.stderr).toContain("cli-trusted is not published yet");
    const listed = JSON.parse((await ada.run(["trusted-publisher", "list", "cli-trusted", "--json"])).stdout);
    expect(listed.trusted_publishers).toMatchObject([{ repository: "acme/cli-trusted", stage_only: false }]);
    expect((await ada.run(["trusted-publisher", "remove", "cli-trusted", "one"])).code).toBe(2);
    const removed = await ada.run(["trusted-publisher", "remove", "cli-trusted", listed.trusted_publishers[0].id]);
    expect(removed, removed.stderr).toMatchObject({ code: 0 });
    expect((await ada.run(["trusted-publisher", "list", "cli-trusted"])).stderr).toContain("No workflow is trusted");
  });
});

describe("publish in a CI job without a token", () => {
  test("of GitHub shows the job's identity, publishes as the workflow, and says so in a line", async () => {
    const [name, repository] = [await skill(job, "cli-github"), "acme/cli-github"];
    expect((await trust(name, repository)).code).toBe(0);
    const env = askedOfGithub(repository);
    const unnamed = await job.run(["publish", name], { env });
    expect(unnamed.code).toBe(4);
    expect(unnamed.stderr).toContain("`--publisher` names it");
    const published = await job.run(["publish", name, "--publisher", "acme"], { env });
    expect(published, published.stderr).toMatchObject({ code: 0 });
    const said = published.stderr.split("\n").filter((line) => line.includes("identity"));
    expect(said).toEqual([expect.stringContaining("trusted with cli-github of acme")]);
    expect(published.stdout).toContain("Published cli-github 1.0.0 as acme");
    const log = "SELECT actor FROM audit_log WHERE action = 'version.publish' AND target = 'skill:cli-github@1.0.0'";
    expect(await rowsOf(registry, log)).toEqual([{ actor: `github:${repository}` }]);
    for (const { stdout, stderr } of [unnamed, published]) expect(stdout + stderr).not.toMatch(/eyJ|gsk_|of-the-job/);
    // Once the name is there, it says whose it is.
    await skill(job, name, "1.1.0");
    expect((await job.run(["publish", name], { env: askedOfGithub(repository) })).code).toBe(0);
  });

  test("of GitLab shows what the job was given as GAIA_ID_TOKEN, once", async () => {
    const name = await skill(job, "cli-gitlab");
    const add = ["trusted-publisher", "add", name, "--issuer", gitlab.url, "--repository", "acme/skills"];
    expect((await ada.run([...add, "--publisher", "acme"])).code).toBe(0);
    const env = { GAIA_ID_TOKEN: gitlab.token(gitlabClaims(gitlab, registry.url)) };
    expect((await job.run(["publish", name, "--publisher", "acme"], { env })).code).toBe(0);
    const again = await job.run(["publish", name, "--publisher", "acme"], { env });
    expect([again.code, again.stderr]).toEqual([4, expect.stringContaining("exchanged already")]);
  });

  test("asks for no identity where there is a token, or --no-trusted-publishing", async () => {
    const [name, repository] = [await skill(job, "cli-asked"), "acme/cli-asked"];
    const env = askedOfGithub(repository);
    const before = github.asked.length;
    const off = await job.run(["publish", name, "--publisher", "acme", "--no-trusted-publishing"], { env });
    expect([off.code, off.stderr]).toEqual([4, expect.stringContaining("needs a token")]);
    await skill(ada, name);
    expect((await ada.run(["publish", name, "--publisher", "acme"], { env })).code).toBe(0);
    expect(github.asked.slice(before)).toEqual([]);
  });

  test("says what the registry does not trust, and how to", async () => {
    const [name, repository] = [await skill(job, "cli-unknown"), "eve/cli-unknown"];
    const refused = await job.run(["publish", name, "--publisher", "acme"], { env: askedOfGithub(repository) });
    expect(refused.code).toBe(4);
    expect(refused.stderr).toContain("does not trust");
    expect(refused.stderr).toContain("trusted-publisher add");
  });

  test("Q3 asks no address for an identity that is neither https nor this machine, and takes a bounded answer that leads nowhere else", async () => {
    const name = await skill(job, "cli-hostile");
    const eve = createServer((request, response) => {
      asked.push(`${request.url}`);
      if (request.url?.startsWith("/redirect"))
        return void response.writeHead(302, { location: "http://localhost:1/" }).end();
      if (request.url?.startsWith("/status")) return void response.writeHead(500).end("\u001b[2Jno");
      if (request.url?.startsWith("/none")) return void response.end("{}");
      if (request.url?.startsWith("/other"))
        return void response.end(
          JSON.stringify({ value: github.token(githubClaims(github, "https://other.example")) }),
        );
      response.end(`{"value": "${"x".repeat(200_000)}"}`);
    });
    const asked: string[] = [];
    await new Promise<void>((resolve) => void eve.listen(0, "127.0.0.1", resolve));
    const at = `127.0.0.1:${(eve.address() as AddressInfo).port}`;
    const run = async (url: string) => {
      const env = { ACTIONS_ID_TOKEN_REQUEST_URL: url, ACTIONS_ID_TOKEN_REQUEST_TOKEN: "of-the-job" };
      const { code, stdout, stderr } = await job.run(["publish", name, "--publisher", "acme"], { env });
      expect(stdout + stderr).not.toMatch(/of-the-job|eyJ|\u001b/);
      return [code, stderr.split("\n")[0]];
    };
    try {
      for (const url of [
        "http://192.0.2.1/x",
        "ftp://127.0.0.1/x",
        "file:///etc/passwd",
        `http://ada:secret@${at}/x`,
        "nonsense",
      ])
        expect(await run(url)).toEqual([2, expect.stringContaining("no https address")]);
      expect(asked).toEqual([]);
      expect(await run(`http://${at}/large`)).toEqual([6, expect.stringContaining("too large")]);
      expect(await run(`http://${at}/redirect`)).toEqual([6, expect.stringContaining("leads elsewhere")]);
      expect(await run(`http://${at}/status`)).toEqual([6, expect.stringContaining("answers 500")]);
      expect(await run(`http://${at}/none`)).toEqual([6, expect.stringContaining("has none")]);
      expect(await run(`http://${at}/other`)).toEqual([4, expect.stringContaining("another audience")]);
      expect(await run("http://127.0.0.1:9/x")).toEqual([6, expect.stringContaining("does not answer")]);
    } finally {
      eve.closeAllConnections();
      await new Promise((resolve) => eve.close(resolve));
    }
  });

  test("T6 gives a registry that calls itself as another no identity that is good there", async () => {
    const name = await skill(job, "cli-confused");
    const hostile = await startFakeRegistry();
    hostile.on("GET", "/api/v1/trusted-publishing/audience", { body: { audience: registry.url } });
    const before = github.asked.length;
    const env = { ...askedOfGithub("acme/cli-confused"), GAIA_REGISTRY: hostile.url };
    const asked = await job.run(["publish", name, "--publisher", "acme"], { env });
    expect([asked.code, asked.stderr]).toEqual([4, expect.stringContaining("none was asked for")]);
    expect(github.asked.slice(before)).toEqual([]);
    // Nor one that it was given for another registry.
    hostile.on("GET", "/api/v1/trusted-publishing/audience", { body: { audience: hostile.url } });
    const given = { GAIA_REGISTRY: hostile.url, GAIA_ID_TOKEN: gitlab.token(gitlabClaims(gitlab, registry.url)) };
    const sent = await job.run(["publish", name], { env: given });
    expect([sent.code, sent.stderr]).toEqual([4, expect.stringContaining("another audience")]);
    expect(hostile.requests.filter(({ method }) => method !== "GET")).toEqual([]);
    await hostile.close();
  });
});

describe("staged publishing by the command line", () => {
  test("stage, staged, approve: shows digest and difference, and makes live what was looked at", async () => {
    const name = await skill(ada, "cli-staged");
    expect((await ada.run(["publish", name, "--publisher", "acme", "--wait"])).code).toBe(0);
    await skill(ada, name, "1.1.0", { "notes.md": "More to read.\n" });
    const staged = await ada.run(["stage", name, "--publisher", "acme", "--wait"]);
    expect(staged, staged.stderr).toMatchObject({ code: 0 });
    expect(staged.stdout).toContain("Staged cli-staged 1.1.0 as acme");
    expect(staged.stderr).toContain("approve cli-staged 1.1.0");
    expect((await bob.run(["staged"])).stdout).toMatch(/cli-staged +1\.1\.0 .*ada/);
    const unasked = await bob.run(["approve", name, "1.1.0"]);
    expect([unasked.code, unasked.stderr]).toEqual([4, expect.stringContaining("This run cannot ask you")]);
    expect(unasked.stdout).toMatch(/digest +sha256:[0-9a-f]{64}/);
    expect(unasked.stdout).toMatch(/against +1\.0\.0/);
    expect(unasked.stdout).toContain("+ notes.md");
    const digest = /sha256:[0-9a-f]{64}/.exec(unasked.stdout)?.[0] ?? "";
    const other = await bob.run(["approve", name, "1.1.0", "--yes", "--digest", `sha256:${"0".repeat(64)}`]);
    expect(other.code).toBe(5);
    // Whoever staged it is not its second look.
    expect((await ada.run(["approve", name, "1.1.0", "--yes"])).code).toBe(4);
    const said = await bob.onTerminal(["approve", name, "1.1.0"], "n\n");
    expect([said.code, said.screen]).toEqual([4, expect.stringContaining("[y/N]")]);
    const live = await bob.run(["approve", `${name}@1.1.0`, "--yes", "--digest", digest]);
    expect(live, live.stderr).toMatchObject({ code: 0 });
    expect(live.stdout).toContain("Approved cli-staged 1.1.0: it is live");
  });

  test("what is staged while nothing is live is shown whole: each file, permission and tool with its +", async () => {
    const name = await skill(ada, "cli-first");
    const shown = async (version: string) => (await bob.run(["approve", name, version])).stdout;
    for (const version of ["1.0.0", "1.1.0"]) {
      await skill(ada, name, version, { "notes.md": `More to read in ${version}.\n` });
      const staged = await ada.run(["stage", name, "--publisher", "acme", "--wait"]);
      expect(staged, staged.stderr).toMatchObject({ code: 0 });
      const lines = await shown(version);
      expect(lines).toContain("against  nothing: no version is live");
      expect(lines).toMatch(/signed +no\n/);
      for (const what of [...Object.keys(sampleFiles({ name, version })), "notes.md"])
        expect(lines).toContain(`+ ${what}`);
      expect(lines).toMatch(/\+ permission \w/);
      expect(lines).toMatch(/\+ tool \w/);
      expect(lines).not.toMatch(/^ +[-~] |nothing differs/m);
    }
  });

  test("whoever staged it approves it with a second factor, by --otp", async () => {
    const { first } = await signedUp(registry, "dora");
    const made = await first.post("/api/v1/tokens", { name: "cli", scopes: ["stage", "confirm", "read"] });
    expect(made.status).toBe(201);
    const { uri } = await withSecondFactor(first);
    const dora = await homeOf({ GAIA_TOKEN: made.body.token });
    const name = await skill(dora, "cli-confirmed");
    expect((await dora.run(["stage", name, "--wait"])).code).toBe(0);
    const unproven = await dora.run(["approve", name, "1.0.0", "--yes"]);
    expect([unproven.code, unproven.stderr]).toEqual([4, expect.stringContaining("--otp")]);
    const live = await dora.run(["approve", name, "1.0.0", "--yes", "--otp", await codeOf(uri)]);
    expect(live, live.stderr).toMatchObject({ code: 0 });
    await dora.remove();
  });

  test("publish does not call published what is staged, and ends with 4", async () => {
    const name = await skill(ada, "cli-only-staged");
    expect((await ada.run(["stage", name, "--publisher", "acme"])).code).toBe(0);
    const waited = await ada.run(["publish", name, "--publisher", "acme", "--wait"]);
    const again = await ada.run(["publish", name, "--publisher", "acme"]);
    for (const { code, stdout, stderr } of [waited, again]) {
      expect([code, stderr]).toEqual([4, expect.stringContaining("is staged with this content and awaits approval")]);
      expect(stderr).toContain("approve cli-only-staged 1.0.0");
      expect(stdout).not.toContain("ublished");
    }
    const dry = await ada.run(["publish", name, "--publisher", "acme", "--dry-run"]);
    expect(dry.stdout).toContain("is staged and awaits approval");
  });

  test("what says that it asks first does nothing where nobody can be asked, until --yes", async () => {
    const name = await skill(ada, "cli-offered");
    expect((await ada.run(["publish", name, "--publisher", "acme", "--wait"])).code).toBe(0);
    for (const line of [
      ["transfer", "offer", name, "--to", "bob"],
      ["org", "remove", "acme", "bob"],
      ["org", "leave", "acme"],
    ]) {
      const run = await ada.run(line);
      expect([line, run.code, run.stderr]).toEqual([line, 4, expect.stringContaining("add --yes")]);
    }
    expect((await ada.run(["transfer", "list"])).stdout).not.toContain(name);
    expect((await ada.run(["org", "members", "acme"])).stdout).toContain("bob");
    expect((await ada.run(["transfer", "offer", name, "--to", "bob", "--yes"])).code).toBe(0);
    expect((await ada.run(["transfer", "list"])).stdout).toContain(name);
    // Who released it stays who did; whose it is now is said beside that.
    const [offer] = JSON.parse((await bob.run(["transfer", "list", "--json"])).stdout).transfers;
    expect((await ada.run(["info", name])).stdout).not.toMatch(/owner/);
    const accepted = await bob.run(["transfer", "accept", offer.id]);
    expect(accepted, accepted.stderr).toMatchObject({ code: 0 });
    expect((await ada.run(["info", name])).stdout).toMatch(
      /publisher +acme\n +owner +bob, since the skill was transferred/,
    );
  });

  test("reject takes it away, and its number is free for other content", async () => {
    const name = await skill(ada, "cli-rejected");
    expect((await ada.run(["stage", name, "--publisher", "acme", "--wait"])).code).toBe(0);
    const unasked = await bob.run(["reject", name, "1.0.0", "--reason", "a mistake"]);
    expect([unasked.code, unasked.stderr]).toEqual([4, expect.stringContaining("add --yes")]);
    const rejected = await bob.run(["reject", name, "1.0.0", "--reason", "a mistake", "--yes"]);
    expect(rejected, rejected.stderr).toMatchObject({ code: 0 });
    expect((await bob.run(["approve", name, "1.0.0", "--yes"])).code).toBe(3);
    await skill(ada, name, "1.0.0", { "notes.md": "Another.\n" });
    expect((await ada.run(["stage", name, "--publisher", "acme"])).code).toBe(0);
  });

  test("a workflow that may publish stages where the skill demands that, by the same trust", async () => {
    const [name, repository] = [await skill(job, "cli-demanding"), "acme/cli-demanding"];
    await skill(ada, name);
    expect((await ada.run(["publish", name, "--publisher", "acme"])).code).toBe(0);
    expect((await trust(name, repository)).code).toBe(0);
    const settings = `${registry.url}/api/v1/skills/${name}/settings`;
    const demanded = await call(settings, { token: adasToken, method: "PATCH", json: { staging: "required" } });
    expect(demanded).toMatchObject({ status: 200, body: { staging: "required" } });
    await skill(job, name, "1.1.0");
    const published = await job.run(["publish", name], { env: askedOfGithub(repository) });
    expect([published.code, published.stderr]).toEqual([4, expect.stringContaining("staged and approved")]);
    const staged = await job.run(["stage", name, "--wait"], { env: askedOfGithub(repository) });
    expect(staged, staged.stderr).toMatchObject({ code: 0 });
    const shown = await ada.run(["info", `${name}@1.1.0`]);
    expect(shown.stdout).toMatch(/via +acme\/cli-demanding release\.yml .*run 4711/);
  });

  test("a workflow that may only stage is told so, and stages", async () => {
    const [name, repository] = [await skill(job, "cli-stage-only"), "acme/cli-stage-only"];
    expect((await trust(name, repository, "--stage-only")).code).toBe(0);
    const published = await job.run(["publish", name, "--publisher", "acme"], { env: askedOfGithub(repository) });
    expect([published.code, published.stderr]).toEqual([4, expect.stringContaining("may stage cli-stage-only")]);
    const staged = await job.run(["stage", name, "--publisher", "acme"], { env: askedOfGithub(repository) });
    expect(staged, staged.stderr).toMatchObject({ code: 0 });
    expect((await bob.run(["staged", "--json"])).stdout).toContain(repository);
    await registry.settle();
  });
});
