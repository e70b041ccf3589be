import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type CliHome, cliHome } from "../../apps/cli/test/cli-process.ts";
import { account, call } from "../harness/api.ts";
import { blobNames, command, digestIn } from "../harness/operations.ts";
import { publishedAtOnce } from "../harness/published.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";

/** A purge as the command line and a backup meet it. */
describe("P1 purge from outside", () => {
  let scratch: string;
  let dataDir: string;
  let registry: TestRegistry;
  let ada: string;
  let author: CliHome;
  let admin: CliHome;
  const statusOf = async (version: string) => (await call(`${registry.url}/api/v1/skills/tool/${version}`)).status;

  beforeAll(async () => {
    scratch = await mkdtemp(join(tmpdir(), "purge-"));
    dataDir = join(scratch, "source");
    await mkdir(dataDir);
    registry = await startTestRegistry({ dataDir, withoutScanners: true });
    ada = await account(registry.url, registry.adminToken, "ada");
    author = await cliHome(registry.url, { GAIA_TOKEN: ada });
    admin = await cliHome(registry.url, { GAIA_TOKEN: registry.adminToken });
    for (const version of ["1.0.0", "1.1.0", "1.2.0"])
      await publishedAtOnce(registry, { token: ada, name: "tool", version });
  });
  afterAll(async () => {
    await Promise.all([author?.remove(), admin?.remove()]);
    await rm(scratch, { recursive: true, force: true });
  });

  test("P1 purge on the command line asks a person, needs --yes without one, and needs a reason", async () => {
    const why = ["--reason", "it holds our key"];
    expect((await author.run(["purge", "tool@1.2.0"])).code).toBe(2);
    const alone = await author.run(["purge", "tool@1.2.0", ...why]);
    expect([alone.code, alone.stderr]).toEqual([4, expect.stringContaining("--yes")]);
    const no = await author.onTerminal(["purge", "tool@1.2.0", ...why], "n\n");
    expect([no.code, no.screen]).toEqual([4, expect.stringContaining("Nothing brings it back")]);
    expect(await statusOf("1.2.0")).toBe(200);
    const yes = await author.onTerminal(["purge", "tool@1.2.0", ...why], "y\n");
    expect([yes.code, yes.screen]).toEqual([0, expect.stringContaining("Purged")]);
    expect(await statusOf("1.2.0")).toBe(410);
    expect((await author.run(["admin", "purge", "tool@1.1.0", ...why, "--yes"])).code).toBe(4);
    const purged = await admin.run(["admin", "purge", "tool@1.1.0", ...why, "--yes", "--json"]);
    expect([purged.code, JSON.parse(purged.stdout).status]).toEqual([0, "purged"]);
    expect((await author.run(["purge", "tool@1.1.0", ...why, "--yes"])).code).toBe(3);
  });

  test("P1 purge and backup: the tombstone goes into it and comes back, the bytes do not", async () => {
    const said = await call(`${registry.url}/api/v1/skills/tool/1.2.0/attestations`);
    await registry.close();
    const backup = join(scratch, "backup");
    const made = await command(["backup", backup, "--with-signing-key"], { DATA_DIR: dataDir });
    expect(made, made.err).toMatchObject({ code: 0 });
    // The upload is its canonical zip here: two blobs of the one version that is left.
    expect(await blobNames(backup)).toHaveLength(2);
    const target = join(scratch, "target");
    const restored = await command(["restore", backup, "--expect", digestIn(made.out)], { DATA_DIR: target });
    expect(restored, restored.err).toMatchObject({ code: 0 });
    registry = await startTestRegistry({ dataDir: target, withoutScanners: true });
    try {
      expect([await statusOf("1.0.0"), await statusOf("1.1.0"), await statusOf("1.2.0")]).toEqual([200, 410, 410]);
      expect((await call(`${registry.url}/api/v1/skills/tool/1.2.0/attestations`)).body).toEqual(said.body);
    } finally {
      await registry.close();
    }
  });
});
