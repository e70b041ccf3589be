import { lstat, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type CliHome, cliHome } from "../../../test/cli-process.ts";
import { type FakeRegistry, startFakeRegistry } from "../../../test/fake-registry.ts";
import { file, manifestText, serveRelease, serveSkill } from "../../../test/fake-release.ts";

let fake: FakeRegistry;
let home: CliHome;
beforeEach(async () => {
  fake = await startFakeRegistry();
  home = await cliHome(fake.url);
});
afterEach(async () => {
  await fake.close();
  await home.remove();
});

const REQUIREMENTS = `requirements:
  model: ">=7B"
  python: ">=99.1"
  node_dependencies:
    - "@brave/brave-search-mcp-server"
  env_vars:
    - BRAVE_API_KEY
    - THIS_ONE_IS_SET
  hardware:
    npu: required
    gpu_vram: ">=0GB"
tools:
`;

/** A skill that needs more than this machine has. */
const serveNeedy = () =>
  serveRelease(fake, {
    name: "needy",
    tier: "experimental",
    permissions: ["network:read", "shell:execute:git", "filesystem:none"],
    files: [
      file(
        "SKILL.md",
        manifestText({
          name: "needy",
          version: "1.0.0",
          permissions: ["network:read", "shell:execute:git", "filesystem:none"],
        }).replace("tools:\n", REQUIREMENTS),
      ),
      file(
        "tools.py",
        "from gaia.agents.base.tools import tool\n\n\n@tool\ndef greet(name: str) -> dict:\n    return {}\n",
      ),
    ],
  });

describe("the plan of an install", () => {
  test("H-B4 a host in one's own network that is asked about is in the plan, too", async () => {
    await serveRelease(fake, { name: "close-by", tier: "experimental", permissions: ["network:read:127.0.0.1"] });
    const run = await home.run(["install", "close-by", "--allow-experimental", "--dry-run", "--json"]);
    const { permissions } = JSON.parse(run.stdout).plan[0];
    expect(permissions).toContainEqual(
      expect.objectContaining({ permission: "private-network:127.0.0.1", treatment: "prompt" }),
    );
    expect((await home.run(["install", "close-by", "--allow-experimental"])).code).toBe(4);
  });

  test("says what becomes of what, from whom, how large, and what it may do by its tier; --dry-run writes none of it", async () => {
    const { files } = await serveNeedy();
    const run = await home.run(["install", "needy", "--allow-experimental", "--dry-run"]);
    expect([run.code, run.stderr]).toEqual([0, run.stderr]);
    expect(run.stdout).toMatch(new RegExp(`^Would do: 1 to install, [0-9.]+ (bytes|KiB), from ${fake.url}\n$`));
    expect(run.stderr).toContain("needy 1.0.0 by ada [experimental]");
    expect(run.stderr).toContain("may network:read (sandboxed), shell:execute:git (asks)");
    await expect(lstat(join(home.dir, "home", "skills", "needy"))).rejects.toThrow("ENOENT");
    await expect(lstat(join(home.dir, "home", "skills", "skill-lock.json"))).rejects.toThrow("ENOENT");
    const json = await home.run(["install", "needy", "--allow-experimental", "--dry-run", "--json"]);
    expect(JSON.parse(json.stdout)).toMatchObject({
      installed: [],
      plan: [
        {
          name: "needy",
          version: "1.0.0",
          action: "install",
          installed: null,
          registry: fake.url,
          publisher: "ada",
          security_tier: "experimental",
          signer: null,
          attested: false,
          file_count: files.length,
          permissions: [
            { permission: "network:read", treatment: "sandboxed", why: "declared" },
            { permission: "shell:execute:git", treatment: "prompt", why: "declared" },
          ],
        },
      ],
    });
  });

  test("§2.1 names what the machine lacks of what a skill needs, and installs it all the same", async () => {
    await serveNeedy();
    const env = { THIS_ONE_IS_SET: "1" };
    const run = await home.run(["install", "needy", "--allow-experimental", "--yes"], { env });
    expect([run.code, run.stderr]).toEqual([0, run.stderr]);
    expect(run.stderr).toMatch(
      /warning: needy 1\.0\.0 needs Python (>=99\.1; here is 3\.|\(>=99\.1\), which is not there)/,
    );
    expect(run.stderr).toContain("warning: needy 1.0.0 needs the variable BRAVE_API_KEY, which is not set");
    expect(run.stderr).not.toContain("THIS_ONE_IS_SET");
    expect(run.stderr).toMatch(/needs hardware\.npu: required, which this machine has not|hardware npu: required/);
    expect(run.stderr).toContain("model >=7B");
    const json = await home.run(["install", "needy", "--allow-experimental", "--yes", "--json"], { env });
    const [row] = JSON.parse(json.stdout).plan;
    expect(row.action).toBe("reinstall");
    expect(row.unmet).toMatchObject([
      { kind: "python", state: "missing", needed: ">=99.1" },
      { kind: "env", state: "missing", needed: "BRAVE_API_KEY", found: null },
      { kind: "hardware", needed: "npu: required" },
      { kind: "model", state: "unchecked", needed: ">=7B" },
    ]);
  });

  test("tells an update from a downgrade, and update --dry-run changes nothing", async () => {
    const old = await serveRelease(fake, { name: "two", version: "1.0.0", tier: "experimental" });
    expect(await home.run(["install", "two", "--allow-experimental"])).toMatchObject({ code: 0 });
    const next = await serveRelease(fake, { name: "two", version: "2.0.0", tier: "experimental" });
    serveSkill(fake, [old.version, next.version]);
    const update = await home.run(["update", "two", "--allow-experimental", "--dry-run"]);
    expect(update.stdout).toContain("Would do: 1 to update");
    const lock = async () =>
      JSON.parse(await readFile(join(home.dir, "home", "skills", "skill-lock.json"), "utf8")).skills.two.version;
    expect(await lock()).toBe("1.0.0");
    expect(await home.run(["update", "two", "--allow-experimental"])).toMatchObject({ code: 0 });
    expect(await lock()).toBe("2.0.0");
    const down = await home.run(["install", "two@1.0.0", "--allow-experimental", "--dry-run"]);
    expect(down.stdout).toContain("Would do: 1 to downgrade");
  });
});
