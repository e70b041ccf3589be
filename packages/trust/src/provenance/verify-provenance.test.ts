import { createHash, generateKeyPairSync } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { findPublished } from "../../test/foreign-signers.ts";
import { type Json, startInstance, type Wanted } from "../../test/sigstore-instance.ts";
import { verifyProvenance } from "./verify-provenance.ts";

const GITHUB = "https://token.actions.githubusercontent.com";
const REPOSITORY = "https://github.com/ada/skills";
const COMMIT = "f0b49a04e5a62250e0f60fb128004a73110fe311";
const WORKFLOW = `${REPOSITORY}/.github/workflows/release.yml@refs/tags/v1.0.0`;
const GENERATOR =
  "https://github.com/slsa-framework/slsa-github-generator/.github/workflows/generator_generic_slsa3.yml@refs/tags/v2.1.0";
const SUMS = Buffer.from("the release");
const sha256 = createHash("sha256").update(SUMS).digest("hex");
const OTHER = "0".repeat(64);
const ARTIFACTS = [
  { what: "content_digest", sha256: OTHER },
  { what: "release_digest", sha256 },
];

const v1 = (): Json => ({
  _type: "https://in-toto.io/Statement/v1",
  subject: [{ name: "skill", digest: { sha256 } }],
  predicateType: "https://slsa.dev/provenance/v1",
  predicate: {
    buildDefinition: {
      buildType: "https://actions.github.io/buildtypes/workflow/v1",
      externalParameters: {
        workflow: { ref: "refs/tags/v1.0.0", repository: REPOSITORY, path: ".github/workflows/release.yml" },
      },
      resolvedDependencies: [{ uri: `git+${REPOSITORY}@refs/tags/v1.0.0`, digest: { gitCommit: COMMIT } }],
    },
    runDetails: {
      builder: { id: "https://github.com/actions/runner/github-hosted" },
      metadata: { invocationId: `${REPOSITORY}/actions/runs/1/attempts/1` },
    },
  },
});
const v02 = (builder = "https://github.com/actions/runner"): Json => ({
  _type: "https://in-toto.io/Statement/v0.1",
  subject: [{ name: "skill", digest: { sha256 } }],
  predicateType: "https://slsa.dev/provenance/v0.2",
  predicate: {
    builder: { id: builder },
    buildType: "https://github.com/npm/cli/gha/v2",
    invocation: {
      configSource: {
        uri: `git+${REPOSITORY}@refs/tags/v1.0.0`,
        digest: { sha1: COMMIT },
        entryPoint: ".github/workflows/release.yml",
      },
    },
    metadata: { buildInvocationId: "1-1" },
  },
});

const HOSTED = { issuer: GITHUB, runner: "github-hosted", repository: REPOSITORY, commit: COMMIT, config: WORKFLOW };
const REGISTERED = { id: "row", registered: JSON.stringify({ issuer: GITHUB, subject: WORKFLOW }), revokedAt: null };
const ANY_TAG = WORKFLOW.replace("v1.0.0", "*");
const byGenerator: Wanted = { subject: GENERATOR, certified: HOSTED };
const byWorkflow: Wanted = { subject: WORKFLOW, certified: HOSTED };

let instance: Awaited<ReturnType<typeof startInstance>>;
beforeAll(async () => {
  instance = await startInstance();
});

interface Given {
  wanted?: Wanted;
  signers?: { id: string; registered: string; revokedAt: Date | null }[];
  corrupt?: (bundle: Json) => void;
}

async function verify(statement: Json, { wanted = byWorkflow, signers = [REGISTERED], corrupt }: Given = {}) {
  const bundle = await instance.bundle(new Uint8Array(), { ...wanted, statement });
  corrupt?.(bundle);
  return verifyProvenance({
    artifacts: ARTIFACTS,
    signature: JSON.stringify(bundle),
    signers,
    at: new Date(),
    isNew: true,
    trustedRoots: [JSON.stringify(instance.root())],
  });
}

describe("what a build says of itself", () => {
  test("v1, with the artifact that it names", async () => {
    expect(await verify(v1())).toMatchObject({
      ok: true,
      level: 2,
      artifact: "release_digest",
      predicateType: "https://slsa.dev/provenance/v1",
      builderId: "https://github.com/actions/runner/github-hosted",
      sourceRepository: REPOSITORY,
      sourceCommit: COMMIT,
      workflow: ".github/workflows/release.yml",
      invocation: `${REPOSITORY}/actions/runs/1/attempts/1`,
      signerId: "row",
      identity: { issuer: GITHUB, subject: WORKFLOW },
    });
  });

  test("v0.2, as npm publishes it", async () => {
    expect(await verify(v02())).toMatchObject({ level: 2, sourceRepository: REPOSITORY, sourceCommit: COMMIT });
  });
});

