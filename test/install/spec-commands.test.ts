import { access, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type CliHome, cliHome, type CliRun } from "../../apps/cli/test/cli-process.ts";
import { account } from "../harness/api.ts";
import { describeWith } from "../harness/describe-with.ts";
import { type GpgIdentity, gpgIdentity } from "../harness/gpg.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";

let registry: TestRegistry;
let gpg: GpgIdentity;
let author: CliHome;
let user: CliHome;

const ok = (run: CliRun): CliRun => {
  expect(run.code, run.stderr).toBe(0);
  return run;
};
/** A command as the specification writes it. */
const gaia = (line: string, home = user): Promise<CliRun> => {
  const words = line.replace(/^gaia skill /, "").match(/"[^"]*"|\S+/g) ?? [];
  return home.run(words.map((word) => word.replaceAll('"', "")));
};
const skills = (...path: string[]) => join(user.dir, "home", "skills", ...path);
const lock = async () => JSON.parse(await readFile(skills("skill-lock.json"), "utf8")).skills;
const isThere = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

async function put(home: CliHome, path: string, text: string): Promise<void> {
  await mkdir(dirname(join(home.dir, path)), { recursive: true });
  await writeFile(join(home.dir, path), text);
}

/** The skill of docs/specification.md §2.1, as far as a test can give it what it needs. */
const manifest = (name: string, version: string) => `---
name: ${name}
version: ${version}
description: "Search the web using Brave Search API"
author: AMD
license: MIT
permissions:
  - network:read:api.search.brave.com
requirements:
  python: ">=3.8"
  dependencies:
    - requests>=2.31
  env_vars:
    - BRAVE_API_KEY
tools:
  - name: search_web
    description: "Search the web for current information"
    parameters:
      query: {type: string, required: true}
      max_results: {type: integer, required: false, default: 5}
    returns: {type: object}
    atomic: false
security_tier: verified
tags:
  - search
  - web
---

# Web Search Skill

Search the web for current information using the Brave Search API.
`;

const TOOLS = `from gaia.agents.base.tools import tool


@tool
def search_web(query: str, max_results: int = 5) -> dict:
    """Search the web for current information using Brave Search API."""
    import os

    import requests

    response = requests.get(
        "https://api.search.brave.com/res/v1/web/search",
        headers={"X-Subscription-Token": os.environ["BRAVE_API_KEY"]},
        params={"q": query, "count": max_results},
        timeout=30,
    )
    return response.json()
`;

async function laySkill(name: string, version: string, directory: string): Promise<void> {
  await put(author, `${directory}/SKILL.md`, manifest(name, version));
  await put(author, `${directory}/tools.py`, TOOLS);
}

beforeAll(async () => {
  registry = await startTestRegistry();
  gpg = await gpgIdentity("Ada <ada@example.org>");
  const token = await account(registry.url, registry.adminToken, "ada");
  author = await cliHome(registry.url, { GNUPGHOME: gpg.home, GAIA_TOKEN: token });
  user = await cliHome(registry.url);
});
afterAll(async () => {
  await Promise.all([author, user].map((home) => home?.remove()));
  gpg?.close();
  await registry?.close();
});

