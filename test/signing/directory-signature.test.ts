import { execFile } from "node:child_process";
import { createHash, generateKeyPairSync } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findForeign, runForeign } from "../../packages/trust/test/foreign-signers.ts";
import { ISSUER, type Json, startInstance, SUBJECT } from "../../packages/trust/test/sigstore-instance.ts";
import { cliHome } from "../../apps/cli/test/cli-process.ts";
import { account, call, inspected, publish } from "../harness/api.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { sampleFiles, type SampleFiles, zipOf } from "../harness/samples.ts";

const run = promisify(execFile);
const FILE = "skill.oms.sig";

let instance: Awaited<ReturnType<typeof startInstance>>;
let registry: TestRegistry;
let place: string;
let ada: string;
const api = (path: string) => `${registry.url}/api/v1${path}`;
const digestOf = (content: string | Uint8Array) => createHash("sha256").update(content).digest();

beforeAll(async () => {
  instance = await startInstance();
  place = mkdtempSync(join(tmpdir(), "directory-signature-"));
  const root = join(place, "root.json");
  writeFileSync(root, JSON.stringify(instance.root()));
  registry = await startTestRegistry({ environment: { SIGSTORE_TRUSTED_ROOT: root } });
  ada = await account(registry.url, registry.adminToken, "ada");
  const tarball = await fetch(`${registry.url}/cli/gaia-skill.tgz`);
  writeFileSync(join(place, "cli.tgz"), new Uint8Array(await tarball.arrayBuffer()));
  await run("tar", ["xzf", join(place, "cli.tgz"), "-C", place]);
});
afterAll(async () => {
  await registry.close();
  rmSync(place, { recursive: true });
});

/** The statement that PyPI's `model-signing` 1.1 signs over these files. */
function manifestOf(files: SampleFiles): Json {
  const resources = Object.entries(files).map(([name, content]) => ({
    name,
    algorithm: "sha256",
    digest: digestOf(content).toString("hex"),
  }));
  const all = digestOf(Buffer.concat(resources.map(({ digest }) => Buffer.from(digest, "hex"))));
  return {
    _type: "https://in-toto.io/Statement/v1",
    subject: [{ name: "skill", digest: { sha256: all.toString("hex") } }],
    predicateType: "https://model_signing/signature/v1.0",
    predicate: {
      resources,
      serialization: { method: "files", hash_type: "sha256", allow_symlinks: false, ignore_paths: [] },
    },
  };
}

const signed = async (files: SampleFiles, wanted = {}): Promise<SampleFiles> => ({
  ...files,
  [FILE]: JSON.stringify(await instance.bundle(new Uint8Array(), { ...wanted, statement: manifestOf(files) })),
});
const register = (signer: object) =>
  call(api("/publishers/ada/keys"), { token: ada, json: { kind: "sigstore", ...signer } });

/** Published and inspected; with its signatures. */
async function published(name: string, files: SampleFiles) {
  expect((await publish(registry.url, ada, zipOf(files))).status).toBe(201);
  const version = await inspected(registry.url, name, "1.0.0", ada);
  const { signatures } = (await call(api(`/skills/${name}/1.0.0/signatures`))).body;
  const report = (await call(api(`/skills/${name}/1.0.0/scan`))).body;
  const page = String((await call(`${registry.url}/skills/${name}/1.0.0?tab=trust`)).body);
  return { version, signatures, report, page };
}

const gaia = (...args: string[]) =>
  run(process.execPath, [join(place, "package/gaia-skill.js"), ...args], {
    env: {
      PATH: process.env["PATH"] ?? "",
      GAIA_HOME: join(place, "home"),
      GAIA_REGISTRY: registry.url,
      SIGSTORE_TRUSTED_ROOT: join(place, "root.json"),
    },
  }).then(
    ({ stdout, stderr }) => ({ code: 0, output: stdout + stderr }),
    ({ code, stdout, stderr }) => ({ code: code as number, output: `${stdout}${stderr}` }),
  );
const install = (name: string, allowed = "--allow-experimental") => gaia("install", `${name}@1.0.0`, allowed, "--yes");

test("the directory's signature of an identity that nobody registered is shown as that, holds nothing up, and carries no tier", async () => {
  const { version, signatures, page } = await published(
    "oms-stranger",
    await signed(sampleFiles({ name: "oms-stranger" })),
  );
  const shown = { kind: "oms", status: "unregistered", signer: `${SUBJECT} (${ISSUER})`, file: FILE };
  expect(version).toMatchObject({ status: "published", verdict: "ALLOW", security_tier: "experimental" });
  expect(version.signatures).toMatchObject([shown]);
  expect(signatures).toMatchObject([{ ...shown, key_id: null, public_key: "" }]);
  expect(page).toContain("Proven, by a signer whom the publisher did not register");
  expect((await install("oms-stranger")).code).toBe(0);
  const verified = await gaia("verify", "oms-stranger", "--offline");
  expect(verified).toMatchObject({
    code: 0,
    output: expect.stringMatching(/– directory +skill\.oms\.sig signs these files/),
  });
  expect((await gaia("info", "oms-stranger@1.0.0")).output).toMatch(/unregistered oms .* over the directory/);
});

