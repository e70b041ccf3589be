import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ISSUER, WORKFLOW } from "../../packages/trust/test/sigstore-instance.ts";
import { startServices, tokenOf } from "../../packages/trust/test/sigstore-services.ts";
import { account } from "../harness/api.ts";
import {
  findProxyProgram,
  type ProxyServer,
  startNginx,
  startSquid,
  startTinyproxy,
} from "../harness/proxy-servers.ts";
import { publishedAtOnce } from "../harness/published.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { sampleFiles } from "../harness/samples.ts";
import { service } from "../harness/services.ts";
import { loopbackCertificate } from "../harness/smtp-server.ts";

const run = promisify(execFile);
const missing = [];
for (const name of ["squid", "tinyproxy", "nginx"] as const) {
  const found = await service(name);
  if (!found.available) missing.push(found.reason);
}
const title = `H-B10 the served command line behind real proxies${missing.length === 0 ? "" : ` [${missing.join(", ")}]`}`;
// tinyproxy's settings take letters, digits and a few signs alone.
const USERS = { squid: { name: "ada", password: "p:@s" }, tinyproxy: { name: "ada", password: "p-s" } };
const addressOf = (host: string, { name, password }: { name: string; password: string }) =>
  `http://${name}:${encodeURIComponent(password)}@${host}`;