await describeWith("gpg", "§6.1 every command of the specification, against a running registry", () => {
  test("§6.1 gaia skill publish ./my-skill/", async () => {
    await laySkill("some-experimental-skill", "1.0.0", "my-skill");
    const run = ok(await gaia("gaia skill publish ./my-skill/", author));
    expect(run.stdout).toContain("some-experimental-skill 1.0.0");
    await registry.settle();
    expect(ok(await gaia("gaia skill info some-experimental-skill")).stdout).toContain("experimental");
    expect(await readdir(join(author.dir, "my-skill"))).toEqual(["SKILL.md", "tools.py"]);
  });

  test('§6.1 gaia skill search "web search", of a skill that its publisher signed', async () => {
    await laySkill("web-search", "1.2.0", "web-search");
    ok(await author.run(["keys", "add", "--gpg"]));
    ok(await author.run(["publish", "web-search", "--sign", "--gpg", "--wait"]));
    const run = ok(await gaia('gaia skill search "web search"'));
    expect(run.stdout.split("\n")[0]).toMatch(/^web-search +1\.2\.0 +community/);
    expect(await isThere(skills())).toBe(false);
  });

  test("§6.1 gaia skill install web-search: the directory of §7.1, the lock of §7.3, nothing asked of a community skill's network", async () => {
    const run = ok(await gaia("gaia skill install web-search"));
    expect(run.stdout).toBe("Installed web-search 1.2.0 [community]\n");
    expect(run.stderr).toContain("may network:read:api.search.brave.com (auto)");
    expect(run.stderr).toContain("needs the variable BRAVE_API_KEY, which is not set");
    const names = await readdir(skills("web-search"));
    expect(names).toEqual(
      expect.arrayContaining(["SKILL.md", "tools.py", "requirements.txt", "signature.json", "SHA256SUMS"]),
    );
    expect(await readFile(skills("web-search", "tools.py"), "utf8")).toBe(TOOLS);
    expect(await readFile(skills("web-search", "requirements.txt"), "utf8")).toMatch(/^requests/m);
    const file = JSON.parse(await readFile(skills("skill-lock.json"), "utf8"));
    expect(file.version).toBe(1);
    expect(file.skills["web-search"]).toMatchObject({
      version: "1.2.0",
      integrity: expect.stringMatching(/^sha256-[A-Za-z0-9+/]{43}=$/),
      security_tier: "community",
      installed_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      dependencies_hash: expect.stringMatching(/^sha256-/),
    });
    const cached = JSON.parse(await readFile(skills(".registry-cache.json"), "utf8"));
    expect(Object.keys(cached.registries[registry.url])).toEqual(["web-search@1.2.0"]);
  });

  test("§6.1 gaia skill install some-experimental-skill, without and with --allow-experimental", async () => {
    const refused = await gaia("gaia skill install some-experimental-skill");
    expect(refused.code).toBe(4);
    expect(await isThere(skills("some-experimental-skill"))).toBe(false);
    const run = ok(await gaia("gaia skill install some-experimental-skill --allow-experimental"));
    expect(run.stdout).toBe("Installed some-experimental-skill 1.0.0 [experimental]\n");
    expect((await lock())["some-experimental-skill"]).toMatchObject({ security_tier: "experimental", signer: null });
  });

  test("§6.1 gaia skill list, gaia skill info web-search", async () => {
    expect(ok(await gaia("gaia skill list")).stdout).toMatch(
      /^some-experimental-skill +1\.0\.0 +experimental +ada.*\nweb-search +1\.2\.0 +community +ada/,
    );
    const info = ok(await gaia("gaia skill info web-search")).stdout;
    for (const said of ["web-search", "1.2.0", "community", "MIT", "network:read"]) expect(info).toContain(said);
  });

  test("§6.1 gaia skill update web-search, gaia skill update --all", async () => {
    expect(ok(await gaia("gaia skill update web-search")).stdout).toContain("Up to date");
    await laySkill("web-search", "1.3.0", "web-search");
    ok(await author.run(["publish", "web-search", "--sign", "--gpg", "--wait"]));
    const run = ok(await gaia("gaia skill update web-search"));
    expect(run.stdout).toBe("Installed web-search 1.3.0 [community]\n");
    expect((await lock())["web-search"].version).toBe("1.3.0");
    // Nobody allowed another experimental version: everything that may be updated is.
    expect(ok(await gaia("gaia skill update --all --allow-experimental")).stdout).toContain("Up to date");
  });

  test("§6.1 gaia skill install web-search@1.2.0: a version that is named is taken, and said to be older", async () => {
    const run = ok(await gaia("gaia skill install web-search@1.2.0"));
    expect(run.stdout).toBe("Installed web-search 1.2.0 [community]\n");
    expect(run.stderr).toContain("web-search 1.2.0 is older than 1.3.0");
    expect(await readFile(skills("web-search", "SKILL.md"), "utf8")).toContain("version: 1.2.0");
    expect((await lock())["web-search"].version).toBe("1.2.0");
  });

  test("§6.1 gaia skill verify web-search", async () => {
    const run = ok(await gaia("gaia skill verify web-search"));
    expect(run.stdout).toContain("✓ signature    signed by ada");
    await writeFile(skills("web-search", "tools.py"), `${TOOLS}import os\n`);
    expect((await gaia("gaia skill verify web-search")).code).toBe(5);
  });

  test("§6.1 gaia skill remove web-search", async () => {
    expect(ok(await gaia("gaia skill remove web-search")).stdout).toContain("web-search");
    expect(await isThere(skills("web-search"))).toBe(false);
    expect(Object.keys(await lock())).toEqual(["some-experimental-skill"]);
    for (const verb of ["remove", "verify"]) expect((await gaia(`gaia skill ${verb} web-search`)).code).toBe(3);
  });
});