const edited = (change: (statement: Json) => void): Json => {
  const statement = v1();
  change(statement);
  return statement;
};
const certified = (more: object): Given => ({ wanted: { subject: WORKFLOW, certified: { ...HOSTED, ...more } } });
const signedBy = (subject: string, revokedAt: Date | null = null) => ({
  id: "row",
  registered: JSON.stringify({ issuer: GITHUB, subject }),
  revokedAt,
});
const key = generateKeyPairSync("ec", { namedCurve: "P-256" });
const pem = key.publicKey.export({ type: "spki", format: "pem" }).toString();

describe("the level that it is verified to", () => {
  const cases: [string, Json, Given, number, RegExp][] = [
    ["a registered workflow of a hosted platform", v1(), {}, 2, /GitHub Actions ran .*release\.yml/],
    ["any tag of it", v1(), { signers: [signedBy(ANY_TAG)] }, 2, /ran/],
    ["an isolated builder that a registered workflow called", v02(GENERATOR), { wanted: byGenerator }, 3, /apart from/],
    ["nobody registered", v1(), { signers: [] }, 1, /has not registered .*release\.yml/],
    [
      "another workflow registered",
      v1(),
      { signers: [signedBy(WORKFLOW.replace("release", "ci"))] },
      1,
      /not registered/,
    ],
    ["a registered one that was revoked", v1(), { signers: [signedBy(WORKFLOW, new Date(0))] }, 1, /not registered/],
    [
      "a wildcard beside one that was revoked",
      v1(),
      { signers: [signedBy(WORKFLOW, new Date(0)), signedBy(ANY_TAG)] },
      1,
      /not registered/,
    ],
    [
      "a runner of the publisher's own",
      v1(),
      certified({ runner: "self-hosted" }),
      1,
      /not GitHub Actions's \(self-hosted\)/,
    ],
    [
      "an issuer that is no platform",
      v1(),
      certified({ issuer: "https://token.example" }),
      1,
      /no hosted build platform/,
    ],
    [
      "another repository than the certificate's",
      v1(),
      certified({ repository: `${REPOSITORY}2` }),
      1,
      /its certificate/,
    ],
    ["another commit than the certificate's", v1(), certified({ commit: "a".repeat(40) }), 1, /the commit/],
    ["a certificate without a commit", v1(), certified({ commit: undefined }), 1, /its certificate none/],
    ["no source said", edited((s) => (s.predicate.buildDefinition.externalParameters = {})), {}, 2, /ran/],
    [
      "no source at all",
      edited((s) => (s.predicate.buildDefinition = { buildType: "x" })),
      {},
      1,
      /It says that no repository/,
    ],
    ["an ordinary workflow that claims the isolated builder", v02(GENERATOR), {}, 2, /signed for itself/],
    [
      "the isolated builder, called by somebody else",
      v02(GENERATOR),
      { wanted: byGenerator, signers: [] },
      1,
      /not registered/,
    ],
    [
      "the isolated builder itself registered, which everybody may call",
      v02(GENERATOR),
      { wanted: byGenerator, signers: [signedBy(GENERATOR)] },
      1,
      /not registered .*ada\/skills/,
    ],
    [
      "the isolated builder on a branch",
      v02(GENERATOR),
      { wanted: { ...byGenerator, subject: GENERATOR.replace("tags/v2.1.0", "heads/main") } },
      1,
      /not registered/,
    ],
    ["the isolated builder, naming another", v02(), { wanted: byGenerator }, 2, /names another builder/],
    [
      "a certificate that does not say who called the builder",
      v02(GENERATOR),
      { wanted: { subject: GENERATOR, certified: { ...HOSTED, config: undefined } } as unknown as Given["wanted"] },
      1,
      /which workflow started/,
    ],
    [
      "a managed key",
      v1(),
      { wanted: { key, rekor: null }, signers: [{ id: "row", registered: pem, revokedAt: null }] },
      1,
      /managed key/,
    ],
  ] as [string, Json, Given, number, RegExp][];
  test.each(cases)("%s", async (_, statement, given, level, reason) => {
    const verdict = await verify(statement, given);
    expect(verdict).toMatchObject({ ok: true, level, reason: expect.stringMatching(reason) });
    expect(verdict.ok && verdict.signerId).toBe(level === 1 ? null : "row");
  });
});

