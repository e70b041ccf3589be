import { afterAll, beforeAll, expect, test } from "vitest";
import { account, call, inspected, publish } from "../harness/api.ts";
import { type ClawhubClient, clawhubClient } from "../harness/clawhub-client.ts";
import { describeWith } from "../harness/describe-with.ts";
import { narrowToken } from "../harness/narrow-token.ts";
import { publishedAtOnce } from "../harness/published.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { sampleFiles, sampleZip } from "../harness/samples.ts";

const VERSION = "0.23.3";
const MINUTES = { timeout: 300_000 };

await describeWith("clawhub", `clawhub ${VERSION}, verb by verb`, ({ url: clients }) => {
  let registry: TestRegistry;
  let ada: string;
  let own: ClawhubClient;
  let bobs: ClawhubClient;

  beforeAll(async () => {
    registry = await startTestRegistry({ withoutScanners: true });
    ada = await account(registry.url, registry.adminToken, "ada");
    await account(registry.url, registry.adminToken, "bob");
    for (const version of ["1.0.0", "1.1.0", "2.0.0-beta.1"])
      await publishedAtOnce(registry, { token: ada, name: "many", version });
    for (let count = 0; count < 28; count += 1)
      await publishedAtOnce(registry, { token: ada, name: `row-${String(count).padStart(2, "0")}`, version: "1.0.0" });
    for (const name of ["harmful", "withdrawn"])
      await publishedAtOnce(registry, { token: ada, name, version: "1.0.0" });
    const reason = { token: registry.adminToken, json: { reason: "for this test" } };
    expect((await call(`${registry.url}/api/v1/admin/skills/harmful/1.0.0/quarantine`, reason)).status).toBe(200);
    const yank = { token: ada, json: { reason: "for this test" } };
    expect((await call(`${registry.url}/api/v1/skills/withdrawn/1.0.0/yank`, yank)).status).toBe(200);
    expect((await publish(registry.url, ada, sampleZip({ name: "hush" }), "?visibility=private")).status).toBe(201);
    await inspected(registry.url, "hush", "1.0.0", ada);
    own = await clawhubClient(clients, { version: VERSION, site: registry.url });
    bobs = await clawhubClient(clients, { version: VERSION, site: registry.url });
    const scopes = ["read", "publish", "yank", "admin"];
    await own.login(await narrowToken(registry, { handle: "ada", scopes }));
    await bobs.login(await narrowToken(registry, { handle: "bob", scopes }));
  }, 240_000);
  afterAll(async () => {
    await Promise.all([own.close(), bobs.close()]);
    await registry.close();
  });

  const refused = async (args: string[], why: string | RegExp, client = bobs) => {
    const run = await client.run(args);
    expect([args, run.code, run.out]).toEqual([
      args,
      1,
      typeof why === "string" ? expect.stringContaining(why) : expect.stringMatching(why),
    ]);
  };

  /** The slugs of a list, in its order. */
  const slugsOf = (out: string): string[] =>
    out.split("\n").flatMap((line) => /^([a-z][a-z0-9-]*)\s+v\d/.exec(line)?.[1] ?? []);

  test("a prefix is read page by page by the cursor that is printed, each name once", MINUTES, async () => {
    const first = await bobs.run(["search", "--prefix", "row"]);
    const [, cursor = ""] = /^Next cursor: (\S+)$/m.exec(first.out) ?? [];
    expect([first.code, slugsOf(first.out).length, cursor]).toEqual([0, 25, expect.stringMatching(/./)]);
    const next = await bobs.run(["search", "--prefix", "row", "--cursor", cursor]);
    expect([next.code, next.out]).toEqual([0, expect.not.stringContaining("Next cursor")]);
    const all = [...slugsOf(first.out), ...slugsOf(next.out)];
    expect(all).toEqual(Array.from({ length: 28 }, (_, at) => `row-${String(at).padStart(2, "0")}`));
    expect((await bobs.run(["search", "--prefix", "no-such"])).out).toContain("No skills found");
    await refused(["search", "--prefix", "row", "--cursor", "nonsense"], /cursor/i);
  });

  test("explore lists by every order that it knows, 200 at once, and hides what is not served", MINUTES, async () => {
    for (const sort of ["newest", "updated", "rating", "downloads", "installs", "trending"]) {
      const { code, out } = await bobs.run(["explore", "--sort", sort, "--limit", "200"]);
      const slugs = slugsOf(out);
      expect([sort, code, slugs.length]).toEqual([sort, 0, 29]);
      expect(new Set(slugs)).toContain("many");
      for (const hidden of ["hush", "harmful", "withdrawn"]) expect(slugs).not.toContain(hidden);
      if (sort === "newest") expect(slugs.slice(0, 2)).toEqual(["row-27", "row-26"]);
    }
    expect(slugsOf((await own.run(["explore", "--limit", "200"])).out)).toContain("hush");
    expect(slugsOf((await bobs.run(["explore", "--limit", "3"])).out)).toHaveLength(3);
  });

  test("inspect shows one file, one version, and a tag; what is hidden is not found", MINUTES, async () => {
    const file = async (...more: string[]) => (await bobs.run(["inspect", "many", "--file", ...more])).out;
    expect(await file("tools.py")).toContain(String(sampleFiles({ name: "many" })["tools.py"]));
    expect(await file("SKILL.md")).toContain("version: 1.1.0");
    expect(await file("SKILL.md", "--version", "1.0.0")).toContain("version: 1.0.0");
    expect(await file("SKILL.md", "--tag", "latest")).toContain("version: 1.1.0");
    const files = await bobs.run(["inspect", "many", "--files", "--tag", "latest", "--json"]);
    expect([files.code, files.out]).toEqual([0, expect.stringContaining("tools.py")]);
    await refused(["inspect", "many", "--file", "no.md"], "File not found");
    await refused(["inspect", "many", "--file", "../../etc/passwd"], "File not found");
    // The client itself knows the tags, and ends without an error.
    expect((await bobs.run(["inspect", "many", "--tag", "beta"])).out).toContain('Unknown tag "beta"');
    await refused(["inspect", "many", "--version", "9.9.9", "--files"], "Version not found");
    await refused(["inspect", "nothing-here"], "Skill not found");
    for (const more of [[], ["--file", "SKILL.md"], ["--files"]])
      await refused(["inspect", "hush", ...more], "Skill not found");
    expect(await own.run(["inspect", "hush", "--file", "SKILL.md"])).toMatchObject({ code: 0 });
  });

  test("install takes an owner's skill, and nothing that is withheld or withdrawn", MINUTES, async () => {
    expect(await own.run(["install", "@ada/many"])).toMatchObject({ code: 0 });
    await refused(["install", "@bob/many"], /not found/i);
    await refused(["install", "harmful", "--force"], /malicious|malware|harmful|blocked/i);
    await refused(["install", "withdrawn"], "withdrawn by its publisher");
    await refused(["install", "withdrawn", "--version", "1.0.0"], "withdrawn by its publisher");
  });

  test("what was published is published once, and as the version that its manifest says", MINUTES, async () => {
    const folder = await own.folder("once", sampleFiles({ name: "once" }));
    const args = (version: string) => ["skill", "publish", folder, "--slug", "once", "--version", version];
    expect(await own.run(args("1.0.0"))).toEqual({ code: 0, out: expect.stringMatching(/pending|published/i) });
    await inspected(registry.url, "once", "1.0.0", ada);
    await own.folder("once", { "more.md": "more\n" });
    await refused(args("1.0.0"), "1.0.0", own);
    await refused(args("1.0.1"), 'The manifest says version "1.0.0"', own);
  });

  test("what this registry does not do is one sentence each, and plugins are none", MINUTES, async () => {
    await refused(["skill", "tag", "many", "1.0.0", "--yes"], "latest is always the highest version", own);
    await refused(["skill", "rename", "many", "more", "--yes"], "A skill keeps its name here", own);
    await refused(["skill", "merge", "many", "once", "--yes"], "Skills are not merged here", own);
    await refused(["publisher", "create", "acme"], "Make a publisher", own);
    expect(await own.run(["package", "explore"])).toEqual({
      code: 0,
      out: expect.stringContaining("No packages found"),
    });
  });

  test("verify, its card and a scan say what the registry found", MINUTES, async () => {
    const verified = await own.run(["skill", "verify", "many"]);
    expect([verified.code, JSON.parse(verified.out)]).toMatchObject([0, { decision: "pass", version: "1.1.0" }]);
    expect((await own.run(["skill", "verify", "many", "--card"])).out).toContain("# many 1.1.0");
    expect((await own.run(["skill", "verify", "harmful"])).code).toBe(1);
    const scanned = await own.run(["scan", "--slug", "once", "--version", "1.0.0", "--json"]);
    expect([scanned.code, scanned.out]).toEqual([0, expect.stringContaining("ALLOW")]);
  });

  test("a transfer is asked for, seen, declined, withdrawn and accepted", MINUTES, async () => {
    const ask = async () =>
      expect(await own.run(["transfer", "request", "row-00", "@bob", "--yes"])).toMatchObject({ code: 0 });
    await ask();
    expect((await bobs.run(["transfer", "list"])).out).toContain("row-00");
    expect((await own.run(["transfer", "list", "--outgoing"])).out).toContain("row-00");
    expect(await bobs.run(["transfer", "reject", "row-00", "--yes"])).toMatchObject({ code: 0 });
    await ask();
    expect(await own.run(["transfer", "cancel", "row-00", "--yes"])).toMatchObject({ code: 0 });
    await ask();
    expect(await bobs.run(["transfer", "accept", "row-00", "--yes"])).toMatchObject({ code: 0 });
    expect((await own.run(["inspect", "row-00"])).out).toContain("@bob");
  });

  test("its address by --site alone is enough", MINUTES, async () => {
    const alone = await clawhubClient(clients, { version: VERSION, site: "https://nowhere.invalid" });
    const found = await alone.run(["--site", registry.url, "explore"]);
    expect([found.code, found.out]).toEqual([0, expect.stringContaining("row-")]);
    await alone.close();
  });
});
