import { mkdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type CliHome, cliHome } from "../../test/cli-process.ts";
import { type FakeRegistry, problem, startFakeRegistry } from "../../test/fake-registry.ts";
import { serveRelease } from "../../test/fake-release.ts";
import { processTerminal } from "../terminal/terminal.ts";
import { warnOfClearText } from "./credentials.ts";
import { chooseRegistry, ownerOfToken } from "./which-registry.ts";

let home: CliHome;
let mine: FakeRegistry;
let other: FakeRegistry;
beforeEach(async () => {
  [mine, other] = [await startFakeRegistry(), await startFakeRegistry()];
  // Empty is unset: nothing names a registry until a test does.
  home = await cliHome("");
  for (const one of [mine, other])
    one.on("GET", "/api/v1/whoami", { body: { handle: "ada", role: "user", publishers: ["ada"] } });
});
afterEach(async () => {
  await home.remove();
  await mine.close();
  await other.close();
});

const SECRET = "gsk_abcdefghijklmnopqrstuvwxyz012345";
const login = (registry: string) => home.run(["login", "--token", SECRET, "--registry", registry]);
const shown = async (args: string[] = [], env: NodeJS.ProcessEnv = {}) => {
  const run = await home.run(["config", "get", "registry", "--json", ...args], { env });
  expect(run).toMatchObject({ code: 0 });
  const { value, from } = JSON.parse(run.stdout) as { value: string; from: string };
  return [from, value];
};
const told = ({ requests }: FakeRegistry) =>
  requests.flatMap(({ headers }) => [headers.authorization, headers["gaia-otp"]]).filter((one) => one !== undefined);

test("that a token travels unencrypted is said once a run, and a closed registry's hint names it once", async () => {
  // The registry's name is the proxy's to find: what it is asked for has the whole address.
  const registry = "http://skills.example";
  for (const path of ["/api/v1/skills/one", "/api/v1/skills/one/versions"])
    mine.on("GET", `${registry}${path}`, problem(401, "registry_closed", "This registry is closed: sign in."));
  mine.on("GET", `${registry}/api/v1/whoami`, { body: { handle: "ada", role: "user", publishers: ["ada"] } });
  const env = { HTTP_PROXY: mine.url, GAIA_REGISTRY: registry, GAIA_TOKEN: SECRET };
  const run = await home.run(["contest", "one@1.0.0", "--quiet"], { env });
  expect(run.stderr.match(/your token travels unencrypted/g)).toHaveLength(1);
  const terminal = processTerminal({ json: false, quiet: true, color: "never", showsProgress: false });
  const said = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  for (const address of [registry, registry, `${registry}:81`, mine.url]) warnOfClearText(terminal, address);
  expect(said).toHaveBeenCalledTimes(2);
  said.mockRestore();
  const closed = await home.run(["info", "one", "--registry", registry], { env: { HTTP_PROXY: mine.url } });
  expect(closed.stderr.match(/--registry/g)).toHaveLength(1);
  expect(closed.stderr).toContain(`login --registry ${registry}\``);
});

