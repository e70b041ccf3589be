import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { contentDigest, sumsOf } from "@gaia/archive";
import { parseLeaf } from "@gaia/log";
import { type DecisionStatement, generateSigningKey, registrySigner, verifyEnvelope, verifyHubKey } from "@gaia/trust";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cliHome } from "../../apps/cli/test/cli-process.ts";
import { readSignature, signatureProblem } from "../../packages/protocols/hub/src/signature-file.ts";
import { account, call } from "../harness/api.ts";
import { describeWith } from "../harness/describe-with.ts";
import { FORMAT_SAMPLES } from "../harness/format-samples.ts";
import { bundled, hubFiles, onTheWire } from "../harness/hub.ts";
import { type Raiser, raiserOf } from "../harness/raised.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { rowsOf, runSql } from "../harness/rows.ts";

const sha256 = (content: string | Uint8Array): string => createHash("sha256").update(content).digest("hex");
const OF = { publisher: "-", name: "-", version: "-" };
/** As a release's content digest is made: SHA-256 over the lines of its SHA256SUMS. */
const digestOf = (files: ReadonlyMap<string, string>): string =>
  contentDigest(
    sumsOf(
      OF,
      [...files].map(([path, text]) => ({ path, sha256: sha256(text) })),
    ),
  );

