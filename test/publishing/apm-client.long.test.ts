import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { account, call } from "../harness/api.ts";
import { narrowToken } from "../harness/narrow-token.ts";
import { type ProxyServer, startNginx } from "../harness/proxy-servers.ts";
import { publishedAtOnce } from "../harness/published.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { sampleFiles, type SampleFiles, zipOf } from "../harness/samples.ts";
import { describeForms } from "../harness/scaled.ts";
import { loopbackCertificate } from "../harness/smtp-server.ts";
import { service } from "../harness/services.ts";

const [apm, nginx] = [await service("apm"), await service("nginx")];
const missing = [apm, nginx].flatMap((each) => (each.available ? [] : [each.reason]));
const programOf = (found: { available: true; url: string } | { available: false }): string =>
  found.available ? found.url : "";

/** One user's machine: a home directory that nothing was in, and projects beside it. */
async function machineOf(program: string, { address, authority, token }: Given) {
  const home = await mkdtemp(join(tmpdir(), "apm-"));
  const environment = {
    PATH: process.env["PATH"] ?? "",
    HOME: home,
    LANG: "C.UTF-8",
    NO_COLOR: "1",
    REQUESTS_CA_BUNDLE: authority,
    ...(token !== null && { APM_REGISTRY_TOKEN_GAIA: token }),
  };
  const run = (project: string, args: string[], more: Record<string, string> = {}) =>
    new Promise<{ code: number; said: string }>((resolve) => {
      const options = { cwd: join(home, project), env: { ...environment, ...more }, timeout: 120_000 };
      execFile(program, args, options, (error, stdout, stderr) => {
        const said = `${stdout}${stderr}`.replaceAll(/\s+/g, " ");
        resolve({ code: error === null ? 0 : typeof error.code === "number" ? error.code : -1, said });
      });
    });
  const write = async (project: string, files: SampleFiles) => {
    for (const [path, content] of Object.entries(files)) {
      await mkdir(dirname(join(home, project, path)), { recursive: true });
      await writeFile(join(home, project, path), content);
    }
  };
  const read = (path: string) => readFile(join(home, path), "utf8");
  /** As a clone of the project, which has `apm.yml` and the lock alone. */
  const cloneOf = async (project: string) => {
    for (const made of ["apm_modules", ".claude"])
      await rm(join(home, project, made), { recursive: true, force: true });
  };
  await write(".", { "empty/.keep": "" });
  for (const args of [
    ["experimental", "enable", "registries"],
    ["config", "set", "registry.gaia.url", address],
    ["config", "set", "registry.gaia.default", "true"],
  ])
    expect(await run("empty", args)).toMatchObject({ code: 0 });
  return { run, write, read, cloneOf, close: () => rm(home, { recursive: true, force: true }) };
}

interface Given {
  address: string;
  /** The file with the certificate that is trusted. */
  authority: string;
  token: string | null;
}

const needing = (...dependencies: string[]) => ({
  "apm.yml": [
    "name: consumer\nversion: 1.0.0\ntarget: claude\ndependencies:\n  apm:\n",
    ...dependencies.map((each) => `    - ${each}\n`),
  ].join(""),
});
const packageOf = (name: string, version: string, address: string): SampleFiles => ({
  ...sampleFiles({ name, version }),
  "apm.yml": `name: ${name}\nversion: ${version}\ndescription: A sample\nlicense: MIT\nregistries:\n  gaia:\n    url: ${address}\n`,
});

