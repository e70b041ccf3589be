import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sri } from "@gaia/archive";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { hostileContainers } from "../../../../../test/harness/hostile/containers.ts";
import { hostilePaths } from "../../../../../test/harness/hostile/paths.ts";
import { endOfVerb } from "../../../../../test/harness/cli-session.ts";
import { type CliHome, cliHome } from "../../../test/cli-process.ts";
import { type FakeRegistry, startFakeRegistry } from "../../../test/fake-registry.ts";
import { file, manifestText, serveRelease } from "../../../test/fake-release.ts";
import { install, type InstallInput } from "./install.ts";
import { sync } from "./sync.ts";

let fake: FakeRegistry;
let home: CliHome;
const inHome = (...path: string[]) => join(home.dir, "home", ...path);
const take = (specs: string[], more: Partial<InstallInput> = {}) =>
  endOfVerb({ registry: fake.url, home: inHome() }, (session) =>
    install(session, { specs, allowExperimental: true, yes: true, ...more }),
  );
const download = (name: string) => `/api/v1/skills/${name}/1.0.0/download`;
const everything = async () => (await readdir(home.dir, { recursive: true })).sort();

beforeEach(async () => {
  fake = await startFakeRegistry();
  home = await cliHome(fake.url);
});
afterEach(async () => {
  await fake.close();
  await home.remove();
});

describe("a hostile registry", () => {
  test("A1 packages with every hostile name and container, described as they are, leave no file anywhere", async () => {
    const refused = [...hostilePaths, ...hostileContainers].filter(({ expect: { status } }) => status !== 201);
    expect(refused.length).toBeGreaterThan(50);
    await mkdir(inHome("skills"), { recursive: true });
    await take(["nothing-yet"]);
    const before = await everything();
    const taken: string[] = [];
    for (const hostile of refused) {
      const bytes = new Uint8Array(hostile.build());
      await serveRelease(fake, { name: "bad", tier: "experimental", lies: { integrity: sri(bytes) } });
      fake.on("GET", download("bad"), { body: bytes });
      const { code, said } = await take(["bad"]);
      const isRefused =
        code === 6 ? said.includes("answer_too_large") : said.includes("The package that came is refused");
      if (!isRefused) taken.push(`${hostile.id}: ${code} ${said.split("\n").at(-2)}`);
    }
    expect(taken).toEqual([]);
    const left = (await everything()).filter((one) => !before.includes(one));
    expect(left).toEqual([]);
  });

  test("leads a download to no odd scheme and to no address with a password", async () => {
    for (const location of [
      "file:///etc/passwd",
      "ftp://127.0.0.1/x",
      "gopher://127.0.0.1/x",
      "http://a:b@127.0.0.1/",
    ]) {
      await serveRelease(fake, { name: "led", tier: "experimental" });
      fake.on("GET", download("led"), { status: 302, headers: { location } });
      const { code, said } = await take(["led"]);
      expect([location, code, said]).toEqual([location, 6, expect.stringContaining("redirect_refused")]);
    }
  });

  test("X7 steers no terminal by the plan: names of permissions, variables and requirements, progress, reasons", async () => {
    const escape = "\u001b]0;owned\u0007\u001b[2J\u202e";
    const text = manifestText({ name: "sly", version: "1.0.0" }).replace(
      "tools:\n",
      'requirements:\n  python: ">=99 \\e[2J"\n  hardware:\n    npu: "required\\e]0;owned\\a\\u202e"\n  model: "\\e[2J7B"\ntools:\n',
    );
    await serveRelease(fake, {
      name: "sly",
      tier: "experimental",
      files: [file("SKILL.md", text), file("tools.py", "x = 1\n")],
      lies: {
        permissions: {
          declared: [`network:read:${escape}`],
          inferred: [{ permission: "shell:execute", evidence: [{ file: `a${escape}.py`, line: 1 }] }],
        },
      },
    });
    for (const args of [[], ["--json"]]) {
      const run = await home.run(["install", "sly", "--allow-experimental", "--yes", ...args]);
      expect(run.stderr + run.stdout).toContain("sly");
      // oxlint-disable-next-line no-control-regex -- that is what must not be there
      expect(run.stdout + run.stderr).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
    }
  });

  test("a lock that somebody edited is not believed without a network either", async () => {
    await serveRelease(fake, { name: "wild", tier: "experimental" });
    expect(await take(["wild"])).toMatchObject({ code: 0 });
    await serveRelease(fake, { name: "evil", tier: "experimental", publisher: "eve" });
    expect(await take(["evil"])).toMatchObject({ code: 0 });
    const place = inHome("skills", "skill-lock.json");
    const lock = JSON.parse(await readFile(place, "utf8"));
    const { wild, evil } = lock.skills;
    await fake.close();
    const edits: [string, object][] = [
      ["integrity", { integrity: evil.integrity }],
      ["publisher", { publisher: "eve" }],
      ["content_digest", { content_digest: evil.content_digest }],
      ["security_tier", { security_tier: "community" }],
      ["signer", { signer: "A".repeat(40) }],
      ["version", { version: "9.9.9" }],
      ["registry", { registry: "http://127.0.0.1:9" }],
    ];
    for (const [field, edit] of edits) {
      await writeFile(place, JSON.stringify({ version: 1, skills: { wild: { ...wild, ...edit }, evil } }));
      await writeFile(inHome("skills", "wild", "tools.py"), "import os\n");
      const end = await endOfVerb({ registry: fake.url, home: inHome() }, (session) =>
        sync(session, { home: true, offline: true, yes: true }),
      );
      const expected = ["version", "registry"].includes(field) ? 3 : 5;
      expect([field, end.code, end.said]).toEqual([field, expected, end.said]);
      expect(await readFile(inHome("skills", "wild", "tools.py"), "utf8")).toBe("import os\n");
    }
  });

  test("R2 two installs of one skill at once leave one whole version", async () => {
    await serveRelease(fake, { name: "wild", tier: "experimental" });
    const runs = await Promise.all([1, 2, 3].map(() => home.run(["install", "wild", "--allow-experimental"])));
    expect(runs.map(({ code, stderr }) => [code, stderr])).toEqual(runs.map(({ stderr }) => [0, stderr]));
    expect(await home.run(["verify", "wild"])).toMatchObject({ code: 0 });
    expect(await home.run(["cache", "verify"])).toMatchObject({ code: 0 });
    const left = (await readdir(inHome("skills"))).filter((name) => /staging|previous|pending|tmp/.test(name));
    expect(left).toEqual([]);
  });
});
