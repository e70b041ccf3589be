import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { account, call, inspected, publish } from "../harness/api.ts";
import { type ClawhubClient, clawhubClient } from "../harness/clawhub-client.ts";
import { describeWith } from "../harness/describe-with.ts";
import { narrowToken } from "../harness/narrow-token.ts";
import { publishedAtOnce } from "../harness/published.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { heldZip, sampleFiles, sampleZip } from "../harness/samples.ts";

const VERSION = "0.23.3";
/** Each run of the client is a process of its own. */
const MINUTES = { timeout: 300_000 };

await describeWith("clawhub", `the real clawhub ${VERSION}`, ({ url: clients }) => {
  let registry: TestRegistry;
  let ada: string;
  const opened: ClawhubClient[] = [];

  /** A client in a fresh home, told the registry's origin alone. */
  async function client(): Promise<ClawhubClient> {
    const made = await clawhubClient(clients, { version: VERSION, site: registry.url });
    opened.push(made);
    return made;
  }
  const manifestAt = (own: ClawhubClient, name: string) =>
    readFile(join(own.workdir, "skills", name, "SKILL.md"), "utf8");

  beforeAll(async () => {
    registry = await startTestRegistry({ withoutScanners: true });
    ada = await account(registry.url, registry.adminToken, "ada");
    for (const version of ["1.0.0", "1.1.0"]) await publishedAtOnce(registry, { token: ada, name: "many", version });
    expect((await publish(registry.url, ada, heldZip({ name: "waiting" }))).status).toBe(201);
    await inspected(registry.url, "waiting", "1.0.0", ada);
    expect((await publish(registry.url, ada, sampleZip({ name: "hush" }), "?visibility=private")).status).toBe(201);
    await inspected(registry.url, "hush", "1.0.0", ada);
  });
  afterAll(async () => {
    await Promise.all(opened.map((each) => each.close()));
    await registry.close();
  });

  test("the real client finds, inspects, installs and updates what is public, without a token", MINUTES, async () => {
    const own = await client();
    for (const args of [["explore"], ["search", "many"], ["search", "--exact", "many"], ["search", "--prefix", "ma"]]) {
      const { code, out } = await own.run(args);
      expect([args, code, out]).toEqual([args, 0, expect.stringMatching(/^many\s+v1\.1\.0/m)]);
      expect(out).not.toContain("hush");
    }
    const inspectedByIt = await own.run(["inspect", "many", "--versions", "--files"]);
    expect([inspectedByIt.code, inspectedByIt.out]).toEqual([0, expect.stringContaining("@ada")]);
    expect(inspectedByIt.out).toMatch(/Versions:\n1\.1\.0 .*\n1\.0\.0 /);
    expect(await own.run(["install", "many", "--version", "1.0.0"])).toMatchObject({ code: 0 });
    expect(await manifestAt(own, "many")).toBe(sampleFiles({ name: "many", version: "1.0.0" })["SKILL.md"]);
    expect(await own.run(["update", "--all"])).toEqual({ code: 0, out: expect.stringContaining("many -> v1.1.0") });
    expect(await manifestAt(own, "many")).toBe(sampleFiles({ name: "many", version: "1.1.0" })["SKILL.md"]);
  });

  test("the real client is given nothing that is private or held, with --force neither", MINUTES, async () => {
    const own = await client();
    const hidden = await own.run(["inspect", "hush"]);
    expect([hidden.code, hidden.out]).toEqual([1, expect.stringContaining("Skill not found")]);
    const held = await own.run(["install", "waiting", "--force"]);
    expect([held.code, held.out]).toEqual([1, expect.stringContaining("This version is held for review")]);
    await expect(manifestAt(own, "waiting")).rejects.toThrow("ENOENT");
  });

  test("the real client signs in with a token, publishes, and takes back and gives again", MINUTES, async () => {
    const own = await client();
    const token = await narrowToken(registry, { handle: "ada", scopes: ["read", "publish", "yank"] });
    expect(await own.login(token)).toEqual({ code: 0, out: expect.stringContaining("ada") });
    expect(await own.run(["whoami"])).toEqual({ code: 0, out: expect.stringContaining("ada") });
    expect(await own.run(["inspect", "hush"])).toMatchObject({ code: 0 });
    const statusOf = async () => (await call(`${registry.url}/api/v1/skills/from-folder/1.0.0`, { token: ada })).status;

    const folder = await own.folder("from-folder", sampleFiles({ name: "from-folder" }));
    const args = ["skill", "publish", folder, "--slug", "from-folder", "--version", "1.0.0"];
    expect(await own.run([...args, "--dry-run"])).toMatchObject({ code: 0 });
    expect(await statusOf()).toBe(404);
    expect(await own.run(args)).toEqual({ code: 0, out: expect.stringContaining("from-folder") });
    await inspected(registry.url, "from-folder", "1.0.0", ada);
    expect(await own.run(["install", "from-folder"])).toMatchObject({ code: 0 });
    expect(await manifestAt(own, "from-folder")).toBe(sampleFiles({ name: "from-folder" })["SKILL.md"]);

    const download = async () => (await call(`${registry.url}/clawhub/api/v1/download?slug=from-folder`)).status;
    expect(await own.run(["delete", "from-folder", "--yes"])).toMatchObject({ code: 0 });
    expect(await download()).toBe(410);
    expect(await own.run(["undelete", "from-folder", "--yes"])).toMatchObject({ code: 0 });
    expect(await download()).toBe(200);

    // As docs/clients/clawhub.md says how to go back.
    const back = await own.run(["delete", "many", "--version", "1.1.0", "--yes"]);
    expect(back).toMatchObject({ code: 0 });
    expect((await own.run(["explore"])).out).toMatch(/^many\s+v1\.0\.0/m);
  });
});