await describeForms("the real apm", (form) => {
  describe.skipIf(missing.length > 0)(`against a registry${missing.map((reason) => ` [${reason}]`).join("")}`, () => {
    let registry: TestRegistry;
    let front: { proxy: ProxyServer; authority: string; address: string };
    let place: string;
    let ada: string;
    const machines: { close(): Promise<void> }[] = [];
    const machine = async (token: string | null) => {
      const made = await machineOf(programOf(apm), { ...front, token });
      machines.push(made);
      return made;
    };

    /** A proxy that speaks TLS before a registry: this client sends credentials nowhere else. */
    const startFront = async (upstream: string) => {
      const certificate = loopbackCertificate(["127.0.0.1"]);
      const authority = join(await mkdtemp(join(place, "front-")), "authority.pem");
      await writeFile(authority, certificate.cert);
      const proxy = await startNginx(programOf(nginx), { upstream, certificate });
      return { proxy, authority, address: `https://${proxy.host}/apm` };
    };

    beforeAll(async () => {
      place = await mkdtemp(join(tmpdir(), "apm-front-"));
      registry = await startTestRegistry({ withoutScanners: true, environment: await form.environment() });
      ada = await account(registry.url, registry.adminToken, "ada");
      front = await startFront(registry.url);
    });
    afterAll(async () => {
      await Promise.all(machines.map((each) => each.close()));
      await front?.proxy.stop();
      await registry?.close();
      await rm(place, { recursive: true, force: true });
    });

    test("the real client installs by a range, and again by the lock; what is yanked since it is told", async () => {
      for (const version of ["1.0.0", "1.1.0"])
        await publishedAtOnce(registry, { token: ada, name: "installed", version });
      const user = await machine(null);
      await user.write("project", needing("ada/installed#^1.0.0"));
      expect(await user.run("project", ["install"])).toMatchObject({ code: 0 });
      const lock = await user.read("project/apm.lock.yaml");
      expect(lock).toContain(`resolved_url: ${front.address}/v1/packages/ada/installed/versions/1.1.0/download`);
      const version = await call(`${registry.url}/api/v1/skills/installed/1.1.0`);
      const digest = Buffer.from(version.body.integrity.slice("sha256-".length), "base64").toString("hex");
      expect(lock).toContain(`resolved_hash: sha256:${digest}`);
      expect(await user.read("project/.claude/skills/installed/SKILL.md")).toContain("version: 1.1.0");
      await publishedAtOnce(registry, { token: ada, name: "installed", version: "1.2.0" });
      const shown = await user.run("project", ["view", "ada/installed", "versions"]);
      expect(shown.said).toMatch(/1\.2\.0.*1\.1\.0.*1\.0\.0/);
      await user.cloneOf("project");
      expect(await user.run("project", ["install"])).toMatchObject({ code: 0 });
      expect(await user.read("project/.claude/skills/installed/SKILL.md")).toContain("version: 1.1.0");
      const yanked = { token: ada, json: { reason: "broken" } };
      expect((await call(`${registry.url}/api/v1/skills/installed/1.1.0/yank`, yanked)).status).toBe(200);
      await user.cloneOf("project");
      const refused = await user.run("project", ["install"]);
      expect(refused.said).toMatch(/HTTP 410 .*Yanked - Its publisher took this version back/);
      expect(refused.code).not.toBe(0);
    });

    test("the real client installs what is private with a token alone", async () => {
      await publishedAtOnce(registry, { token: ada, name: "hidden", version: "1.0.0", query: "?visibility=private" });
      const [reader, stranger] = [await machine(ada), await machine(null)];
      for (const user of [reader, stranger]) await user.write("project", needing("ada/hidden#1.0.0"));
      expect(await reader.run("project", ["install"])).toMatchObject({ code: 0 });
      expect(await reader.read("project/.claude/skills/hidden/SKILL.md")).toContain("name: hidden");
      const refused = await stranger.run("project", ["install"]);
      expect(refused.said).toContain("has no package");
      expect(refused.code).not.toBe(0);
    });

    test("the real client installs by the lock of before a transfer, and by the new owner's name after it", async () => {
      await publishedAtOnce(registry, { token: ada, name: "handed-on", version: "1.0.0" });
      const user = await machine(null);
      await user.write("project", needing("ada/handed-on#^1.0.0"));
      expect(await user.run("project", ["install"])).toMatchObject({ code: 0 });
      const bob = await account(registry.url, registry.adminToken, "bob");
      const transfers = `${registry.url}/api/v1/transfers`;
      const offer = await call(transfers, { token: ada, json: { name: "handed-on", to: "bob" } });
      const taken = await call(`${transfers}/${offer.body.id}/accept`, { token: bob, method: "POST" });
      expect([offer.status, taken.status]).toEqual([201, 200]);
      await publishedAtOnce(registry, { token: bob, name: "handed-on", version: "1.1.0" });
      await user.cloneOf("project");
      expect(await user.run("project", ["install"])).toMatchObject({ code: 0 });
      expect(await user.read("project/.claude/skills/handed-on/SKILL.md")).toContain("version: 1.0.0");
      await user.write("next", needing("bob/handed-on#^1.0.0"));
      expect(await user.run("next", ["install"])).toMatchObject({ code: 0 });
      expect(await user.read("next/.claude/skills/handed-on/SKILL.md")).toContain("version: 1.1.0");
    });

    test("the real client installs from a closed registry with a token alone", async () => {
      const environment = { ...(await form.environment()), READ: "signed-in" };
      const closed = await startTestRegistry({ withoutScanners: true, environment });
      const gate = await startFront(closed.url);
      try {
        const token = await account(closed.url, closed.adminToken, "ada");
        await publishedAtOnce(closed, { token, name: "inside", version: "1.0.0" });
        const users = await Promise.all(
          [token, null].map((each) => machineOf(programOf(apm), { ...gate, token: each })),
        );
        machines.push(...users);
        const [member, stranger] = await Promise.all(
          users.map(async (user) => {
            await user.write("project", needing("ada/inside#^1.0.0"));
            return { ...user, installed: await user.run("project", ["install"]) };
          }),
        );
        expect(member?.installed).toMatchObject({ code: 0 });
        expect(await member?.read("project/.claude/skills/inside/SKILL.md")).toContain("name: inside");
        expect(stranger?.installed.said).toMatch(/401|credentials/);
        expect(stranger?.installed.code).not.toBe(0);
      } finally {
        await gate.proxy.stop();
        await closed.close();
      }
    });

    test("the real client publishes a zip with a token or a password, and says each refusal", async () => {
      const user = await machine(ada);
      const files = packageOf("from-apm", "1.0.0", front.address);
      await user.write("skill", { ...files, "skill.zip": zipOf(files) });
      const publish = (more: Record<string, string> = {}) =>
        user.run("skill", ["publish", "--package", "ada/from-apm", "--zip", "skill.zip"], more);
      const reader = await narrowToken(registry, { handle: "ada", scopes: ["read"] });
      const narrow = await publish({ APM_REGISTRY_TOKEN_GAIA: reader });
      expect(narrow).toMatchObject({ code: 1, said: expect.stringContaining("does not have publish permission") });
      const nobody = await publish({ APM_REGISTRY_TOKEN_GAIA: "" });
      expect(nobody).toMatchObject({ code: 1, said: expect.stringContaining("no credentials for that registry") });
      const basic = { APM_REGISTRY_TOKEN_GAIA: "", APM_REGISTRY_USER_GAIA: "ada", APM_REGISTRY_PASS_GAIA: ada };
      expect(await publish(basic)).toMatchObject({
        code: 0,
        said: expect.stringContaining("Published ada/from-apm@1.0.0"),
      });
      expect(await publish()).toMatchObject({ code: 1, said: expect.stringContaining("already exists in 'gaia'") });
      await user.write("packed", {
        "apm.yml": files["apm.yml"] ?? "",
        ".apm/skills/from-apm/SKILL.md": files["SKILL.md"] ?? "",
      });
      const packed = await user.run("packed", ["publish", "--package", "ada/from-apm"]);
      expect(packed.said).toContain("There is no SKILL.md at the root of the package. A package here is one skill.");
      await registry.settle();
      await user.write("project", needing("ada/from-apm#^1.0.0"));
      expect(await user.run("project", ["install"])).toMatchObject({ code: 0 });
      expect(await user.read("project/.claude/skills/from-apm/tools.py")).toBe(files["tools.py"]);
    });
  });
});