const DRAFT = (name: string) => `---
claw_version: 1
name: ${name}
description: Fetch web pages. Use when a page is asked for.
network: true
filesystem: false
pip_requires: ["requests>=2"]
actions:
  - name: fetch_page
    description: Fetch a page
    handler: handlers/fetch.py:run
    parameters:
      url: {type: string, required: true}
---
# Web fetch

Use it.
`;

await describeWith("gpg", "§8.2 the migration tool, as the specification calls it", () => {
  beforeAll(async () => {
    for (const [directory, name] of [
      ["openclaw-skill", "web-fetch"],
      ["openclaw-skills/one", "fetch-one"],
      ["openclaw-skills/two", "fetch-two"],
    ] as const) {
      await put(author, `${directory}/SKILL.md`, DRAFT(name));
      await put(author, `${directory}/handlers/fetch.py`, "def run(url):\n    return url\n");
    }
  });
  const at = (...path: string[]) => join(author.dir, ...path);

  test("§8.2 gaia skill migrate ./openclaw-skill/SKILL.md, and what it wrote is a skill that the registry takes", async () => {
    ok(await gaia("gaia skill migrate ./openclaw-skill/SKILL.md", author));
    const text = await readFile(at("migrated/web-fetch/SKILL.md"), "utf8");
    for (const line of ["  - network:read", "  - network:write", "security_tier: experimental"])
      expect(text.split("\n")).toContain(line);
    expect(text).toMatch(/^tools:\n.*name: fetch_page/ms);
    expect(await readFile(at("migrated/web-fetch/tools.py"), "utf8")).toMatch(/@tool\ndef fetch_page\(url: str\)/);
    expect(await readFile(at("migrated/web-fetch.MIGRATION.md"), "utf8")).toContain("To review by a human");
    expect(await readFile(at("openclaw-skill/SKILL.md"), "utf8")).toBe(DRAFT("web-fetch"));
    ok(await gaia("gaia skill publish ./migrated/web-fetch/ --wait", author));
    ok(await gaia("gaia skill install web-fetch --allow-held --yes"));
    expect((await lock())["web-fetch"].security_tier).toBe("experimental");
  });

  test("§8.2 gaia skill migrate ./openclaw-skill/SKILL.md --validate", async () => {
    const run = ok(await gaia("gaia skill migrate ./openclaw-skill/SKILL.md --validate --force --json", author));
    expect(JSON.parse(run.stdout)).toMatchObject({ migrated: true, problems: [] });
  });

  test("§8.2 gaia skill migrate ./openclaw-skills/ --batch --output ./gaia-skills/", async () => {
    ok(await gaia("gaia skill migrate ./openclaw-skills/ --batch --output ./gaia-skills/", author));
    const written = await readdir(at("gaia-skills"));
    expect(written).toEqual(expect.arrayContaining(["fetch-one", "fetch-two"]));
    for (const name of ["fetch-one", "fetch-two"])
      expect((await author.run(["validate", at("gaia-skills", name)])).code).toBe(0);
  });
});
