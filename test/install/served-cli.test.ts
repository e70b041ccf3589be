import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { createHash } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { readArchive } from "@gaia/archive";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { account, inspected, publish } from "../harness/api.ts";
import { freePort } from "../harness/child-server.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { startsCpuMs } from "../harness/start-cost.ts";
import { helloWorld, zipOf } from "../harness/samples.ts";

const run = promisify(execFile);

/** The command line that a registry serves, in directories that know no checkout. */
describe("the registry serves its own command line", () => {
  let registry: TestRegistry;
  let place: string;
  let tarball: string;

  beforeAll(async () => {
    registry = await startTestRegistry();
    place = await mkdtemp(join(tmpdir(), "served-cli-"));
    tarball = `${registry.url}/cli/gaia-skill.tgz`;
    const author = await account(registry.url, registry.adminToken, "ada");
    await publish(registry.url, author, zipOf(helloWorld()));
    await inspected(registry.url, "hello-world", "0.1.0", author);
  });
  afterAll(async () => {
    await registry.close();
    await rm(place, { recursive: true, force: true });
  });

  // No package registry is asked: the file needs nothing else.
  const environment = () => ({
    PATH: process.env["PATH"],
    HOME: place,
    GAIA_HOME: join(place, "gaia"),
    npm_config_registry: "http://127.0.0.1:9/",
  });

  /** One run of the installed file with some Node, and what came of it. */
  async function gaiaSkill(node: string, args: string[]): Promise<{ code: number; output: string }> {
    const file = join(place, "lib/node_modules/gaia-skill/gaia-skill.js");
    const options = { cwd: place, env: environment() };
    return run(node, [file, ...args], options).then(
      ({ stdout, stderr }) => ({ code: 0, output: stdout + stderr }),
      ({ code, stdout, stderr }) => ({ code, output: stdout + stderr }),
    );
  }

  /** The package has no files of the site beside it: its page's style is inside. */
  async function styleOfDashboard(node: string): Promise<string> {
    const file = join(place, "lib/node_modules/gaia-skill/gaia-skill.js");
    const child = spawn(node, [file, "dashboard", "--json"], { cwd: place, env: environment() });
    const [printed] = (await once(child.stdout, "data")) as [Buffer]; // its whole document, in one piece
    const { url } = JSON.parse(printed.toString()) as { url: string };
    const opened = await fetch(url, { redirect: "manual" });
    const cookie = opened.headers.get("set-cookie")?.split(";")[0] ?? "";
    const style = await fetch(new URL(`${opened.headers.get("location")}style.css`, url), { headers: { cookie } });
    child.kill("SIGINT");
    await once(child, "close");
    return style.text();
  }

  test("with its digest, an ETag and a page that says both", async () => {
    const answer = await fetch(tarball);
    const bytes = new Uint8Array(await answer.arrayBuffer());
    const digest = createHash("sha256").update(bytes);
    const hex = digest.copy().digest("hex");
    expect(answer.headers.get("repr-digest")).toBe(`sha-256=:${digest.digest("base64")}:`);
    expect(answer.headers.get("etag")).toBe(`"${hex}"`);
    expect((await fetch(tarball, { headers: { "if-none-match": `"${hex}"` } })).status).toBe(304);
    const page = await (await fetch(`${registry.url}/cli`)).text();
    expect(page).toContain(hex);
    expect(page).toContain(tarball);
  });

  test("the wheels of gaia_skills come with theirs, as the page names them", async () => {
    const page = await (await fetch(`${registry.url}/cli`)).text();
    const wheels = [...new Set(page.match(/[\w.-]+-py3-none-any\.whl/g))];
    expect(wheels.map((file) => file.split("-")[0])).toEqual(["gaia_skills", "gaia_skills_shim"]);
    for (const file of wheels) {
      const answer = await fetch(`${registry.url}/cli/${file}`);
      const digest = createHash("sha256").update(new Uint8Array(await answer.arrayBuffer()));
      expect(answer.headers.get("repr-digest")).toBe(`sha-256=:${digest.digest("base64")}:`);
    }
  });

  test("npm installs it from its address, and it does every kind of work alone, on each Node of this machine", async () => {
    await run("npm", ["install", "-g", "--prefix", place, "--no-audit", "--no-fund", tarball], {
      cwd: place,
      env: environment(),
    });
    const answer = await fetch(`${registry.url}/api/v1/skills/hello-world/0.1.0/scan`);
    const report = (await answer.json()) as { scanners: { name: string; rules_digest: string }[] };
    // C4: what a verdict can be replayed by.
    const served = digestsOf(report.scanners);
    expect(Object.keys(served)).toHaveLength(4);
    const skill = join(place, "mine");
    await run("mkdir", [skill]);
    await writeFile(
      join(skill, "SKILL.md"),
      "---\nname: mine\ndescription: Counts.\nversion: 1.0.0\n---\n# Mine\n\nCount.\n",
    );
    await writeFile(join(skill, "tools.py"), "def count():\n    return 1\n");
    for (const node of new Set([process.execPath, ...(await otherNodes())])) {
      const at = ["--registry", registry.url];
      expect((await gaiaSkill(node, ["--version"])).output, node).toMatch(/^\d+\.\d+\.\d+\n$/);
      expect((await gaiaSkill(node, ["search", "hello", ...at])).output, node).toContain("hello-world");
      const installed = await gaiaSkill(node, ["install", "hello-world", "--allow-experimental", "--yes", ...at]);
      expect(installed, node).toMatchObject({ code: 0 });
      expect(await gaiaSkill(node, ["verify", "hello-world"]), node).toMatchObject({ code: 0 });
      expect(await gaiaSkill(node, ["validate", skill]), node).toMatchObject({ code: 0 });
      const scanned = await gaiaSkill(node, ["scan", skill, "--json"]);
      expect(digestsOf(JSON.parse(scanned.output).scanners), node).toEqual(served);
      expect(await styleOfDashboard(node), node).toMatch(/--paper:.*table\.facts/s);
      expect((await gaiaSkill(node, ["whoami", ...at])).output, node).toContain(
        `\`gaia-skill login --registry ${registry.url}\``,
      );
    }
  });

  test("it names no registry where PUBLIC_URL is unset: no other machine reaches what the process listens on (first week, A15)", async () => {
    expect(await registryIn(tarball)).toBeNull();
  });

  test("it says its version in twice the time that an empty Node takes to start, and its help in five times that", async () => {
    const file = join(place, "lib/node_modules/gaia-skill/gaia-skill.js");
    for (const node of new Set([process.execPath, ...(await otherNodes())])) {
      const empty = await startsCpuMs(node, ["-e", "0"]);
      expect((await startsCpuMs(node, [file, "--version"])) / empty, node).toBeLessThan(2);
      expect((await startsCpuMs(node, [file, "install", "--help"])) / empty, node).toBeLessThan(5);
    }
  });

  test("under npx, hints say what works there: npx again, with the registry that an option named (first week, A15)", async () => {
    const { stdout, stderr } = await run("npx", ["-y", tarball, "whoami", "--registry", registry.url], {
      cwd: place,
      env: environment(),
    }).catch((error: { stdout: string; stderr: string }) => error);
    expect(stdout + stderr).toContain(`npx -y ${tarball} login --registry ${registry.url}\``);
  });
});

