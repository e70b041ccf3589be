import { execFile } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { ISSUER, startInstance, SUBJECT, WORKFLOW } from "../../packages/trust/test/sigstore-instance.ts";
import { startServices, tokenOf } from "../../packages/trust/test/sigstore-services.ts";
import { account, inspected } from "../harness/api.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { sampleFiles } from "../harness/samples.ts";

const run = promisify(execFile);
const ANY_TAG = `${WORKFLOW}@refs/tags/*`;

let services: Awaited<ReturnType<typeof startServices>>;
let other: Awaited<ReturnType<typeof startInstance>>;
let registry: TestRegistry;
let place: string;
let root: string;

beforeAll(async () => {
  services = await startServices();
  other = await startInstance();
  place = await mkdtemp(join(tmpdir(), "sigstore-cli-"));
  root = join(place, "root.json");
  await writeFile(root, JSON.stringify(services.root));
  const otherRoot = join(place, "other-root.json");
  await writeFile(otherRoot, JSON.stringify(other.root()));
  registry = await startTestRegistry({ environment: { SIGSTORE_TRUSTED_ROOT: `${root},${otherRoot}` } });
  root = `${root},${otherRoot}`;
  const tarball = await fetch(`${registry.url}/cli/gaia-skill.tgz`);
  await writeFile(join(place, "cli.tgz"), new Uint8Array(await tarball.arrayBuffer()));
  await run("tar", ["xzf", join(place, "cli.tgz"), "-C", place]);
});
afterAll(async () => {
  services.close();
  await registry.close();
  await rm(place, { recursive: true, force: true });
});

/** An author with a home and a token, who runs the command line that the registry serves. */
async function author(handle: string, node = process.execPath) {
  const token = await account(registry.url, registry.adminToken, handle);
  const home = join(place, handle);
  await mkdir(home);
  const gaia = (args: string[], environment: Record<string, string> = {}) =>
    run(node, [join(place, "package/gaia-skill.js"), ...args], {
      cwd: home,
      env: {
        PATH: process.env["PATH"] ?? "",
        HOME: home,
        GAIA_HOME: join(home, ".gaia"),
        GAIA_REGISTRY: registry.url,
        GAIA_TOKEN: token,
        SIGSTORE_TRUSTED_ROOT: root,
        ...environment,
      },
    }).then(
      ({ stdout, stderr }) => ({ code: 0, output: stdout + stderr }),
      ({ code, stdout, stderr }) => ({ code: code as number, output: `${stdout}${stderr}` }),
    );
  const skill = async (name: string, version = "1.0.0") => {
    for (const [path, content] of Object.entries(sampleFiles({ name, version }))) {
      await mkdir(join(home, name, path, ".."), { recursive: true });
      await writeFile(join(home, name, path), content);
    }
    return name;
  };
  return { gaia, skill, token, home };
}

/** Nobody listens there. */
const DEAD = "http://127.0.0.1:9";
const own = () => ["--fulcio-url", services.url, "--rekor-url", services.url];
const ambient = (token = tokenOf()) => ({ SIGSTORE_ID_TOKEN: token });
/** The project's own Node, and what this machine has beside it. */
async function nodes(): Promise<Set<string>> {
  const { stdout } = await run("sh", ["-c", "which -a node || true"]);
  return new Set([process.execPath, ...stdout.split("\n").filter((path) => path && !path.includes("node_modules"))]);
}