describe.skipIf(missing.length > 0)(title, () => {
  let registry: TestRegistry;
  let services: Awaited<ReturnType<typeof startServices>>;
  let place: string;
  let token: string;
  let front: ProxyServer;
  let proxies: { name: string; host: string; address: string }[];
  let squid: string;
  const started: ProxyServer[] = [];
  const keep = (server: ProxyServer) => {
    started.push(server);
    return server;
  };

  beforeAll(async () => {
    place = await mkdtemp(join(tmpdir(), "behind-proxies-"));
    services = await startServices();
    await writeFile(join(place, "root.json"), JSON.stringify(services.root));
    const environment = { SIGSTORE_TRUSTED_ROOT: join(place, "root.json") };
    registry = await startTestRegistry({ withoutScanners: true, environment });
    token = await account(registry.url, registry.adminToken, "ada");
    await publishedAtOnce(registry, { token, name: "behind-proxies", version: "1.0.0" });
    const certificate = loopbackCertificate(["127.0.0.1", "0.0.0.0"]);
    await writeFile(join(place, "authority.pem"), certificate.cert);
    front = keep(await startNginx(programOf("nginx"), { upstream: registry.url, certificate }));
    const { host } = keep(await startSquid(programOf("squid"), USERS.squid));
    const tiny = keep(await startTinyproxy(programOf("tinyproxy"), USERS.tinyproxy)).host;
    squid = addressOf(host, USERS.squid);
    proxies = [
      { name: "squid", host, address: squid },
      { name: "tinyproxy", host: tiny, address: addressOf(tiny, USERS.tinyproxy) },
    ];
    const tarball = await fetch(`${registry.url}/cli/gaia-skill.tgz`);
    await writeFile(join(place, "cli.tgz"), new Uint8Array(await tarball.arrayBuffer()));
    await run("tar", ["xzf", join(place, "cli.tgz"), "-C", place]);
  });
  afterAll(async () => {
    await Promise.all(started.map((server) => server.stop()));
    services?.close();
    await registry?.close();
    await rm(place, { recursive: true, force: true });
  });

  const programOf = (name: "squid" | "tinyproxy" | "nginx") => findProxyProgram(name) ?? name;
  /** Reached by a name that is not this machine's own to the command line, which asks no proxy about that. */
  const outside = (address: string) => address.replace("127.0.0.1", "0.0.0.0");

  const gaia = (node: string, args: string[], env: Record<string, string>) =>
    run(node, [join(place, "package/gaia-skill.js"), ...args], {
      cwd: place,
      timeout: 60_000,
      env: { PATH: process.env["PATH"] ?? "", HOME: place, GAIA_HOME: join(place, "home"), GAIA_TOKEN: token, ...env },
    }).then(
      ({ stdout, stderr }) => ({ code: 0, output: stdout + stderr }),
      ({ code, stdout, stderr }) => ({ code: code as number, output: `${stdout}${stderr}` }),
    );

  /** The project's own Node, and what this machine has beside it. */
  async function nodes(): Promise<Set<string>> {
    const { stdout } = await run("sh", ["-c", "which -a node || true"]);
    return new Set([process.execPath, ...stdout.split("\n").filter((path) => path && !path.includes("node_modules"))]);
  }

  async function skill(name: string, more: Record<string, Uint8Array> = {}): Promise<string> {
    await mkdir(join(place, name));
    for (const [path, content] of Object.entries({ ...sampleFiles({ name }), ...more }))
      await writeFile(join(place, name, path), content);
    return name;
  }

  test("reads, writes and downloads go through squid and tinyproxy, plain and in a tunnel, on each Node", async () => {
    const authority = { NODE_EXTRA_CA_CERTS: join(place, "authority.pem") };
    for (const [index, node] of [...(await nodes())].entries())
      for (const { name, host, address: proxy } of proxies) {
        const at = [node, name];
        const env = { ...authority, HTTP_PROXY: proxy, https_proxy: proxy };
        const tunnelled = { ...env, GAIA_REGISTRY: `https://${outside(front.host)}` };
        const plain = { ...env, GAIA_REGISTRY: outside(registry.url) };
        const own = await skill(`of-${name}-${index}`);
        expect([...at, await gaia(node, ["publish", own], tunnelled)]).toMatchObject([...at, { code: 0 }]);
        for (const each of [tunnelled, plain]) {
          const found = await gaia(node, ["info", "behind-proxies"], each);
          expect([...at, found]).toMatchObject([...at, { code: 0, output: expect.stringContaining("behind-proxies") }]);
          const home = { ...each, GAIA_HOME: await mkdtemp(join(place, "home-")) };
          const installed = await gaia(node, ["install", "behind-proxies", "--allow-experimental", "--yes"], home);
          expect([...at, installed]).toMatchObject([...at, { code: 0 }]);
        }
        // What went through before did so by the proxy: without its password nothing does.
        for (const each of [tunnelled, plain]) {
          const said = await gaia(node, ["info", "behind-proxies"], {
            ...each,
            HTTP_PROXY: `http://${host}`,
            https_proxy: `http://${host}`,
          });
          expect([...at, said]).toEqual([...at, { code: 6, output: expect.stringContaining("(407)") }]);
        }
        const near = { ...tunnelled, https_proxy: "http://127.0.0.1:9", NO_PROXY: "0.0.0.0" };
        expect([...at, await gaia(node, ["info", "behind-proxies"], near)]).toMatchObject([...at, { code: 0 }]);
      }
  });

  test("Sigstore's services are asked through them, on each Node", async () => {
    const ambient = { SIGSTORE_ID_TOKEN: tokenOf(), GAIA_REGISTRY: registry.url, NO_PROXY: "127.0.0.1" };
    const urls = [
      "--fulcio-url",
      outside(services.url),
      "--rekor-url",
      outside(services.url),
      "--tsa-url",
      outside(services.url),
    ];
    const identity = ["--identity", `${WORKFLOW}@refs/tags/*`, "--issuer", ISSUER];
    expect(await gaia(process.execPath, ["keys", "add", ...identity], ambient)).toMatchObject({ code: 0 });
    for (const [index, node] of [...(await nodes())].entries()) {
      const own = await skill(`signed-${index}`);
      const sign = ["publish", own, "--sigstore", ...urls];
      const refused = await gaia(node, sign, { ...ambient, HTTP_PROXY: squid.replace(/:[^:@]+@/, ":wr0ng@") });
      expect([node, refused]).toEqual([
        node,
        { code: 4, output: expect.stringMatching(/Fulcio[^]*does not take[^]*\(407\)/) },
      ]);
      expect(refused.output).not.toContain("wr0ng");
      const signed = await gaia(node, sign, { ...ambient, HTTP_PROXY: squid });
      expect([node, signed]).toMatchObject([node, { code: 0, output: expect.stringContaining("igned") }]);
    }
  });

  test("an authority that Node does not know is named with what adds it, with and without a proxy", async () => {
    const direct = await gaia(process.execPath, ["info", "x"], { GAIA_REGISTRY: `https://${front.host}` });
    const env = { GAIA_REGISTRY: `https://${outside(front.host)}`, HTTPS_PROXY: squid };
    for (const said of [direct, await gaia(process.execPath, ["info", "x"], env)])
      expect(said).toEqual({
        code: 6,
        output: expect.stringMatching(/does not know the authority[^]*NODE_EXTRA_CA_CERTS/),
      });
  });

  test("an upload that nginx does not take is told with its size", async () => {
    const env = { GAIA_REGISTRY: `https://${front.host}`, NODE_EXTRA_CA_CERTS: join(place, "authority.pem") };
    const large = await skill("too-large", { "data.bin": randomBytes(3_000_000) });
    const said = await gaia(process.execPath, ["publish", large], env);
    expect(said).toEqual({
      code: 4,
      output: expect.stringContaining("What stands before the registry takes no upload of 3.0 MB (413)"),
    });
  });
});
