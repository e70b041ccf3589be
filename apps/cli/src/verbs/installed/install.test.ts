import { cp, lstat, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sri, writeZip } from "@gaia/archive";
import { describe, expect, test } from "vitest";
import { file, serveRelease, serveSkill, skillFiles } from "../../../test/fake-release.ts";
import { fake, freshHomes, home, lock, read, skills } from "../../../test/installing.ts";

freshHomes();

describe("an experimental skill", () => {
  test("comes in only by its flag", async () => {
    await serveRelease(fake, { name: "wild", tier: "experimental" });
    const refused = await home.run(["install", "wild"]);
    expect(refused.code).toBe(4);
    expect(refused.stderr).toContain("--allow-experimental");
    expect(await home.run(["install", "wild@1.0.0"])).toMatchObject({ code: 4 });
    const installed = await home.run(["install", "wild", "--allow-experimental"]);
    expect(installed).toMatchObject({ code: 0 });
    expect(installed.stderr).toContain("tier is the registry's word");
    expect(installed.stderr).toContain("not signed");
  });

  test("is laid down with its sums, its record and its lock entry (docs/specification.md §7)", async () => {
    const { version, sums } = await serveRelease(fake, {
      name: "wild",
      tier: "experimental",
      dependencies: ["requests>=2.31"],
    });
    expect(await home.run(["install", "wild", "--allow-experimental"])).toMatchObject({ code: 0 });
    expect((await readdir(join(skills(), "wild"))).sort()).toEqual([
      "SHA256SUMS",
      "SKILL.md",
      "lib",
      "requirements.txt",
      "signature.json",
      "tools.py",
    ]);
    expect(await read("wild/SHA256SUMS")).toBe(sums);
    expect(await read("wild/requirements.txt")).toContain("\nrequests>=2.31\n");
    const { version: format, skills: entries } = await lock();
    expect(format).toBe(1);
    expect(entries["wild"]).toMatchObject({
      version: "1.0.0",
      integrity: version.integrity,
      security_tier: "experimental",
      content_digest: version.content_digest,
      release_digest: version.release_digest,
      publisher: "ada",
      registry: fake.url,
    });
    expect(entries["wild"]?.["dependencies_hash"]).toMatch(/^sha256-/);
    const verified = await home.run(["verify", "wild"]);
    expect(verified.stdout).toContain("✓ files");
    expect(verified.stdout).toContain("– signature");
    expect(verified.stdout).toContain("wild is as it was installed");
    const copy = join(home.dir, "copy");
    await cp(join(skills(), "wild"), copy, { recursive: true });
    const elsewhere = await home.run(["verify", copy]);
    expect(elsewhere.stdout).toContain("nothing here vouches for them");
    await writeFile(join(copy, "tools.py"), "import os\n");
    expect((await home.run(["verify", copy])).code).toBe(5);
    expect(verified.code).toBe(0);
  });

  test("with a shell asks: refused with exit 4 where nobody can be asked, and taken with --yes", async () => {
    await serveRelease(fake, {
      name: "wild",
      tier: "experimental",
      permissions: ["shell:execute:git", "network:read"],
    });
    const refused = await home.run(["install", "wild", "--allow-experimental", "--json"]);
    expect(refused.code).toBe(4);
    const problem = JSON.parse(refused.stdout) as { code: string; errors: { message: string }[] };
    expect(problem.code).toBe("consent_missing");
    expect(problem.errors.map(({ message }) => message)).toEqual(["shell:execute:git (declared)"]);
    await expect(lstat(join(skills(), "wild"))).rejects.toThrow("ENOENT");
    expect(await home.run(["install", "wild", "--allow-experimental", "--yes"])).toMatchObject({ code: 0 });
  });

  test("a permission that only the manifest names is asked for too, whatever the registry leaves out", async () => {
    const permissions = { declared: ["filesystem:none"], inferred: [] };
    await serveRelease(fake, {
      name: "sly",
      tier: "experimental",
      permissions: ["desktop:control"],
      lies: { permissions },
    });
    const refused = await home.run(["install", "sly", "--allow-experimental"]);
    expect(refused.code).toBe(4);
    expect(refused.stderr).toContain("desktop:control");
  });
});

test("an inferred permission is asked for with the place that shows it", async () => {
  const inferred = [{ permission: "shell:execute", evidence: [{ file: "tools.py", line: 7 }] }];
  await serveRelease(fake, {
    name: "quiet",
    tier: "experimental",
    lies: { permissions: { declared: ["filesystem:none"], inferred } },
  });
  const refused = await home.run(["install", "quiet", "--allow-experimental"]);
  expect(refused).toMatchObject({ code: 4 });
  expect(refused.stderr).toContain("shell:execute (found in its files, tools.py:7)");
});

