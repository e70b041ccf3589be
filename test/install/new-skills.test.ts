import { afterAll, beforeAll, expect, test } from "vitest";
import { SKILL_WRITERS } from "../../apps/cli/src/authoring/scaffold/skill-files.ts";
import { type CliHome, cliHome } from "../../apps/cli/test/cli-process.ts";
import { account, call } from "../harness/api.ts";
import { publishedAtOnce } from "../harness/published.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";

let registry: TestRegistry;
let home: CliHome;
let ada: string;

beforeAll(async () => {
  registry = await startTestRegistry({ withoutScanners: true });
  ada = await account(registry.url, registry.adminToken, "ada");
  home = await cliHome(registry.url);
  const { fingerprint } = (await call(`${registry.url}/api/v1/keys`)).body.keys[0];
  expect(await home.run(["trust", "add", registry.url, "--fingerprint", fingerprint])).toMatchObject({ code: 0 });
});
afterAll(async () => {
  await home.remove();
  await registry.close();
});

test.each(Object.entries(SKILL_WRITERS))(
  "(machines, M-4) what init writes as %s can be published, and installed where nothing else is",
  async (format, write) => {
    const name = `new-${format.replaceAll(".", "-")}`;
    const files = write({
      name,
      description: "Greets. Use when a greeting is asked for.",
      author: "ada",
      license: "MIT",
    });
    await publishedAtOnce(registry, { token: ada, name, version: "0.1.0", files: { ...files } });
    const installed = await home.run(["install", name, "--allow-experimental", "--yes"]);
    expect(installed, installed.stderr).toMatchObject({ code: 0 });
    expect((await home.run(["list"])).stdout).toContain(name);
  },
);