await describeWith("gpg", "What GAIA's client is given of a tier", () => {
  let registry: TestRegistry;
  let ada: string;
  let raiser: Raiser;
  const hub = (path: string) => onTheWire(`${registry.url}/hub${path}`);
  const json = async (path: string) => JSON.parse((await hub(path)).bytes.toString());
  const versionOf = async (name: string) => (await json(`/skills/${name}/manifest.json`)).versions["1.0.0"];
  const filesOf = async (name: string, filename: string) => {
    const { bytes } = await hub(`/skills/${name}/1.0.0/${filename}`);
    return new Map([...bundled(bytes)].map(([path, text]) => [path.slice(name.length + 1), text] as const));
  };
  /** What the newest statement of a tier says, and its leaf. */
  const decided = async (name: string) => {
    const [row] = await rowsOf<{ envelope: { payload: string }; leaf: string }>(
      registry,
      `SELECT a.envelope, l.leaf FROM attestations a JOIN log_leaves l ON l.attestation_sequence = a.sequence
         JOIN versions v ON v.id = a.version_id JOIN skills s ON s.id = v.skill_id
       WHERE s.name = $1 AND a.decision = 'tier' ORDER BY a.sequence DESC LIMIT 1`,
      [name],
    );
    if (row === undefined) throw new Error(`${name} has no statement of a tier`);
    const keys = (await call(`${registry.url}/api/v1/keys`)).body.keys;
    const verdict = verifyEnvelope(row.envelope, keys);
    if (!verdict.ok) throw new Error(verdict.reason);
    return { statement: verdict.statement as DecisionStatement, leaf: parseLeaf(row.leaf).fields };
  };

  beforeAll(async () => {
    registry = await startTestRegistry({ withoutScanners: true });
    ada = await account(registry.url, registry.adminToken, "ada");
    raiser = await raiserOf(registry, "ada", ada);
  });
  afterAll(async () => {
    raiser.close();
    await registry.close();
  });

  test("statement and leaf name the author's content, the re-stamped digest and the tier, and the files are the author's but for that value", async () => {
    const name = "decided";
    const files = hubFiles({ name });
    await raiser.community(name, files);
    await raiser.verified(name);
    const { statement, leaf } = await decided(name);
    const own = new Map(Object.entries(files).map(([path, text]) => [path, String(text)]));
    const rebuilt = new Map(own).set(
      "SKILL.md",
      String(files["SKILL.md"]).replace("security_tier: experimental", "security_tier: verified"),
    );
    expect(statement.predicate).toMatchObject({ tier: "verified", restamped_digest: digestOf(rebuilt) });
    expect(`sha256:${statement.subject[1].digest.sha256}`).toBe(digestOf(own));
    expect(leaf).toMatchObject({
      name,
      tier: "verified",
      content: digestOf(own),
      restamped: digestOf(rebuilt),
    });
    const served = await filesOf(name, `${name}-1.0.0-verified.zip`);
    served.delete("SIGNATURE.json");
    expect(served).toEqual(rebuilt);
  });

  test("the re-stamped file is the version's artifact, signed by the hub's key and one with its SKILL.md; the author's stays beside it", async () => {
    const name = "offered";
    await raiser.community(name, hubFiles({ name, tier: null }));
    const { artifact, artifacts } = await versionOf(name);
    expect(artifact.filename).toBe(`${name}-1.0.0-community.zip`);
    expect(artifacts.map(({ filename }: { filename: string }) => filename)).toEqual([
      `${name}-1.0.0-community.zip`,
      `${name}-1.0.0.zip`,
    ]);
    for (const { filename, sha256: said, size_bytes: size } of artifacts) {
      const { bytes, status } = await hub(`/skills/${name}/1.0.0/${filename}`);
      expect([status, sha256(bytes), bytes.length]).toEqual([200, said, size]);
    }
    const files = await filesOf(name, artifact.filename);
    expect((await hub(`/skills/${name}/1.0.0/SKILL.md`)).bytes.toString()).toBe(files.get("SKILL.md"));
    expect(files.get("SKILL.md")).toContain("    security_tier: community\n");
    const signature = readSignature(Buffer.from(files.get("SIGNATURE.json") ?? ""));
    if (typeof signature === "string") throw new Error(signature);
    files.delete("SIGNATURE.json");
    const digests = [...files].map(([path, text]) => ({ path, sha256: sha256(text) }));
    expect(signatureProblem(signature, digests, { name, version: "1.0.0" })).toBeNull();
    const raw = (await hub("/keys/registry.pub")).bytes.toString();
    expect(raw).toBe(`${Buffer.from(signature.publicKey).toString("base64")}\n`);
    expect([...(await filesOf(name, `${name}-1.0.0.zip`)).keys()]).toEqual(["SKILL.md", "tools.py"]);
  });

  test("the registry's own key certifies the key that signs, and it is another one", async () => {
    const { certificate, public_key: pem, raw } = await json("/keys/registry.json");
    const [current] = (await call(`${registry.url}/api/v1/keys`)).body.keys;
    const verdict = verifyHubKey(certificate, current);
    expect(verdict).toMatchObject({ ok: true, hubKey: { public_key: pem } });
    expect((await hub("/keys/registry.pub")).bytes.toString()).toBe(`${raw}\n`);
    expect(pem).not.toBe(current.public_key);
    expect(verifyHubKey(certificate, { ...current, public_key: pem })).toMatchObject({ ok: false });
    expect(verifyHubKey({ ...certificate, payload: `${certificate.payload}AA` }, current)).toMatchObject({ ok: false });
  });

  test("a tier that falls takes file and manifest entry away at once", async () => {
    const name = "falls";
    await raiser.community(name, hubFiles({ name }));
    await raiser.verified(name);
    const at = (filename: string) => hub(`/skills/${name}/1.0.0/${filename}`);
    expect((await versionOf(name)).artifact.filename).toBe(`${name}-1.0.0-verified.zip`);
    expect((await at(`${name}-1.0.0-community.zip`)).status).toBe(404);
    await raiser.demoted(name, "community");
    expect((await at(`${name}-1.0.0-verified.zip`)).status).toBe(404);
    expect((await versionOf(name)).artifact.filename).toBe(`${name}-1.0.0-community.zip`);
    expect((await at("SKILL.md")).bytes.toString()).toContain("security_tier: community");
    await raiser.demoted(name, "experimental");
    for (const tier of ["verified", "community"]) expect((await at(`${name}-1.0.0-${tier}.zip`)).status).toBe(404);
    const { artifacts } = await versionOf(name);
    expect(artifacts.map(({ filename }: { filename: string }) => filename)).toEqual([`${name}-1.0.0.zip`]);
    expect((await at("SKILL.md")).bytes.toString()).toBe(hubFiles({ name })["SKILL.md"]);
  });

  test("an author who claims a higher tier than the registry gave is re-stamped with what it gave", async () => {
    const name = "claims-more";
    await raiser.community(name, hubFiles({ name, tier: "verified" }));
    expect((await hub(`/skills/${name}/1.0.0/SKILL.md`)).bytes.toString()).toContain("security_tier: community\n");
  });

  describe("is what the author wrote, and no statement says otherwise, of a skill", () => {
    test("in which two readers of YAML may see two tiers", async () => {
      const name = "says-it-elsewhere";
      const files = hubFiles({ name });
      const text = String(files["SKILL.md"]).replace("license: MIT\n", 'license: MIT\nnote: "security_tier"\n');
      await raiser.community(name, { ...files, "SKILL.md": text });
      expect((await decided(name)).statement.predicate).not.toHaveProperty("restamped_digest");
      expect((await versionOf(name)).artifact.filename).toBe(`${name}-1.0.0.zip`);
    });

    test("that is made into other files than were decided, which is logged", async () => {
      const name = "made-otherwise";
      await raiser.community(name, hubFiles({ name }));
      // As a later release of the registry may write another form of it.
      await runSql(
        registry,
        `BEGIN; INSERT INTO audit_log (actor, action, target) VALUES ('test', 'test.format', 'skill:${name}');
        UPDATE versions SET format = 'skill-md' WHERE skill_id = (SELECT id FROM skills WHERE name = '${name}'); COMMIT;`,
      );
      const { artifacts } = await versionOf(name);
      expect(artifacts.map(({ filename }: { filename: string }) => filename)).toEqual([`${name}-1.0.0.zip`]);
      expect((await hub(`/skills/${name}/1.0.0/${name}-1.0.0-community.zip`)).status).toBe(409);
    });

    test("of a process that has no key for it", async () => {
      const name = "without-a-key";
      await raiser.community(name, hubFiles({ name }));
      const own = registry.running.services.registry;
      const { hubSigner } = own;
      try {
        own.hubSigner = null;
        expect((await versionOf(name)).artifact.filename).toBe(`${name}-1.0.0.zip`);
        expect((await hub("/keys/registry.pub")).status).toBe(404);
      } finally {
        own.hubSigner = hubSigner;
      }
    });
  });

  test("another key signs all of it anew, and certified by the same registry", async () => {
    const name = "signed-anew";
    await raiser.community(name, hubFiles({ name }));
    const before = (await versionOf(name)).artifact;
    const { registry: own, pages } = registry.running.services;
    const { hubSigner } = own;
    try {
      own.hubSigner = registrySigner(generateSigningKey());
      pages.forgetAll();
      const { artifact } = await versionOf(name);
      expect(artifact.filename).toBe(before.filename);
      expect(artifact.sha256).not.toBe(before.sha256);
      const files = await filesOf(name, artifact.filename);
      const signature = JSON.parse(files.get("SIGNATURE.json") ?? "");
      const { certificate, raw } = await json("/keys/registry.json");
      expect(signature.public_key).toBe(raw);
      const [current] = (await call(`${registry.url}/api/v1/keys`)).body.keys;
      expect(verifyHubKey(certificate, current)).toMatchObject({ ok: true, hubKey: own.hubSigner.publicKey });
    } finally {
      own.hubSigner = hubSigner;
      pages.forgetAll();
    }
  });

  test("the command line installs such a version, and verifies its statements and its entry of the log offline", async () => {
    const name = "verified-offline";
    await raiser.community(name, hubFiles({ name }));
    const home = await cliHome(registry.url);
    try {
      const { fingerprint } = (await call(`${registry.url}/api/v1/keys`)).body.keys[0];
      expect(await home.run(["trust", "add", registry.url, "--fingerprint", fingerprint])).toMatchObject({ code: 0 });
      expect(await home.run(["install", name, "--yes"])).toMatchObject({ code: 0 });
      expect(await readFile(join(home.dir, "home/skills", name, ".tlog-proof"), "utf8")).toMatch(/^extra /m);
      const { code, stdout } = await home.run(["verify", name, "--offline"]);
      expect([code, stdout]).toEqual([0, expect.stringMatching(/✓ attestations .*community[^]*✓ log /)]);
    } finally {
      await home.remove();
    }
  });

  test("the leaf about a skill that is not public names no digest that could be guessed", async () => {
    const name = "kept-private";
    const files = hubFiles({ name });
    await raiser.community(name, files);
    await call(`${registry.url}/api/v1/skills/${name}/settings`, {
      token: ada,
      method: "PATCH",
      json: { visibility: "private" },
    });
    await raiser.verified(name);
    const { statement, leaf } = await decided(name);
    expect(leaf).toMatchObject({ tier: "verified", private: expect.stringMatching(/^sha256:/) });
    expect(leaf.restamped).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(leaf.restamped).not.toBe(statement.predicate.restamped_digest);
  });
});