test("an identity is registered, signs what it publishes, and is verified at install and offline, on each Node of this machine", async () => {
  for (const [index, node] of [...(await nodes())].entries()) {
    const { gaia, skill, token, home } = await author(`ci-${index}`, node);
    const added = await gaia(["keys", "add", "--identity", ANY_TAG, "--issuer", ISSUER]);
    expect(added, node).toMatchObject({ code: 0, output: expect.stringContaining(`${ANY_TAG} (${ISSUER}) now signs`) });
    const name = await skill(`ci-skill-${index}`);
    const published = await gaia(["publish", name, "--sigstore", ...own(), "--wait"], ambient());
    expect(published, node).toMatchObject({ code: 0, output: expect.stringMatching(/community/) });
    expect((await inspected(registry.url, name, "1.0.0", token)).security_tier).toBe("community");

    const installed = await gaia(["install", name, "--yes"]);
    expect(installed, node).toMatchObject({ code: 0, output: expect.stringContaining(`signed with ${ANY_TAG}`) });
    const kept = join(home, ".gaia/skills", name, "SHA256SUMS.sigstore.json");
    const bundle = await readFile(kept, "utf8");
    expect(JSON.parse(bundle).mediaType).toMatch(/^application\/vnd\.dev\.sigstore\.bundle/);
    const offline = { GAIA_REGISTRY: "http://127.0.0.1:9" };
    expect(await gaia(["verify", name], offline), node).toMatchObject({
      code: 0,
      output: expect.stringMatching(/✓ signature +signed by ci-\d with/),
    });
    // What stands there is no longer what was installed.
    await writeFile(kept, `${bundle} `);
    expect(await gaia(["verify", name], offline)).toMatchObject({
      code: 5,
      output: expect.stringContaining("SHA256SUMS.sigstore.json is not the signature"),
    });
    await writeFile(kept, bundle);
    await cp(kept, join(home, ".gaia/skills", name, "SHA256SUMS.asc"));
    expect(await gaia(["verify", name], offline)).toMatchObject({
      code: 5,
      output: expect.stringContaining("SHA256SUMS.asc is not the signature"),
    });
  }
});

test("who does not trust that Sigstore instance installs nothing; a root that cannot be used says so", async () => {
  const { gaia, skill } = await author("distrusted");
  await gaia(["keys", "add", "--identity", ANY_TAG, "--issuer", ISSUER]);
  const name = await skill("distrusted-skill");
  expect(await gaia(["publish", name, "--sigstore", ...own(), "--wait"], ambient())).toMatchObject({ code: 0 });
  expect(await gaia(["install", name, "--yes"], { SIGSTORE_TRUSTED_ROOT: "" })).toMatchObject({
    code: 5,
    output: expect.stringContaining("nothing was installed"),
  });
  expect(await gaia(["install", name, "--yes"], { SIGSTORE_TRUSTED_ROOT: "/none.json" })).toMatchObject({
    code: 4,
    output: expect.stringContaining("/none.json"),
  });
});

test("G8 a signer that this home never accepted is an alarm, whatever the registry takes", async () => {
  const { gaia, skill } = await author("changing");
  await gaia(["keys", "add", "--identity", ANY_TAG, "--issuer", ISSUER]);
  const name = await skill("changing-skill");
  expect(await gaia(["publish", name, "--sigstore", ...own(), "--wait"], ambient())).toMatchObject({ code: 0 });
  expect(await gaia(["install", name, "--yes"])).toMatchObject({ code: 0 });
  const stranger = "https://forge.example/eve/skills/.github/workflows/release.yml@refs/tags/v1.1.0";
  expect(await gaia(["keys", "add", "--identity", stranger, "--issuer", ISSUER])).toMatchObject({ code: 0 });
  await skill("changing-skill", "1.1.0");
  const signed = await gaia(["publish", name, "--sigstore", ...own(), "--wait"], ambient(tokenOf(stranger)));
  expect(signed).toMatchObject({ code: 0 });
  // The registry holds it, so nobody takes it unnamed; who names it is told both signers, and `--yes` is no answer to that.
  expect(await gaia(["install", name, "--yes"])).toMatchObject({ code: 0, output: expect.stringContaining("1.0.0") });
  expect(await gaia(["install", `${name}@1.1.0`, "--allow-experimental", "--yes"])).toMatchObject({
    code: 4,
    output: expect.stringContaining(`ANOTHER SIGNER, ${stranger} (${ISSUER})`),
  });
});

