import { execFile } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type CliHome, cliHome } from "../../apps/cli/test/cli-process.ts";
import { connectMcp } from "../../apps/cli/test/mcp-client.ts";
import { SKILL_WRITERS } from "../../apps/cli/src/authoring/scaffold/skill-files.ts";
import { toolNames } from "../../apps/cli/test/served-home.ts";
import { account, call } from "../harness/api.ts";
import { describeWith } from "../harness/describe-with.ts";
import { publishedAtOnce } from "../harness/published.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";

const BIN = fileURLToPath(new URL("../../apps/cli/bin/gaia.js", import.meta.url));
const run = promisify(execFile);

let registry: TestRegistry;
let home: CliHome;

beforeAll(async () => {
  registry = await startTestRegistry({ withoutScanners: true });
  const ada = await account(registry.url, registry.adminToken, "ada");
  home = await cliHome(registry.url);
  for (const name of ["gone", "stays"]) await publishedAtOnce(registry, { token: ada, name, version: "1.0.0" });
  const files = SKILL_WRITERS.gaia({ name: "begun", description: "Greets.", author: "ada", license: "MIT" });
  await publishedAtOnce(registry, { token: ada, name: "begun", version: "0.1.0", files: { ...files } });
  const { fingerprint } = (await call(`${registry.url}/api/v1/keys`)).body.keys[0];
  for (const args of [
    ["trust", "add", registry.url, "--fingerprint", fingerprint],
    ["install", "begun", "gone", "stays", "--allow-experimental"],
  ])
    expect(await home.run(args)).toMatchObject({ code: 0 });
});
afterAll(async () => {
  await home.remove();
  await registry.close();
});

await describeWith("mcp_inspector", "the official inspector at gaia-skill serve --mcp", ({ url: inspector }) => {
  /** One question of the inspector, in a process of its own. */
  const asked = async (...args: string[]): Promise<string> => {
    const settings = ["-e", `HOME=${home.dir}`, "-e", `GAIA_HOME=${join(home.dir, "home")}`, "--cwd", home.dir];
    const server = [process.execPath, BIN, "skill", "serve", "--mcp", "--offline"];
    const { stdout } = await run(process.execPath, [inspector, "--cli", ...settings, ...server, ...args], {
      env: { PATH: process.env["PATH"], HOME: home.dir },
    });
    return stdout;
  };

  test("(machines, M-2) finds its lists, its schemas and the digests of every file as they should be", async () => {
    const { tools } = JSON.parse(await asked("--method", "tools/list", "--strict"));
    expect(tools.map(({ name }: { name: string }) => name)).toEqual(["begun__greet", "gone__greet", "stays__greet"]);
    const reports = (await asked("--method", "skills/list", "--verify", "--require-digests")).trim().split("\n");
    expect(reports.map((line) => JSON.parse(line))).toMatchObject([
      { name: "begun", ok: true, outcome: "verified", conformance: [], frontmatter: [] },
      { name: "gone", ok: true, outcome: "verified", conformance: [], frontmatter: [] },
      { name: "stays", ok: true, outcome: "verified", conformance: [], frontmatter: [] },
    ]);
    const prompt = JSON.parse(await asked("--method", "prompts/get", "--prompt-name", "stays"));
    expect(prompt.messages[0].content.text).toContain("Instructions of stays 1.0.0, a skill of ada");
    const { resources } = JSON.parse(await asked("--method", "resources/list"));
    expect(resources.map(({ uri }: { uri: string }) => uri)).toContain("skill://stays/SKILL.md");
  });
});

test("a quarantine ends an offer within a minute, while the client is connected", async () => {
  const session = await connectMcp(home);
  try {
    expect(await toolNames(session)).toEqual(["begun__greet", "gone__greet", "stays__greet"]);
    const quarantine = `${registry.url}/api/v1/admin/skills/gone/1.0.0/quarantine`;
    await call(quarantine, { token: registry.adminToken, json: { reason: "a report" } });
    await vi.waitFor(() => expect(session.told).toContain("notifications/tools/list_changed"), {
      timeout: 70_000,
      interval: 1_000,
    });
    expect(await toolNames(session)).toEqual(["begun__greet", "stays__greet"]);
    expect(session.stderr()).toMatch(/gone is not offered: it was quarantined on /);
    const read = session.client.readResource({ uri: "skill://gone/SKILL.md" });
    await expect(read).rejects.toMatchObject({ code: -32602 });
  } finally {
    await session.close();
  }
});