test("a registered identity is named as the publisher's; it raises no tier, and falls with the identity", async () => {
  const key = await register({ identity: SUBJECT, issuer: ISSUER });
  expect(key.status).toBe(201);
  const { version, signatures } = await published("oms-mine", await signed(sampleFiles({ name: "oms-mine" })));
  expect(version).toMatchObject({ verdict: "ALLOW", security_tier: "experimental", signatures: [{ status: "valid" }] });
  expect(signatures).toMatchObject([{ kind: "oms", status: "valid", key_id: key.body.id }]);
  expect((await install("oms-mine")).code).toBe(0);
  expect((await gaia("verify", "oms-mine", "--offline")).output).toMatch(/✓ directory +.* registered by ada/);

  await call(api(`/publishers/ada/keys/${key.body.id}?as=compromised`), { method: "DELETE", token: ada });
  const after = (await call(api("/skills/oms-mine/1.0.0"))).body;
  expect(after.signatures).toMatchObject([{ kind: "oms", status: "revoked" }]);
});

test("a directory's signature that no trusted root proves is held for a person and never installed", async () => {
  const name = "oms-unproven";
  const { version, report, page } = await published(name, await signed(sampleFiles({ name }), { withoutSct: true }));
  expect(version).toMatchObject({ status: "published", verdict: "REVIEW", security_tier: "experimental" });
  expect(version.signatures).toMatchObject([{ kind: "oms", status: "invalid", reason: expect.stringMatching(/\S/) }]);
  const found = { rule: "signatures/directory-invalid", file: FILE };
  expect(report.findings).toContainEqual(expect.objectContaining(found));
  expect(page).toContain("Does not hold for these files");
  expect(await install(name)).toMatchObject({ code: 4, output: expect.stringMatching(/held/) });
  expect(await install(name, "--allow-held")).toMatchObject({
    code: 5,
    output: expect.stringMatching(/does not hold/),
  });
});

describe("H-A10 a directory's signature that can never hold for these files is refused at receipt, and takes no version", () => {
  const cases: [string, (files: SampleFiles) => SampleFiles, RegExp][] = [
    [
      "oms-changed",
      (files) => ({ ...files, "tools.py": `${String(files["tools.py"])}\n# more\n` }),
      /"tools.py" is not the signed one/,
    ],
    ["oms-added", (files) => ({ ...files, "notes.md": "Notes." }), /"notes.md" is not among the signed ones/],
    ["oms-unreadable", (files) => ({ ...files, [FILE]: "{}" }), /no Sigstore bundle/],
  ];
  test.each(cases)("%s", async (name, change, reason) => {
    const files = await signed(sampleFiles({ name }));
    const error = {
      code: "SK5014",
      file: FILE,
      message: expect.stringMatching(reason),
      hint: expect.stringMatching(/\S/),
    };
    const upload = zipOf(change(files));
    expect(await publish(registry.url, ada, upload)).toMatchObject({
      status: 422,
      body: { code: "invalid_manifest", errors: expect.arrayContaining([expect.objectContaining(error)]) },
    });
    const judged = await call(api("/validate"), { token: ada, body: Buffer.from(upload), type: "application/zip" });
    expect(judged.body).toMatchObject({ valid: false, diagnostics: [expect.objectContaining(error)] });
    expect((await publish(registry.url, ada, zipOf(files))).status).toBe(201);
  });
});

const modelSigning = findForeign("model_signing");
test.skipIf(modelSigning.path === null)(`${modelSigning.title}: what it signs with a managed key`, async () => {
  const key = generateKeyPairSync("ec", { namedCurve: "P-256" });
  writeFileSync(join(place, "key.pem"), key.privateKey.export({ type: "sec1", format: "pem" }));
  const name = "oms-foreign";
  const files = sampleFiles({ name });
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(place, name, path)), { recursive: true });
    writeFileSync(join(place, name, path), content);
  }
  const out = join(name, "model.sig");
  runForeign(modelSigning.path, ["sign", "key", name, "--private_key", "key.pem", "--signature", out], place);
  files["model.sig"] = readFileSync(join(place, out), "utf8");
  expect((await register({ public_key: key.publicKey.export({ type: "spki", format: "pem" }) })).status).toBe(201);
  const { version, signatures } = await published(name, files);
  const signer = expect.stringMatching(/^SHA256:/);
  expect(version).toMatchObject({ verdict: "ALLOW", security_tier: "experimental" });
  expect(version.signatures).toMatchObject([{ kind: "oms", status: "valid", file: "model.sig", signer }]);
  expect(signatures).toMatchObject([{ public_key: expect.stringContaining("BEGIN PUBLIC KEY") }]);
  expect((await install(name)).code).toBe(0);
  const verified = await gaia("verify", name, "--offline");
  expect(verified).toMatchObject({
    code: 0,
    output: expect.stringMatching(/✓ directory +model\.sig signs these files/),
  });
  // As docs/TRUST.md says it, of the copy that was installed.
  writeFileSync(join(place, "public.pem"), key.publicKey.export({ type: "spki", format: "pem" }));
  const copy = join("home", "skills", name);
  const at = ["verify", "key", copy, "--public_key", "public.pem", "--signature", join(copy, "model.sig")];
  expect(() => runForeign(modelSigning.path, at, place)).toThrow(/[Ee]xtra|unsigned|SHA256SUMS/);
  runForeign(modelSigning.path, [...at, "--no-ignore-git-paths", "--ignore_unsigned_files"], place);
});