describe("what is refused", () => {
  const cases: [string, Json, Given, RegExp][] = [
    ["of something else", edited((s) => (s.subject[0].digest.sha256 = "1".repeat(64))), {}, /something else/],
    ["no subjects", edited((s) => (s.subject = [])), {}, /something else/],
    ["a digest under another name", edited((s) => (s.subject[0].digest = { sha512: sha256 })), {}, /something else/],
    [
      "another predicate",
      edited((s) => (s.predicateType = "https://slsa.dev/verification_summary/v1")),
      {},
      /predicate type/,
    ],
    ["no builder", edited((s) => delete s.predicate.runDetails), {}, /no builder/],
    ["a builder that is no text", edited((s) => (s.predicate.runDetails.builder.id = ["x"])), {}, /no builder/],
    [
      "letters that look like others",
      edited((s) => (s.predicate.runDetails.builder.id = "https://gіthub.com")),
      {},
      /no builder/,
    ],
    ["no predicate", edited((s) => (s.predicate = null)), {}, /no predicate/],
    ["a managed key of nobody", v1(), { wanted: { key, rekor: null } }, /managed key/],
    [
      "another payload",
      v1(),
      { corrupt: (b) => (b.dsseEnvelope.payload = Buffer.from(JSON.stringify(v02())).toString("base64")) },
      /signature is not one/,
    ],
    ["no SCT", v1(), { wanted: { ...byWorkflow, withoutSct: true } }, /SCT/],
    ["no log", v1(), { corrupt: (b) => (b.verificationMaterial.tlogEntries = []) }, /./],
    ["a message instead of a statement", undefined, {}, /no statement/],
  ] as [string, Json, Given, RegExp][];
  test.each(cases)("%s", async (_, statement, given, reason) => {
    expect(await verify(statement, given)).toMatchObject({ ok: false, reason: expect.stringMatching(reason) });
  });
});

const npm = findPublished();
describe.skipIf(npm === null)(`what npm published${npm === null ? " (skipped: it was not fetched)" : ""}`, () => {
  const subject = "https://github.com/sigstore/sigstore-js/.github/workflows/release.yml@refs/heads/main";
  const published = (bundle: Json, more: object = {}) =>
    verifyProvenance({
      artifacts: [
        {
          what: "tarball",
          sha512: JSON.parse(Buffer.from(bundle.dsseEnvelope.payload, "base64").toString()).subject[0].digest.sha512,
        },
      ],
      signature: JSON.stringify(bundle),
      signers: [{ id: "row", registered: JSON.stringify({ issuer: GITHUB, subject }), revokedAt: null }],
      at: new Date("2026-11-01T00:00:00Z"),
      isNew: false,
      ...more,
    });

  test("of sigstore 2.0.0 holds by the public root, up to the level of its workflow", async () => {
    expect(await published(npm?.["sigstore@2.0.0"])).toMatchObject({
      ok: true,
      level: 2,
      artifact: "tarball",
      sourceRepository: "https://github.com/sigstore/sigstore-js",
      sourceCommit: COMMIT,
      signedAt: new Date("2023-08-18T16:05:35Z"),
    });
  });

  test("of 2.0.0 is of no other bytes, of nobody else's, and of no other time", async () => {
    const bundle = npm?.["sigstore@2.0.0"];
    const other = [{ what: "tarball", sha512: "0".repeat(128) }];
    expect(await published(bundle, { artifacts: other })).toMatchObject({ ok: false });
    expect(await published(bundle, { signers: [] })).toMatchObject({ ok: true, level: 1, signerId: null });
    const moved = structuredClone(bundle) as Json;
    moved.verificationMaterial.tlogEntries[0].integratedTime = "1700000000";
    expect(await published(moved)).toMatchObject({ ok: false });
  });

  test("of sigstore 1.3.0, as v0.2, is refused for the root certificate that it brings, and holds without it", async () => {
    const bundle = npm?.["sigstore@1.3.0"];
    expect(await published(bundle)).toMatchObject({ ok: false, reason: expect.stringMatching(/brings a root/) });
    const without = structuredClone(bundle) as Json;
    without.verificationMaterial.x509CertificateChain.certificates.pop();
    expect(await published(without)).toMatchObject({
      ok: true,
      level: 2,
      predicateType: "https://slsa.dev/provenance/v0.2",
      sourceCommit: "dae8bd8eb433a4147b4655c00fe73e0f22bc0fb1",
      workflow: ".github/workflows/release.yml",
    });
  });
});