/** With an address of its own, it is asked by what it served. */
describe("the served command line knows its registry (first week, A15)", () => {
  let registry: TestRegistry;
  let twin: TestRegistry;
  let place: string;
  let tarball: string;

  beforeAll(async () => {
    place = await mkdtemp(join(tmpdir(), "served-cli-"));
    const port = String(await freePort());
    const environment = { PORT: port, PUBLIC_URL: `http://127.0.0.1:${port}` };
    registry = await startTestRegistry({ environment, withoutScanners: true });
    twin = await startTestRegistry({ environment: { PUBLIC_URL: environment.PUBLIC_URL }, withoutScanners: true });
    tarball = `${registry.url}/cli/gaia-skill.tgz`;
    const author = await account(registry.url, registry.adminToken, "ada");
    await publish(registry.url, author, zipOf(helloWorld()));
    await inspected(registry.url, "hello-world", "0.1.0", author);
  });
  afterAll(async () => {
    await registry.close();
    await twin.close();
    await rm(place, { recursive: true, force: true });
  });

  const shell = (program: string, args: string[], env: NodeJS.ProcessEnv = {}) =>
    run(program, args, {
      cwd: place,
      env: {
        PATH: process.env["PATH"],
        HOME: place,
        GAIA_HOME: join(place, "gaia"),
        npm_config_registry: "http://127.0.0.1:9/",
        ...env,
      },
    }).catch((error: { stdout: string; stderr: string }) => error);

  test("every process of one address serves the same bytes, with the digest that the page shows", async () => {
    const [mine, theirs] = await Promise.all([digestIn(tarball), digestIn(`${twin.url}/cli/gaia-skill.tgz`)]);
    expect(theirs).toEqual(mine);
    expect(mine.repr).toBe(`sha-256=:${Buffer.from(mine.hex, "hex").toString("base64")}:`);
    const page = await (await fetch(`${registry.url}/cli`)).text();
    expect(page).toContain(mine.hex);
    expect(page).toContain("It asks this registry");
    expect(await registryIn(tarball)).toEqual({ registry: registry.url });
  });

  test("npx and npm install -g of it ask that registry without a word about it", async () => {
    const tried = await shell("npx", ["-y", tarball, "search", "hello"]);
    expect(tried.stdout).toContain("hello-world");
    const unknown = await shell("npx", ["-y", tarball, "whoami"]);
    expect(unknown.stderr).toContain(`\`npx -y ${tarball} login\``);
    await shell("npm", ["install", "-g", "--prefix", place, "--no-audit", "--no-fund", tarball]);
    const program = join(place, "bin/gaia-skill");
    const asked = await shell(program, ["config", "get", "registry", "--json"]);
    expect(JSON.parse(asked.stdout)).toMatchObject({ value: registry.url, from: "package" });
    expect((await shell(program, ["search", "hello"])).stdout).toContain("hello-world");
    const elsewhere = await shell(program, ["config", "get", "registry"], { GAIA_REGISTRY: "https://other.example" });
    expect(elsewhere.stdout).toBe("https://other.example\n");
  });

  test("what was put into it by somebody else is an address, or refused", async () => {
    const file = join(place, "lib/node_modules/gaia-skill/registry.json");
    for (const text of ['{"registry":"file:///etc/passwd"}', '{"registry":"https://ada:pw@x.example"}', "{", "[1]"]) {
      await writeFile(file, text);
      const run = await shell(join(place, "bin/gaia-skill"), ["search", "hello"]);
      expect([text, run.stderr]).toEqual([text, expect.stringContaining("registry.json of this program")]);
    }
  });
});

async function digestIn(address: string): Promise<{ hex: string; repr: string | null }> {
  const answer = await fetch(address);
  const bytes = new Uint8Array(await answer.arrayBuffer());
  return { hex: createHash("sha256").update(bytes).digest("hex"), repr: answer.headers.get("repr-digest") };
}

/** What the registry wrote into its package; null: nothing. */
async function registryIn(address: string): Promise<unknown> {
  const bytes = new Uint8Array(await (await fetch(address)).arrayBuffer());
  const found = readArchive(bytes).files.find(({ path }) => path === "package/registry.json");
  return found === undefined ? null : JSON.parse(Buffer.from(found.bytes).toString());
}

/** Of the registry's own analysers, by name. */
const digestsOf = (scanners: { name: string; rules_digest: string }[]): Record<string, string> =>
  Object.fromEntries(
    scanners.filter(({ name }) => name.startsWith("gaia-")).map((one) => [one.name, one.rules_digest]),
  );

/** The Node that this machine has beside the project's own, where it is another. */
async function otherNodes(): Promise<string[]> {
  const { stdout } = await run("sh", ["-c", "which -a node || true"]);
  return stdout.split("\n").filter((path) => path !== "" && !path.includes("node_modules"));
}
