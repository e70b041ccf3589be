import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { realpath } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type CliHome, cliHome } from "../../apps/cli/test/cli-process.ts";
import { account, inspected, publish } from "../harness/api.ts";
import { describeWith } from "../harness/describe-with.ts";
import { gitIn, makeRepository, type TestRepository } from "../harness/git-repository.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { sampleFiles, zipOf } from "../harness/samples.ts";

await describeWith("git", "verify --source against a clone", () => {
  let registry: TestRegistry;
  let home: CliHome;
  let ada: string;
  let root: string;
  let clone: TestRepository;
  let commit: string;
  const sample = sampleFiles({ name: "greeter", version: "1.0.0", permissions: ["filesystem:none"] });
  const code = sample["tools.py"] ?? "";
  const count = Object.keys(sample).length;
  const inFolder = (folder: string) =>
    Object.fromEntries(Object.entries(sample).map(([path, content]) => [`${folder}/${path}`, content]));

  beforeAll(async () => {
    registry = await startTestRegistry({ withoutScanners: true });
    ada = await account(registry.url, registry.adminToken, "ada");
    expect((await publish(registry.url, ada, zipOf(sample))).status).toBe(201);
    await inspected(registry.url, "greeter", "1.0.0", ada);
    home = await cliHome(registry.url);
    root = await realpath(mkdtempSync(join(tmpdir(), "verify-source-")));
    clone = makeRepository(join(root, "clone"));
    clone.commit({ ...inFolder("old/greeter"), "old/greeter/more.md": "more\n" });
    commit = clone.commit({ ...inFolder("skills/greeter"), "README.md": "skills\n" });
  });
  afterAll(async () => {
    rmSync(root, { recursive: true, force: true });
    await home.remove();
    await registry.close();
  });

  const verified = async (args: string[], code: number) => {
    const run = await home.run(["verify", ...args, "--json"]);
    expect([run.code, run.stdout + run.stderr]).toEqual([code, run.stdout + run.stderr]);
    return JSON.parse(run.stdout);
  };
  const held = (args: string[], code: number) =>
    verified(["greeter@1.0.0", "--source", clone.directory, ...args], code);

  test("the files of a version are byte for byte a folder of a commit, which is found and named", async () => {
    expect(await held([], 0)).toMatchObject({
      name: "greeter",
      version: "1.0.0",
      ok: true,
      source: { commit, folder: "skills/greeter", named_by: "head", same: count, differences: [], notes: [] },
    });
    const run = await home.run(["verify", "greeter@1.0.0", "--source", clone.directory]);
    expect(run.stdout).toContain(`byte for byte folder skills/greeter of commit ${commit} (${count} files)`);
    expect(run.stdout).toContain("greeter 1.0.0 is what the commit has");
  });

  test("without a version it is the newest, and of an installed skill the files that lie here", async () => {
    expect(await verified(["greeter", "--source", clone.directory], 0)).toMatchObject({ version: "1.0.0", ok: true });
    const other = await cliHome(registry.url);
    const installed = await other.run(["install", "greeter", "--allow-experimental", "--yes"]);
    expect([installed.code, installed.stderr]).toEqual([0, installed.stderr]);
    const run = await other.run(["verify", "greeter", "--source", clone.directory, "--offline", "--json"]);
    const told = JSON.parse(run.stdout);
    expect([run.code, told.source]).toMatchObject([0, { folder: "skills/greeter", differences: [] }]);
    expect(told.checks.at(-1)).toMatchObject({ check: "source", state: "passed" });
    await other.remove();
  });

  test("a folder and a commit that are named are held to, and what differs is exit 5", async () => {
    expect(await held(["--folder", "old/greeter"], 5)).toMatchObject({
      ok: false,
      source: { folder: "old/greeter", differences: [{ path: "more.md", how: "only-in-commit" }] },
    });
    expect(await held(["--commit", "main", "--folder", "skills/greeter/"], 0)).toMatchObject({
      source: { named_by: "option", commit },
    });
    expect(await held(["--commit", commit.slice(0, 12)], 0)).toMatchObject({ source: { commit } });
    const first = clone.git("rev-parse", "HEAD~1");
    expect(await held(["--commit", first], 5)).toMatchObject({ source: { commit: first, folder: "old/greeter" } });
  });

  test("only the commit counts: a dirty work tree, an index and attributes change nothing", async () => {
    const dirty = makeRepository(join(root, "dirty"));
    const attributes = "* text eol=crlf export-subst\nSKILL.md export-ignore filter=lfs\n";
    dirty.commit({ ...inFolder("greeter"), ".gitattributes": attributes });
    writeFileSync(join(dirty.directory, "greeter/SKILL.md"), "changed\n");
    writeFileSync(join(dirty.directory, "greeter/new.md"), "new\n");
    dirty.git("add", "greeter/new.md");
    expect(await verified(["greeter", "--source", dirty.directory], 0)).toMatchObject({ source: { differences: [] } });
  });

  test("bare, shallow and partial clones and SHA-256 repositories are held to the same", async () => {
    const origin = `file://${clone.directory}`;
    clone.git("config", "uploadpack.allowFilter", "true");
    gitIn(root, "clone", "--quiet", "--bare", origin, "bare.git");
    gitIn(root, "clone", "--quiet", "--depth=1", origin, "shallow");
    gitIn(root, "clone", "--quiet", "--bare", "--filter=blob:none", origin, "partial.git");
    makeRepository(join(root, "newer"), "sha256").commit(inFolder("greeter"));
    for (const name of ["bare.git", "shallow", "partial.git", "newer"]) {
      const { source } = await verified(["greeter", "--source", join(root, name)], 0);
      expect([name, source.differences, source.same]).toEqual([name, [], count]);
      expect(source.notes.length, name).toBe(name === "partial.git" ? count : 0);
    }
  });

  test("each way to differ is named: bytes, line endings, a pointer of LFS, a submodule, a link, an extra file", async () => {
    const odd = makeRepository(join(root, "odd"));
    const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${"ab".repeat(32)}\nsize 5\n`;
    odd.commit({
      ...inFolder("greeter"),
      "greeter/SKILL.md": String(sample["SKILL.md"]).replaceAll("\n", "\r\n"),
      "greeter/tools.py": null,
      "*greeter/extra.sh": "echo extra\n",
      "greeter/link@": "SKILL.md",
    });
    const ways = async (code: number) =>
      Object.fromEntries(
        (await verified(["greeter", "--source", odd.directory, "--folder", "greeter"], code)).source.differences.map(
          ({ path, how }: { path: string; how: string }) => [path, how],
        ),
      );
    expect(await ways(5)).toEqual({
      "SKILL.md": "line-endings",
      "tools.py": "only-published",
      "extra.sh": "only-in-commit",
      link: "link",
    });
    odd.commit({ "greeter/tools.py": pointer, "greeter/link": null, "greeter/extra.sh": null });
    expect(await ways(5)).toEqual({ "SKILL.md": "line-endings", "tools.py": "lfs-pointer" });
    odd.commit({ "greeter/tools.py": `${String(code)}#` });
    expect(await ways(5)).toEqual({ "SKILL.md": "line-endings", "tools.py": "content" });
    odd.git("rm", "--quiet", "-r", "greeter/tools.py");
    odd.git("update-index", "--add", "--cacheinfo", `160000,${commit},greeter/tools.py`);
    odd.git("commit", "--quiet", "--message=submodule");
    expect(await ways(5)).toEqual({ "SKILL.md": "line-endings", "tools.py": "submodule" });
  });

  test("an executable bit is a note, and what a .skillignore keeps out is named", async () => {
    const noted = makeRepository(join(root, "noted"));
    noted.commit({ ...inFolder("g"), "*g/tools.py": code, "g/.skillignore": "drafts/\n", "g/drafts/a.md": "a\n" });
    expect((await verified(["greeter", "--source", noted.directory], 0)).source).toMatchObject({
      differences: [],
      notes: ["tools.py is executable in the commit; a package keeps no modes"],
      left_out: ["drafts/a.md"],
    });
  });

  test("what cannot be asked ends with its own code: no repository, no commit, no folder, options alone", async () => {
    const codes = async (args: string[]) => (await home.run(["verify", ...args])).code;
    expect(await codes(["greeter", "--source", root])).toBe(3);
    expect(await codes(["greeter", "--source", clone.directory, "--commit", "nowhere"])).toBe(3);
    expect(await codes(["greeter", "--commit", "main"])).toBe(2);
    expect(await codes(["greeter@9.9.9", "--source", clone.directory])).toBe(3);
    makeRepository(join(root, "empty")).commit({ "README.md": "nothing\n" });
    expect(await codes(["greeter", "--source", join(root, "empty")])).toBe(3);
    const said = async (...args: string[]) => {
      const run = await home.run(["verify", "greeter", "--source", clone.directory, ...args]);
      return [run.code, run.stderr];
    };
    expect(await said("--folder", "nowhere")).toEqual([3, expect.stringContaining("has no folder nowhere")]);
    expect(await said("--commit", "nowhere")).toEqual([
      3,
      expect.stringContaining("there is no branch and no tag nowhere here"),
    ]);
  });

  test("V5 a bill of its own that a package brings is one of its files, whatever it says that it is", async () => {
    const component = { name: "billed", properties: [{ name: "gaia:content_digest", value: "sha256:00" }] };
    const bill = JSON.stringify({ bomFormat: "CycloneDX", specVersion: "1.6", metadata: { component } });
    const billed = { ...sampleFiles({ name: "billed", version: "1.0.0", permissions: ["filesystem:none"] }) };
    expect((await publish(registry.url, ada, zipOf({ ...billed, "bom.cdx.json": bill }))).status).toBe(201);
    await inspected(registry.url, "billed", "1.0.0", ada);
    const without = makeRepository(join(root, "billed"));
    without.commit(Object.fromEntries(Object.entries(billed).map(([path, content]) => [`billed/${path}`, content])));
    const { source } = await verified(["billed", "--source", without.directory], 5);
    expect(source.differences).toMatchObject([{ path: "bom.cdx.json", how: "only-published" }]);
    without.commit({ "billed/bom.cdx.json": bill });
    expect((await verified(["billed", "--source", without.directory], 0)).source.same).toBe(count + 1);
  });

  test("a skill of one file is held against the folder of its name, and one that is nowhere is not found", async () => {
    const one = "---\nname: single\ndescription: Says one thing.\nversion: 1.0.0\n---\n\nSay it.\n";
    expect((await publish(registry.url, ada, zipOf({ "SKILL.md": one }))).status).toBe(201);
    await inspected(registry.url, "single", "1.0.0", ada);
    const many = makeRepository(join(root, "many"));
    const other = one.replace("name: single", "name: aaa");
    many.commit({ "aaa/SKILL.md": other, "skills/x/SKILL.md": `${one}More.\n`, "skills/single.md": one });
    const { source } = await verified(["single", "--source", many.directory], 5);
    expect(source).toMatchObject({ folder: "skills/x", differences: [{ path: "SKILL.md", how: "content" }] });
    const whole = await home.run(["verify", "single", "--source", join(many.directory, "aaa"), "--folder", "skills/x"]);
    expect([whole.code, whole.stdout]).toEqual([5, expect.stringContaining("1 file, as the registry describes")]);
    many.commit({ "skills/x/SKILL.md": null });
    const none = await home.run(["verify", "single", "--source", many.directory]);
    expect([none.code, none.stderr]).toEqual([3, expect.stringContaining("is called single")]);
  });
});
