import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type CliHome, cliHome, type CliRun } from "../../apps/cli/test/cli-process.ts";
import { describeWith } from "../harness/describe-with.ts";
import { account, call } from "../harness/api.ts";
import { type GpgIdentity, gpgIdentity } from "../harness/gpg.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { sampleFiles, type SampleFiles } from "../harness/samples.ts";

let registry: TestRegistry;
let gpg: GpgIdentity;
let author: CliHome;
let admin: CliHome;
let reader: CliHome;
let token: string;
let dir: string;

const ok = (run: CliRun): CliRun => {
  expect(run.code, run.stderr).toBe(0);
  return run;
};
const json = (run: CliRun): Record<string, unknown> => JSON.parse(run.stdout);

async function layDown(root: string, files: SampleFiles): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), content);
  }
}

beforeAll(async () => {
  registry = await startTestRegistry();
  gpg = await gpgIdentity("Ada <ada@example.org>");
  token = await account(registry.url, registry.adminToken, "ada");
  author = await cliHome(registry.url, { GNUPGHOME: gpg.home });
  admin = await cliHome(registry.url, { GAIA_TOKEN: registry.adminToken });
  reader = await cliHome(registry.url);
  dir = join(author.dir, "walker");
  await layDown(dir, sampleFiles({ name: "walker" }));
});
afterAll(async () => {
  await Promise.all([author, admin, reader].map((home) => home?.remove()));
  gpg?.close();
  await registry?.close();
});

await describeWith("gpg", "the whole path by the command line, against the real registry", () => {
  test("login, keys add, validate, publish --wait: experimental, with its verdict and what is next", async () => {
    ok(await author.run(["login", "--token"], { input: token }));
    expect(json(ok(await author.run(["whoami", "--json"])))).toMatchObject({ handle: "ada", publishers: ["ada"] });
    expect(ok(await author.run(["keys", "add", "--gpg"])).stdout).toContain(gpg.fingerprint);
    expect(ok(await author.run(["keys", "list"])).stdout).toContain("not used yet");
    ok(await author.run(["validate", dir]));
    const published = ok(await author.run(["publish", dir, "--wait"]));
    expect(published.stdout).toContain("tier     experimental");
    expect(published.stdout).toContain("verdict  ALLOW");
    expect(published.stderr).toContain("gaia skill sign");
    expect(ok(await author.run(["publish", dir, "--wait"])).stdout).toContain("Already published");
  });

  test("other content under the same version is refused with exit 4", async () => {
    const changed = join(author.dir, "changed");
    await layDown(changed, sampleFiles({ name: "walker", body: "Other words." }));
    const run = await author.run(["publish", changed]);
    expect(run.code).toBe(4);
    expect(run.stderr).toContain("raise the version");
    expect((await author.run(["sign", changed, "--gpg"])).code).toBe(4);
  });

  test("an experimental skill needs its flag, and the reason says so", async () => {
    const run = await reader.run(["install", "walker"]);
    expect(run.code).toBe(4);
    expect(run.stderr).toContain("--allow-experimental");
  });

  test("sign --gpg raises it to community; promote and admin approve to verified", async () => {
    expect(ok(await author.run(["sign", dir, "--gpg", gpg.fingerprint])).stdout).toContain("tier     community");
    expect(ok(await author.run(["keys", "list"])).stdout).toContain("active");
    const promotion = json(ok(await author.run(["promote", "walker@1.0.0", "--note", "please look", "--json"])));
    expect(ok(await admin.run(["admin", "queue"])).stdout).toContain(String(promotion["id"]));
    expect((await author.run(["admin", "queue"])).code).toBe(4);
    const shown = await admin.run(["admin", "approve", String(promotion["id"]), "--reason", "read every file"]);
    expect(shown.code).toBe(4);
    expect(shown.stderr).toContain("inspection");
    const approved = ok(
      await admin.run(["admin", "approve", String(promotion["id"]), "--reason", "read every file", "--yes"]),
    );
    expect(approved.stdout).toContain("community -> verified");
  });

  test("search finds it first, info tells it", async () => {
    expect(ok(await reader.run(["search", "walker"])).stdout.split("\n")[0]).toMatch(/^walker +1\.0\.0 +verified/);
    const info = ok(await reader.run(["info", "walker"])).stdout;
    for (const said of ["verified", "ALLOW", gpg.fingerprint]) expect(info).toContain(said);
    expect(json(ok(await reader.run(["info", "walker@1.0.0", "--json"])))).toMatchObject({ security_tier: "verified" });
    expect((await reader.run(["info", "no-such-skill"])).code).toBe(3);
  });

  test("with the pinned key: install, verify; tampered: exit 5; list, remove, 3", async () => {
    const [key] = (await call(`${registry.url}/api/v1/keys`)).body.keys;
    expect((await reader.run(["trust", "add", registry.url])).code).toBe(4);
    ok(await reader.run(["trust", "add", registry.url, "--fingerprint", key.fingerprint]));
    const installed = ok(await reader.run(["install", "walker"]));
    expect(installed.stderr).toContain("signed with its pinned key");
    const verified = ok(await reader.run(["verify", "walker"]));
    expect(verified.stdout).toContain("✓ signature");
    expect(verified.stdout).toContain("✓ attestations");
    expect(ok(await reader.run(["list"])).stdout).toMatch(/^walker +1\.0\.0 +verified +ada/);
    await writeFile(join(reader.dir, "home", "skills", "walker", "tools.py"), "import os\n");
    const tampered = await reader.run(["verify", "walker"]);
    expect(tampered.code).toBe(5);
    expect(tampered.stdout).toContain("✗ files        tools.py was changed");
    ok(await reader.run(["remove", "walker"]));
    expect((await reader.run(["verify", "walker"])).code).toBe(3);
  });

  test("publish --sign --wait ends at community; yank and quarantine take it from plain installs", async () => {
    await layDown(dir, sampleFiles({ name: "walker", version: "1.1.0" }));
    const run = ok(await author.run(["publish", dir, "--sign", "--gpg", "--wait"]));
    expect(run.stdout).toContain("tier     community");
    expect(json(ok(await reader.run(["install", "walker", "--json"])))).toMatchObject({
      installed: [{ version: "1.1.0" }],
    });
    ok(await author.run(["yank", "walker@1.1.0", "--reason", "a mistake"]));
    const plain = ok(await reader.run(["install", "walker"]));
    expect(plain.stderr).toContain("walker 1.1.0 is newer and was passed over: it was yanked");
    ok(await reader.run(["install", "walker@1.1.0"]));
    ok(await admin.run(["admin", "quarantine", "walker@1.1.0", "--reason", "a closer look"]));
    expect((await reader.run(["install", "walker@1.1.0"])).code).not.toBe(0);
    const released = ok(await admin.run(["admin", "release", "walker@1.1.0", "--reason", "nothing found"]));
    expect(released.stdout).toContain("it is yanked again");
  });

  test("an invalid skill comes back with its lines, exit 4; a wrong token is exit 4", async () => {
    const broken = join(author.dir, "broken");
    await layDown(broken, sampleFiles({ name: "broken", version: "one" }));
    const run = await author.run(["publish", broken]);
    expect(run.code).toBe(4);
    expect(run.stderr).toMatch(/SKILL\.md:3:\d+ error SK\d+/);
    expect(run.stderr).toContain("3 | version: one");
    expect((await author.run(["publish", dir], { env: { GAIA_TOKEN: "gsk_no_such_token_at_all" } })).code).toBe(4);
  });
});