test("what a skill's files do within what it declares is asked for once, as it is declared", async () => {
  const found = ["filesystem:write:notes/note.txt", "filesystem:write:elsewhere.txt", "shell:execute"];
  const inferred = found.map((permission) => ({ permission, evidence: [{ file: "tools.py", line: 7 }] }));
  const declared = ["filesystem:write:./notes/**", "shell:execute:git"];
  const lies = { permissions: { declared, inferred } };
  await serveRelease(fake, { name: "within", tier: "experimental", permissions: declared, lies });
  const refused = await home.run(["install", "within", "--allow-experimental"]);
  expect(refused).toMatchObject({ code: 4, stderr: expect.stringContaining("filesystem:write:elsewhere.txt (found") });
  expect(refused.stderr).not.toContain("notes/note.txt");
  expect(refused.stderr).not.toMatch(/shell:execute \(/);
  const plan = await home.run(["install", "within", "--allow-experimental", "--dry-run", "--json"]);
  const rows: { permission: string }[] = JSON.parse(plan.stdout).plan[0].permissions;
  expect(rows.map(({ permission }) => permission)).toEqual([...declared, "filesystem:write:elsewhere.txt"]);
  const info = await home.run(["info", "within@1.0.0"]);
  expect(info.stdout).toMatch(/found in it +filesystem:write:elsewhere\.txt$/m);
});

test("the very release that is installed in a home is not asked for anew, and in a project it is", async () => {
  const release = { name: "again", tier: "experimental", permissions: ["shell:execute:git"] } as const;
  await serveRelease(fake, { ...release, permissions: [...release.permissions] });
  const install = ["install", "again", "--allow-experimental"];
  expect(await home.run([...install, "--yes"])).toMatchObject({ code: 0 });
  const repeated = await home.run(install);
  expect(repeated, repeated.stderr).toMatchObject({ code: 0 });
  expect((await lock()).skills["again"]?.["granted"]).toEqual(["shell:execute:git"]);
  const project = join(home.dir, "again-project");
  await mkdir(join(project, ".git"), { recursive: true });
  const inside = { cwd: project };
  expect(await home.run([...install, "--project", "--yes"], inside)).toMatchObject({ code: 0 });
  expect(await home.run([...install, "--project"], inside)).toMatchObject({ code: 4 });
  // Other bytes under another number are another matter.
  await serveRelease(fake, { ...release, permissions: [...release.permissions], version: "1.1.0" });
  expect(await home.run(["install", "again@1.1.0", "--allow-experimental"])).toMatchObject({ code: 4 });
});

test("the newest allowed version is taken, and the one passed over is said", async () => {
  const old = await serveRelease(fake, { name: "two", version: "1.0.0", tier: "experimental" });
  const next = await serveRelease(fake, { name: "two", version: "2.0.0-rc.1", tier: "experimental" });
  serveSkill(fake, [old.version, next.version]);
  const run = await home.run(["install", "two", "--allow-experimental"]);
  expect(run).toMatchObject({ code: 0 });
  expect(run.stderr).toContain("two 2.0.0-rc.1 is newer and was passed over: it is a prerelease");
  expect((await lock()).skills["two"]?.["version"]).toBe("1.0.0");
  expect(await home.run(["install", "two@^9.0", "--allow-experimental"])).toMatchObject({ code: 3 });
  expect(await home.run(["install", "two@not a range"])).toMatchObject({ code: 2 });
  expect(await home.run(["install", "nowhere"])).toMatchObject({ code: 3 });
});

describe("a package that is not what the registry says is refused with exit 5, and nothing is written", () => {
  const tier = "experimental";
  const path = "/api/v1/skills/bad/1.0.0/download";
  const serve = (lies: NonNullable<Parameters<typeof serveRelease>[1]["lies"]>) =>
    serveRelease(fake, { name: "bad", tier, lies });
  const otherDigest = `sha256:${"1".repeat(64)}`;
  const cases: [string, string, () => Promise<unknown>][] = [
    [
      "integrity_mismatch",
      "other bytes than `integrity`",
      async () => {
        await serve({});
        fake.on("GET", path, { body: writeZip(skillFiles({ name: "bad", version: "9.9.9" })) });
      },
    ],
    [
      "integrity_mismatch",
      "another Repr-Digest",
      async () => {
        const { files } = await serve({});
        fake.on("GET", path, { body: writeZip(files), headers: { "repr-digest": `sha-256=:${"A".repeat(43)}=:` } });
      },
    ],
    ["content_mismatch", "another content digest", () => serve({ content_digest: otherDigest })],
    ["release_mismatch", "G3 another release digest", () => serve({ release_digest: otherDigest })],
    ["release_mismatch", "another publisher than the digest was made for", () => serve({ publisher: "eve" })],
    [
      "wrong_release",
      "Y11 a manifest of another name",
      () => serveRelease(fake, { name: "bad", tier, files: skillFiles({ name: "good", version: "1.0.0" }) }),
    ],
    ["wrong_release", "another version than asked for", () => serve({ version: "1.0.1" })],
    [
      "signature_missing",
      "G8 a tier above experimental without a signature",
      () => serve({ security_tier: "verified" }),
    ],
    [
      "invalid_package",
      "bytes that are no archive",
      async () => {
        const junk = new Uint8Array(Buffer.from("not a zip"));
        await serve({ integrity: sri(junk) });
        fake.on("GET", path, { body: junk });
      },
    ],
  ];
  test.each(cases)("%s: %s", async (code, _name, lay) => {
    await lay();
    const run = await home.run(["install", "bad@1.0.0", "--allow-experimental", "--yes", "--json"]);
    expect([run.code, (JSON.parse(run.stdout) as { code: string }).code]).toEqual([5, code]);
    await expect(lstat(join(skills(), "bad"))).rejects.toThrow("ENOENT");
  });

  test("a publisher that is no handle is no registry's answer: exit 6", async () => {
    await serve({ publisher: "e ve\n" });
    const run = await home.run(["install", "bad@1.0.0", "--allow-experimental", "--yes"]);
    expect(run.code).toBe(6);
    expect(run.stderr).toContain("publisher is not of its form");
  });

  test("G9 one number is one release for ever: other content under a version that was seen is exit 5", async () => {
    await serveRelease(fake, { name: "bad", tier });
    expect((await home.run(["install", "bad", "--allow-experimental"])).code).toBe(0);
    const files = [...skillFiles({ name: "bad", version: "1.0.0" }), file("more.md", "more")];
    await serveRelease(fake, { name: "bad", tier, files });
    for (const more of [[], ["--allow-downgrade"]]) {
      const run = await home.run(["install", "bad", "--allow-experimental", "--yes", ...more]);
      expect([run.code, run.stderr]).toEqual([5, run.stderr]);
      expect(run.stderr).toContain("bad 1.0.0 is not the release that this machine has seen");
    }
  });

  test("a package that brings its own SHA256SUMS.asc is refused", async () => {
    const files = [...skillFiles({ name: "bad", version: "1.0.0" }), file("SHA256SUMS.asc", "trust me")];
    await serveRelease(fake, { name: "bad", tier: "experimental", files });
    expect(await home.run(["install", "bad", "--allow-experimental"])).toMatchObject({ code: 4 });
    await expect(lstat(join(skills(), "bad"))).rejects.toThrow("ENOENT");
  });

  test("an answer beyond the limit is not read to its end", async () => {
    await serveRelease(fake, { name: "bad", tier: "experimental" });
    fake.on("GET", "/api/v1/skills/bad/1.0.0/download", { body: new Uint8Array(13 * 1024 * 1024) });
    const run = await home.run(["install", "bad", "--allow-experimental"]);
    expect(run).toMatchObject({ code: 6 });
    expect(run.stderr).toContain("larger than");
  });
});

test.skipIf(process.platform !== "linux")("on a terminal it asks, and only a yes installs", async () => {
  await serveRelease(fake, { name: "wild", tier: "experimental", permissions: ["shell:execute:git"] });
  const args = ["install", "wild", "--allow-experimental"];
  for (const answer of ["n\n", "\n", "yesterday\n"]) {
    const refused = await home.onTerminal(args, answer);
    expect([answer, refused.code]).toEqual([answer, 4]);
    expect(refused.screen).toContain("shell:execute:git");
    await expect(lstat(join(skills(), "wild"))).rejects.toThrow("ENOENT");
  }
  const agreed = await home.onTerminal(args, "y\n");
  expect([agreed.code, agreed.screen]).toEqual([0, agreed.screen]);
  expect(agreed.screen).toContain("\u001b[1mwild\u001b[22m");
  expect((await home.run(["verify", "wild"])).code).toBe(0);
});

describe("install stays in its directory", () => {
  test.each(["../evil", "/etc", "a/b", "..", "Upper", "a@1.0.0/../../x"])("%s is not a name", async (spec) => {
    expect((await home.run(["install", spec])).code).toBe(2);
  });

  test("A5 a link in the place of a skill is refused and left alone", async () => {
    await serveRelease(fake, { name: "wild", tier: "experimental" });
    const outside = await mkdtemp(join(tmpdir(), "gaia-out-"));
    await mkdir(skills(), { recursive: true });
    await symlink(outside, join(skills(), "wild"));
    for (const args of [
      ["install", "wild", "--allow-experimental"],
      ["remove", "wild"],
      ["verify", "wild"],
    ])
      expect((await home.run(args)).code).toBe(4);
    expect(await readdir(outside)).toEqual([]);
    await rm(outside, { recursive: true });
  });
});
