import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type CliHome, cliHome } from "../../apps/cli/test/cli-process.ts";
import { account, call, publish } from "../harness/api.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { sampleZip } from "../harness/samples.ts";

let registry: TestRegistry;
let token: string;
let cli: CliHome;
beforeAll(async () => {
  registry = await startTestRegistry({ withoutScanners: true, environment: { DEFAULT_VISIBILITY: "organisation" } });
  token = await account(registry.url, registry.adminToken, "ada");
  const made = await call(`${registry.url}/api/v1/publishers`, { token, json: { handle: "acme" } });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  cli = await cliHome(registry.url, { GAIA_TOKEN: token });
});
afterAll(async () => {
  await cli.remove();
  await registry.close();
});

async function folder(name: string, version = "1.0.0"): Promise<string> {
  const dir = join(cli.dir, `${name}-${version}`);
  await mkdir(dir, { recursive: true });
  const metadata = `metadata:\n  version: ${version}\n`;
  await writeFile(
    join(dir, "SKILL.md"),
    `---\nname: ${name}\ndescription: Says hello.\n${metadata}---\n\nSay hello.\n`,
  );
  return dir;
}

const seen = async (name: string, as?: string) => {
  const answer = await call(`${registry.url}/api/v1/skills/${name}/1.0.0`, as === undefined ? {} : { token: as });
  return answer.status === 200 ? answer.body.visibility : answer.status;
};

test("a new skill is seen as the registry's settings say, whichever way it comes (first week, A16)", async () => {
  expect((await publish(registry.url, token, sampleZip({ name: "by-api" }), "?publisher=ada")).status).toBe(201);
  expect([await seen("by-api"), await seen("by-api", token)]).toEqual([404, "organisation"]);
  const staged = await cli.run(["stage", await folder("by-stage"), "--publisher", "ada", "--version", "1.0.0"]);
  expect([staged.code, staged.stdout], staged.stderr).toEqual([
    0,
    expect.stringContaining(
      "seen by  its publisher and the registry's admins; once it is approved, by ada alone, and the registry's admins (organisation)",
    ),
  ]);
  expect(await seen("by-stage")).toBe(404);
});

test("publish says who sees a new skill, and of a personal publisher that it is its owner alone (first week, A16)", async () => {
  const cases: [args: string[], said: string, strangers: unknown][] = [
    [["--publisher", "ada"], "seen by  ada alone, and the registry's admins (organisation)", 404],
    [["--publisher", "acme"], "seen by  the members of acme, and the registry's admins (organisation)", 404],
    [["--publisher", "acme", "--visibility", "private"], "seen by  the owners and admins of acme, its list", 404],
    [["--publisher", "ada", "--visibility", "public"], "seen by  everybody who reads this registry (public)", "public"],
  ];
  for (const [at, [args, said, strangers]] of cases.entries()) {
    const name = `told-${at}`;
    const done = await cli.run(["publish", await folder(name), "--version", "1.0.0", ...args, "--wait"]);
    expect([done.code, done.stdout], done.stderr).toEqual([0, expect.stringContaining(said)]);
    expect(await seen(name)).toBe(strangers);
  }
});

test("the first publish sets it: a later one that says another is refused in words (first week, A16)", async () => {
  const publishing = async (version: string, ...args: string[]) =>
    cli.run(["publish", await folder("first-sets", version), "--version", version, "--publisher", "ada", ...args]);
  expect((await publishing("1.0.0", "--visibility", "private")).code).toBe(0);
  const refused = await publishing("1.1.0", "--visibility", "public");
  expect(refused.code).toBe(4);
  expect(refused.stderr).toContain("first-sets is private: a version is published as its skill is.");
  expect(refused.stderr).toContain("PATCH /api/v1/skills/first-sets/settings");
  const later = await publishing("1.1.0");
  expect([later.code, later.stdout]).toEqual([0, expect.stringContaining("(private)")]);
  expect((await publishing("1.2.0", "--visibility", "nobody")).code).toBe(2);
});