describe("which registry is asked (first week, A15)", () => {
  test("--registry, GAIA_REGISTRY, config set registry, what served the program, the only login, this machine's", async () => {
    const at = (name: string) => `https://${name}.example`;
    const shipped = pathToFileURL(join(home.dir, "registry.json"));
    await writeFile(shipped, JSON.stringify({ registry: at("package") }));
    await mkdir(join(home.dir, "home"));
    await writeFile(join(home.dir, "home/config.json"), JSON.stringify({ registry: at("config") }));
    await writeFile(join(home.dir, "home/credentials.json"), JSON.stringify({ registries: { [at("login")]: {} } }));
    const all = { flag: at("option"), environment: at("environment"), home: join(home.dir, "home"), shipped };
    const chosen = (named: typeof all | object) => {
      const { from, registry } = chooseRegistry({ ...all, ...named });
      return [from, registry];
    };
    expect(chosen({})).toEqual(["option", at("option")]);
    const without = { flag: undefined, environment: "" };
    expect(chosen({ flag: undefined })).toEqual(["environment", at("environment")]);
    expect(chosen(without)).toEqual(["config", at("config")]);
    await rm(join(home.dir, "home/config.json"));
    expect(chosen(without)).toEqual(["package", at("package")]);
    expect(chosen({ ...without, shipped: null })).toEqual(["login", at("login")]);
    await rm(join(home.dir, "home/credentials.json"));
    expect(chosen({ ...without, shipped: null })).toEqual(["default", "http://127.0.0.1:8080"]);
  });

  test("set, get and unset: the address alone on standard output, and why beside it", async () => {
    expect(await home.run(["config", "get", "registry"])).toMatchObject({ code: 0, stdout: "http://127.0.0.1:8080\n" });
    expect(await home.run(["config", "set", "registry", `${mine.url}/`])).toMatchObject({ code: 0, stdout: "" });
    const run = await home.run(["config", "get", "registry"]);
    expect(run).toMatchObject({ stdout: `${mine.url}\n`, stderr: expect.stringContaining("config.json") });
    expect(await shown([], { GAIA_REGISTRY: other.url })).toEqual(["environment", other.url]);
    expect((await home.run(["whoami"])).stdout).toContain(mine.url);
    for (const forget of [
      ["unset", "registry"],
      ["delete", "registry"],
      ["set", "registry", ""],
    ]) {
      await home.run(["config", "set", "registry", mine.url]);
      expect(await home.run(["config", ...forget])).toMatchObject({ code: 0 });
      expect((await shown())[0]).toBe("default");
    }
  });

  test("what is no address of a registry is refused, and keeps what was set", async () => {
    await home.run(["config", "set", "registry", mine.url]);
    for (const bad of ["ftp://x", "skills.example", "https://ada:secret@skills.example", "file:///etc/passwd"]) {
      const run = await home.run(["config", "set", "registry", bad]);
      expect([bad, run.code]).toEqual([bad, 2]);
    }
    expect(await shown()).toEqual(["config", mine.url]);
    expect((await home.run(["config", "set", "token", "x"])).code).toBe(2);
    const clear = await home.run(["config", "set", "registry", "http://skills.example"]);
    expect(clear).toMatchObject({ code: 0, stderr: expect.stringContaining("unencrypted") });
  });

  test("a damaged file is said by name, and is not passed over", async () => {
    await home.run(["config", "set", "registry", mine.url]);
    const file = join(home.dir, "home/config.json");
    for (const text of ["{", "[]", '{"registry": 1}', '{"registry": "javascript:alert(1)"}']) {
      await writeFile(file, text);
      const run = await home.run(["search", "x"]);
      expect([text, run.code]).toEqual([text, 2]);
      expect(run.stderr).toContain(file);
    }
    expect((await stat(file)).isFile()).toBe(true);
  });

  test("the only login names it; of two, neither does, and that is said", async () => {
    await login(mine.url);
    expect(await shown()).toEqual(["login", mine.url]);
    await login(other.url);
    expect(await shown()).toEqual(["default", "http://127.0.0.1:8080"]);
    const { stderr } = await home.run(["config", "get", "registry"]);
    for (const one of [mine, other]) expect(stderr).toContain(one.url);
    const logout = await home.run(["logout", "--registry", other.url]);
    expect(logout.stderr).toContain(`From now on ${mine.url} is asked: you are logged in to no other.`);
    expect(await shown()).toEqual(["login", mine.url]);
    expect((await home.run(["logout", "--registry", mine.url])).stderr).not.toContain("From now on");
  });
});