test("a job of GitHub Actions signs with the token that it asks for, and with a timestamp beside the log", async () => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.headers.authorization} ${request.url}`);
    response.setHeader("content-type", "application/json").end(JSON.stringify({ value: tokenOf() }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { gaia, skill } = await author("actions");
  await gaia(["keys", "add", "--identity", SUBJECT, "--issuer", ISSUER]);
  const name = await skill("actions-skill");
  expect(await gaia(["publish", name, "--wait"])).toMatchObject({ code: 0 });
  const { port } = server.address() as AddressInfo; // a TCP server has an AddressInfo
  const signed = await gaia(["sign", name, "--sigstore"], {
    ACTIONS_ID_TOKEN_REQUEST_URL: `http://127.0.0.1:${port}/token?job=1`,
    ACTIONS_ID_TOKEN_REQUEST_TOKEN: "of-this-job",
    SIGSTORE_FULCIO_URL: services.url,
    SIGSTORE_REKOR_URL: services.url,
    SIGSTORE_TSA_URL: services.url,
  });
  expect(signed).toMatchObject({ code: 0, output: expect.stringContaining("community") });
  expect(asked).toEqual(["Bearer of-this-job /token?job=1&audience=sigstore"]);
});

test("a bundle that was made elsewhere is sent, one of a managed key too; what is none is not", async () => {
  const keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { gaia, skill, home, token } = await author("elsewhere");
  await writeFile(join(home, "cosign.pub"), keys.publicKey.export({ type: "spki", format: "pem" }));
  await writeFile(join(home, "cosign.key"), keys.privateKey.export({ type: "pkcs8", format: "pem" }));
  expect(await gaia(["keys", "add", "cosign.key"])).toMatchObject({
    code: 4,
    output: expect.stringContaining("private key"),
  });
  expect(await gaia(["keys", "add", "cosign.pub"])).toMatchObject({ code: 0, output: /SHA256:/ });
  expect((await gaia(["keys", "list"])).output).toMatch(/SHA256:.*not used yet/);
  const name = await skill("elsewhere-skill");
  expect(await gaia(["publish", name, "--wait"])).toMatchObject({ code: 0 });
  await inspected(registry.url, name, "1.0.0", token);
  const sums = Buffer.from((await gaia(["digest", name])).output);
  await writeFile(join(home, "made.json"), JSON.stringify(await other.bundle(sums, { key: keys, rekor: null })));
  await writeFile(join(home, "none.json"), '{"mediaType":"application/json"}');
  expect(await gaia(["sign", name, "--bundle", "none.json"])).toMatchObject({ code: 4, output: /no Sigstore bundle/ });
  expect(await gaia(["sign", name, "--bundle", "made.json"])).toMatchObject({ code: 0, output: /community/ });
});

test("without an identity, or with half an instance, it says what is missing and never shows a token", async () => {
  const { gaia, skill } = await author("lost");
  const name = await skill("lost-skill");
  expect(await gaia(["publish", name, "--wait"])).toMatchObject({ code: 0 });
  const ends: [string[], Record<string, string>, number, RegExp][] = [
    [["--sigstore", ...own()], {}, 4, /no identity to sign with[^]*id-token: write/],
    [["--sigstore", ...own()], ambient("secret-but-no-token"), 4, /identity token cannot be read/],
    [["--sigstore", "--fulcio-url", DEAD, "--rekor-url", services.url], ambient(), 4, /\(Fulcio\)/],
    [["--sigstore", "--fulcio-url", services.url, "--rekor-url", DEAD], ambient(), 4, /\(Rekor\)/],
    [["--sigstore", ...own(), "--tsa-url", DEAD], ambient(), 4, /timestamp authority/],
    [["--sigstore", "--fulcio-url", services.url], ambient(), 2, /belong together/],
    [["--sigstore", "--rekor-url", services.url], ambient(), 2, /belong together/],
    [["--sigstore", "--fulcio-url", "ftp://x"], ambient(), 2, /not an http/],
    [["--sigstore", "--gpg"], ambient(), 2, /choose one/],
    [["--gpg", "--tsa-url", services.url], ambient(), 2, /are for --sigstore/],
    [[], ambient(), 2, /--gpg \[KEYID\], --sigstore or --bundle/],
    [["--sigstore", ...own()], ambient(), 5, /no signing key or identity here/],
  ];
  for (const [options, environment, code, words] of ends) {
    const end = await gaia(["sign", name, ...options], environment);
    expect(end, options.join(" ")).toMatchObject({ code, output: expect.stringMatching(words) });
    expect(end.output).not.toMatch(/secret-but-no-token|eyJ/);
  }
});
