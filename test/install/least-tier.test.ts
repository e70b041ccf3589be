import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { type CliHome, cliHome } from "../../apps/cli/test/cli-process.ts";
import { account, call, inspected, publish } from "../harness/api.ts";
import { describeWith } from "../harness/describe-with.ts";
import { type GpgIdentity, gpgIdentity } from "../harness/gpg.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { sampleFiles, zipOf } from "../harness/samples.ts";

await describeWith("gpg", "install --tier against a registry (first week, A16)", () => {
  let registry: TestRegistry;
  let home: CliHome;
  let ada: string;
  let gpg: GpgIdentity;
  let fingerprint: string;
  const api = (path: string) => `${registry.url}/api/v1${path}`;
  const post = async (path: string, token: string, json: unknown) => {
    const answer = await call(api(path), { token, json });
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
    return answer.body;
  };
  const entries = async () => JSON.parse(await readFile(join(home.dir, "home/skills/skill-lock.json"), "utf8")).skills;
  const gaia = async (args: string[], code = 0) => {
    const run = await home.run(args);
    expect([run.code, run.stdout + run.stderr]).toEqual([code, run.stdout + run.stderr]);
    return run;
  };

  beforeAll(async () => {
    registry = await startTestRegistry({ withoutScanners: true });
    ada = await account(registry.url, registry.adminToken, "ada");
    gpg = await gpgIdentity("Ada <ada@example.org>");
    await post("/publishers/ada/keys", ada, { kind: "openpgp", public_key: gpg.publicKey });
    fingerprint = (await call(api("/keys"))).body.keys[0].fingerprint;
  });
  afterAll(async () => {
    await registry.close();
    gpg.close();
  });
  beforeEach(async () => {
    home = await cliHome(registry.url);
    await gaia(["trust", "add", registry.url, "--fingerprint", fingerprint]);
  });
  afterEach(() => home.remove());

  const community = async (name: string, version: string, needs: Record<string, string> = {}) => {
    const files = sampleFiles({ name, version, needs, permissions: ["filesystem:none"] });
    expect((await publish(registry.url, ada, zipOf(files))).status).toBe(201);
    await inspected(registry.url, name, version, ada);
    const sums = (await call(api(`/skills/${name}/${version}/sums`), { token: ada })).body as unknown as string;
    const signed = await call(api(`/skills/${name}/${version}/signatures`), {
      token: ada,
      body: gpg.sign(sums),
      type: "application/pgp-signature",
    });
    expect(signed.body).toMatchObject({ security_tier: "community" });
  };
  const promoted = async (name: string, version: string) => {
    const asked = await post(`/skills/${name}/${version}/promotion`, ada, { tier: "verified", note: "please" });
    const decision = { inspection_id: asked["inspection_id"], reason: "read every line" };
    await post(`/admin/promotions/${asked["id"]}/approve`, registry.adminToken, decision);
  };
  const demoted = (name: string, version: string, tier: string) =>
    post(`/admin/skills/${name}/${version}/demote`, registry.adminToken, { tier, reason: "it phones home" });

  test("it takes the audited version, an update keeps to it, and says that its tier fell (first week, A16)", async () => {
    await community("web", "1.0.0");
    await promoted("web", "1.0.0");
    await community("web", "1.1.0");
    const taken = await gaia(["install", "web", "--tier", "verified"]);
    expect(taken.stderr).toContain(
      "web 1.1.0 is newer and was passed over: its tier is community, and verified is asked for",
    );
    expect((await entries()).web).toMatchObject({
      version: "1.0.0",
      security_tier: "verified",
      least_tier: "verified",
    });
    await gaia(["update", "--all"]);
    await rm(join(home.dir, "home/skills/web"), { recursive: true });
    await gaia(["sync", "--home"]);
    expect((await entries()).web).toMatchObject({ version: "1.0.0", least_tier: "verified" });

    await demoted("web", "1.0.0", "experimental");
    const fell = await gaia(["update", "--all", "--json"], 4);
    expect(fell.stderr).toContain("web 1.0.0: its tier fell from verified to experimental: it phones home");
    expect(JSON.parse(fell.stdout)).toMatchObject({
      installed: [],
      held: [{ name: "web", version: "1.0.0", code: "tier_too_low" }],
      tier_fell: [{ name: "web", from: "verified", to: "experimental", reason: "it phones home", signed: true }],
    });
    await gaia(["update", "web"], 4);
    // Who asks for less is given the newest that has it.
    await gaia(["install", "web", "--tier", "community"]);
    expect((await entries()).web).toMatchObject({ version: "1.1.0", least_tier: "community" });
    expect(JSON.parse((await gaia(["update", "--all", "--json"])).stdout)).toMatchObject({ tier_fell: [] });
  });

  test("what it needs has to be as high, and is refused with who needs it until it is (first week, A16)", async () => {
    await community("log", "1.0.0");
    await community("app", "1.0.0", { log: "^1" });
    await promoted("app", "1.0.0");
    const refused = await gaia(["install", "app", "--tier", "verified"], 4);
    expect(refused.stderr).toContain("app 1.0.0 needs log ^1");
    expect(refused.stderr).toContain("log 1.0.0: its tier is community, and verified is asked for");
    await gaia(["install", "app"]);
    await promoted("log", "1.0.0");
    // It lies there already, and what is signed of it now is what counts.
    await gaia(["install", "app", "--tier", "verified"]);
    expect(await entries()).toMatchObject({
      app: { least_tier: "verified" },
      log: { security_tier: "verified", least_tier: null, requested: null },
    });
    // What is needed falls: nothing else is taken for it, and what is there stays.
    await demoted("log", "1.0.0", "community");
    const fell = await gaia(["update", "--all"], 4);
    expect(fell.stderr).toContain("log 1.0.0: its tier fell from verified to community");
    expect(fell.stderr).toMatch(/log 1\.0\.0 stays as it is: `.*why log` says what needs it/);
    expect(Object.keys(await entries())).toEqual(["app", "log"]);
  });
});