describe("a token goes to its own registry alone (first week, A15)", () => {
  test("GAIA_TOKEN belongs to what is set beside it, not to whatever an option names", async () => {
    await home.run(["config", "set", "registry", mine.url]);
    const env = { GAIA_TOKEN: SECRET, GAIA_OTP: "123456" };
    const run = await home.run(["whoami", "--registry", other.url], { env });
    expect(run.stderr).toContain("GAIA_TOKEN is not sent");
    expect(other.requests).toHaveLength(1);
    expect(told(other)).toEqual([]);
    await home.run(["whoami"], { env });
    expect(told(mine)).toContain(`Bearer ${SECRET}`);
    await home.run(["whoami"], { env: { ...env, GAIA_REGISTRY: other.url } });
    expect(told(other)).toContain(`Bearer ${SECRET}`);
  });

  test("that there is one login gives GAIA_TOKEN to nobody; the login's own goes there", async () => {
    await login(mine.url);
    mine.requests.length = 0;
    const run = await home.run(["whoami"], { env: { GAIA_TOKEN: "gsk_of-another-registry-0123456789" } });
    expect(run.stderr).toContain("GAIA_TOKEN is not sent");
    expect(told(mine)).toEqual([`Bearer ${SECRET}`]);
  });

  test("the token of README's walk goes to this machine's registry, also beside a login there", async () => {
    await mkdir(join(home.dir, "home"));
    const named = { flag: undefined, environment: undefined, home: join(home.dir, "home"), shipped: null };
    const ownerBeside = async (origin: string) => {
      await writeFile(join(home.dir, "home/credentials.json"), JSON.stringify({ registries: { [origin]: {} } }));
      return ownerOfToken(chooseRegistry(named)).origin;
    };
    expect(await ownerBeside("http://127.0.0.1:8080")).toBe("http://127.0.0.1:8080");
    expect(await ownerBeside("https://skills.example")).not.toBe("https://skills.example");
  });

  test("no redirect, download host or lock takes a token, stored or given, or a code to another origin", async () => {
    await serveRelease(mine, { name: "wild", tier: "experimental" });
    await serveRelease(other, { name: "wild", tier: "experimental" });
    const download = "/api/v1/skills/wild/1.0.0/download";
    mine.on("GET", download, { status: 302, headers: { location: `${other.url}${download}` } });
    for (const path of ["/api/v1/skills", "/api/v1/tokens"])
      mine.on("GET", path, { status: 307, headers: { location: `${other.url}${path}` } });
    for (const env of [{}, { GAIA_TOKEN: SECRET, GAIA_OTP: "123456" }]) {
      await home.run(["config", "set", "registry", mine.url]);
      await login(mine.url);
      expect(await home.run(["install", "wild", "--allow-experimental"], { env })).toMatchObject({ code: 0 });
      expect(other.requests.length).toBeGreaterThan(0);
      expect((await home.run(["token", "list"], { env })).code).toBe(6);
      // The lock of a home is a person's own word, so its address is asked; the token stays.
      const lock = join(home.dir, "home/skills/skill-lock.json");
      await writeFile(lock, (await readFile(lock, "utf8")).replaceAll(mine.url, other.url));
      const before = other.requests.length;
      await home.run(["outdated"], { env });
      await home.run(["update", "wild", "--allow-experimental"], { env });
      expect(other.requests.length).toBeGreaterThan(before);
      expect(told(other)).toEqual([]);
      expect(told(mine)).toContain(`Bearer ${SECRET}`);
      await rm(join(home.dir, "home"), { recursive: true });
      other.requests.length = 0;
    }
  });

  test("a code that was given for this run's registry stays with it, where the lock names another with a login", async () => {
    await serveRelease(mine, { name: "wild", tier: "experimental" });
    await serveRelease(other, { name: "wild", tier: "experimental" });
    await login(mine.url);
    await login(other.url);
    expect(await home.run(["install", "wild", "--allow-experimental", "--registry", other.url])).toMatchObject({
      code: 0,
    });
    other.requests.length = 0;
    await home.run(["outdated", "--registry", mine.url], { env: { GAIA_OTP: "123456" } });
    expect(told(other)).toEqual([`Bearer ${SECRET}`]);
  });
});
