import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { account, call } from "../harness/api.ts";
import { describeWith } from "../harness/describe-with.ts";
import { gpgIdentity } from "../harness/gpg.ts";
import { publishedAtOnce } from "../harness/published.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { until } from "../harness/until.ts";

/** Adds a line to a file of the re-stamped bundle. */
const REWRITE = `python3 -c '
import zipfile
old = zipfile.ZipFile("restamped.zip")
new = {name: old.read(name) + (b"\\n# more\\n" if name.endswith("tools.py") else b"") for name in old.namelist()}
with zipfile.ZipFile("restamped.zip", "w") as out:
    for name, content in new.items(): out.writestr(name, content)'
`;

await describeWith("gpg", "docs/TRUST.md: a sceptic's commands", () => {
  let registry: TestRegistry;
  let dir: string;
  let blocks: string[];
  const api = (path: string) => `${registry.url}/api/v1${path}`;
  const shell = (script: string) => {
    const env = {
      ...process.env,
      GNUPGHOME: join(dir, "gnupg"),
      REGISTRY: registry.url,
      NAME: "doubted",
      VERSION: "1.0.0",
    };
    return new Promise<{ code: unknown; stderr: string }>((resolve) =>
      execFile("bash", ["-euo", "pipefail", "-c", script], { cwd: dir, env, timeout: 60_000 }, (error, _, stderr) =>
        resolve({ code: error === null ? 0 : error.code, stderr }),
      ),
    );
  };

  beforeAll(async () => {
    registry = await startTestRegistry({ withoutScanners: true });
    dir = await mkdtemp(join(tmpdir(), "sceptic-"));
    const page = await readFile(new URL("../../docs/TRUST.md", import.meta.url), "utf8");
    blocks = [...page.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, script = ""]) => script);
    const ada = await account(registry.url, registry.adminToken, "ada");
    const gpg = await gpgIdentity("Ada <ada@example.org>");
    await call(api("/publishers/ada/keys"), { token: ada, json: { kind: "openpgp", public_key: gpg.publicKey } });
    await publishedAtOnce(registry, { token: ada, name: "doubted", version: "1.0.0" });
    const sums = (await call(api("/skills/doubted/1.0.0/sums"))).body as unknown as string;
    const signed = { token: ada, body: gpg.sign(sums), type: "application/pgp-signature" };
    expect((await call(api("/skills/doubted/1.0.0/signatures"), signed)).status).toBe(201);
    await writeFile(join(dir, "ada.asc"), gpg.publicKey);
    gpg.close();
    const { body } = await call(api("/keys"));
    await writeFile(join(dir, "registry.pem"), body.keys[0].public_key);
    await shell("mkdir -m 700 gnupg");
    await until(async () => (await call(api("/skills/doubted/1.0.0/proof"))).status === 200);
  });
  afterAll(async () => {
    await registry.close();
    await rm(dir, { recursive: true, force: true });
  });

  test("each block of commands succeeds on a real download, and the fourth fails on another leaf", async () => {
    expect(blocks).toHaveLength(5);
    for (const block of blocks) expect(await shell(block), block).toMatchObject({ code: 0 });
    const proof = await readFile(join(dir, ".tlog-proof"), "utf8");
    const leaf = Buffer.from(/^extra (.*)$/m.exec(proof)?.[1] ?? "", "base64").toString();
    const forged = Buffer.from(leaf.replace("ada", "eve")).toString("base64");
    await writeFile(join(dir, "forged"), proof.replace(/^extra .*$/m, `extra ${forged}`));
    const withForged = (blocks[3] ?? "").replace(/^curl.*$/m, "cp forged .tlog-proof");
    expect(await shell(withForged)).toMatchObject({ code: 1, stderr: expect.stringContaining("not in the tree") });
  });

  test("the commands for what GAIA's client is given fail on a file that was changed, and on another key", async () => {
    const [, , , , block = ""] = blocks;
    const changed = block.replace("> restamped.zip\n", "> restamped.zip\n" + REWRITE);
    expect(changed).not.toBe(block);
    expect(await shell(changed)).toMatchObject({ code: 1, stderr: expect.stringContaining("other files") });
    const openssl = "openssl pkeyutl -verify -pubin -inkey other.pem -rawin -in bundle.json -sigfile bundle.sig";
    await shell("openssl genpkey -algorithm ed25519 | openssl pkey -pubout > other.pem");
    expect((await shell(openssl)).code).not.toBe(0);
    expect((await shell(openssl.replace("other.pem", "hub.pem"))).code).toBe(0);
  });

  test("what was changed on the way is found by the command for it", async () => {
    await shell("cp SHA256SUMS honest; sed -i 's/doubted/trusted/' SHA256SUMS");
    expect((await shell("gpg --batch --verify SHA256SUMS.asc SHA256SUMS")).code).not.toBe(0);
    await shell("cp honest SHA256SUMS; echo more >> files/SKILL.md");
    expect((await shell("cd files && sha256sum --check --quiet --strict ../SHA256SUMS")).code).not.toBe(0);
    await shell("sed -i 's/DSSEv1/DSSEv2/' statement.pae");
    const verify = "openssl pkeyutl -verify -pubin -inkey registry.pem -rawin -in statement.pae -sigfile statement.sig";
    expect((await shell(verify)).code).not.toBe(0);
  });
});