test.skipIf(modelSigning.path === null)(
  `${modelSigning.title}: H-A10 validate, scan and publish hold what it signs by default against what would be sent`,
  async () => {
    const home = await cliHome(registry.url, { GAIA_TOKEN: ada });
    const name = "oms-defaults";
    const folder = join(home.dir, name);
    const files = { ...sampleFiles({ name }), ".gitignore": "*.log\n", ".github/ci.yml": "on: push\n" };
    const junk = ["__pycache__/tools.cpython-312.pyc", ".DS_Store"];
    for (const [path, content] of [...Object.entries(files), ...junk.map((path) => [path, "junk"] as const)]) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), content);
    }
    const key = generateKeyPairSync("ec", { namedCurve: "P-256" });
    writeFileSync(join(home.dir, "key.pem"), key.privateKey.export({ type: "sec1", format: "pem" }));
    const sign = (...more: string[]) => {
      const fixed = ["sign", "key", name, "--private_key", "key.pem", "--signature", join(name, "model.sig")];
      runForeign(modelSigning.path, [...fixed, ...more], home.dir);
    };
    sign();
    const said = [
      /\.gitignore.*--no-ignore-git-paths/s,
      /\.github\/ci\.yml/,
      /--ignore-paths FOLDER\/\.DS_Store/,
      /__pycache__/,
    ];
    for (const verb of [["validate"], ["scan"], ["publish"], ["publish", "--dry-run"], ["stage"]]) {
      const { code, stdout, stderr } = await home.run([...verb, folder]);
      expect(code, verb.join(" ")).toBe(4);
      for (const words of said) expect(stdout + stderr, verb.join(" ")).toMatch(words);
    }
    expect((await call(api(`/skills/${name}/1.0.0`), { token: ada })).status).toBe(404);
    // As the words say it.
    const ignored = [".git", "__pycache__", ".DS_Store"].flatMap((path) => ["--ignore-paths", join(name, path)]);
    sign("--no-ignore-git-paths", ...ignored);
    expect((await home.run(["validate", folder])).code).toBe(0);
    expect(await home.run(["publish", folder])).toMatchObject({ code: 0 });
    const { signatures } = await inspected(registry.url, name, "1.0.0", ada);
    expect(signatures).toMatchObject([{ kind: "oms", status: "unknown" }]);
    await home.remove();
  },
);

test.skipIf(modelSigning.path === null)(
  `${modelSigning.title}: H-A10 an authority of one's own is registered by its certificate, and what it certified is the publisher's`,
  async () => {
    const openssl = (...args: string[]) => runForeign("openssl", args, place);
    const request = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"];
    openssl("req", "-x509", ...request, "-subj", "/CN=Authority", "-keyout", "ca.key", "-out", "ca.pem");
    const usage = ["-addext", "keyUsage=critical,digitalSignature", "-addext", "extendedKeyUsage=codeSigning"];
    const leaf = [...usage, "-addext", "basicConstraints=critical,CA:FALSE", "-CA", "ca.pem", "-CAkey", "ca.key"];
    openssl("req", "-x509", ...request, "-subj", "/CN=Ada", ...leaf, "-keyout", "leaf.key", "-out", "leaf.pem");
    const name = "oms-authority";
    const files = sampleFiles({ name });
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(dirname(join(place, name, path)), { recursive: true });
      writeFileSync(join(place, name, path), content);
    }
    const by = ["--private_key", "leaf.key", "--signing_certificate", "leaf.pem", "--certificate_chain", "ca.pem"];
    runForeign(modelSigning.path, ["sign", "certificate", name, ...by, "--signature", join(name, "model.sig")], place);
    files["model.sig"] = readFileSync(join(place, name, "model.sig"), "utf8");
    const pem = (file: string) => ({ public_key: readFileSync(join(place, file), "utf8") });
    expect(await register(pem("leaf.pem"))).toMatchObject({
      status: 422,
      body: { code: "invalid_key", detail: expect.stringMatching(/not that of an authority/) },
    });
    const home = await cliHome(registry.url, { GAIA_TOKEN: ada });
    const added = await home.run(["keys", "add", join(place, "ca.pem")]);
    expect(added).toMatchObject({ code: 0, stdout: expect.stringMatching(/certifies who signs directories for ada/) });
    await home.remove();
    const { signatures } = await published(name, files);
    const authority = expect.stringMatching(/^SHA256:/);
    expect(signatures).toMatchObject([{ kind: "oms", status: "valid", file: "model.sig", signer: authority }]);
    expect((await install(name)).code).toBe(0);
    expect((await gaia("verify", name, "--offline")).output).toMatch(/✓ directory +.* registered by ada/);
  },
);