await describeWith("gpg", "What GAIA's client is given of a tier, by format", () => {
  let registry: TestRegistry;
  let raiser: Raiser;
  beforeAll(async () => {
    registry = await startTestRegistry({ withoutScanners: true });
    raiser = await raiserOf(registry, "ada", await account(registry.url, registry.adminToken, "ada"));
  });
  afterAll(async () => {
    raiser.close();
    await registry.close();
  });

  /** Of openclaw what declares its permissions in a place of its own; the other two declare none, and stay experimental. */
  const openclaw = {
    name: "json-peek",
    version: "1.0.3",
    query: "",
    files: {
      "SKILL.md": String(FORMAT_SAMPLES["openclaw"]?.files["SKILL.md"]).replace(
        "  openclaw:\n",
        '  openclaw:\n    gaia:\n      permissions: ["shell:execute:jq"]\n',
      ),
    },
  };
  const raised = Object.entries({ ...FORMAT_SAMPLES, openclaw }).filter(
    ([format]) => format !== "agent-skills" && format !== "skill-md",
  );

  test.for(raised)("of %s it is the form that the hub serves, with that tier", async ([, sample]) => {
    const { name, version, query = "", files } = sample;
    const hub = (path: string) => onTheWire(`${registry.url}/hub/skills/${name}${path}`);
    await raiser.community(name, files, version, query);
    const { artifact } = JSON.parse((await hub("/manifest.json")).bytes.toString()).versions[version];
    expect(artifact.filename).toBe(`${name}-${version}-community.zip`);
    const bundle = bundled((await hub(`/${version}/${artifact.filename}`)).bytes);
    const own = bundled((await hub(`/${version}/${name}-${version}.zip`)).bytes);
    bundle.delete(`${name}/SIGNATURE.json`);
    const differing = [...bundle].filter(([path, text]) => own.get(path) !== text).map(([path]) => path);
    expect([differing, bundle.size]).toEqual([[`${name}/SKILL.md`], own.size]);
    expect(bundle.get(`${name}/SKILL.md`)).toMatch(/^ +security_tier: community\r?$/m);
    expect(bundle.get(`${name}/SKILL.md`)).toMatch(/^ {2}gaia:\n(?: {4}.*\n)* {4}permissions:/m);
    expect(bundle.get(`${name}/SKILL.md`)).toMatch(/^ +gaia:\n(?: +.*\n)*? +permissions:/m);
  });
});

await describeWith("gpg", "STATEMENTS=0.1", () => {
  test("says nothing that release 0.1 does not read: a version is offered as its author wrote it", async () => {
    const registry = await startTestRegistry({ withoutScanners: true, environment: { STATEMENTS: "0.1" } });
    const raiser = await raiserOf(registry, "ada", await account(registry.url, registry.adminToken, "ada"));
    try {
      await raiser.community("of-before", hubFiles({ name: "of-before" }));
      const [row] = await rowsOf<{ leaf: string; payload: string }>(
        registry,
        `SELECT l.leaf, a.envelope->>'payload' AS payload FROM attestations a
           JOIN log_leaves l ON l.attestation_sequence = a.sequence WHERE a.decision = 'tier'`,
      );
      expect(row?.leaf).toContain("tier: community");
      expect([row?.leaf, Buffer.from(row?.payload ?? "", "base64").toString()].join()).not.toContain("restamped");
      const { bytes } = await onTheWire(`${registry.url}/hub/skills/of-before/manifest.json`);
      expect(JSON.parse(bytes.toString()).versions["1.0.0"].artifact.filename).toBe("of-before-1.0.0.zip");
    } finally {
      raiser.close();
      await registry.close();
    }
  });
});
