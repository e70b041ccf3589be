import { contentDigest, type PackageFile, releaseDigest, sha256Hex, sri, sumsOf, writeZip } from "@gaia/archive";
import type { components } from "@gaia/client";
import { decisionStatement, type Envelope, type RegistrySigner, signStatement } from "@gaia/trust";
import type { FakeRegistry } from "./fake-registry.ts";

type Version = components["schemas"]["Version"];

const TIME = "2026-03-15T10:30:00.000Z";

type Sign = (sums: string) => { signature: string; publicKey: string; fingerprint: string };

export interface FakeReleaseInput {
  name: string;
  version?: string;
  publisher?: string;
  tier?: Version["security_tier"];
  files?: PackageFile[];
  permissions?: string[];
  dependencies?: string[];
  /** Other skills that its manifest needs, by name, with their ranges. */
  needs?: Record<string, string>;
  /** Those of them that are \`required: false\`. */
  optional?: string[];
  /** Signs SHA256SUMS as the publisher. */
  sign?: Sign;
  /** Signs it as somebody else, after `sign`. */
  cosign?: Sign;
  /** Signs the tier as the registry. */
  registrySigner?: RegistrySigner;
  /** The tier that the registry signs, when it is another than it says. */
  attestedTier?: string;
  /** Lies, laid over the true `Version`. */
  lies?: Partial<Version>;
}

export interface FakeRelease {
  version: Version;
  files: PackageFile[];
  sums: string;
  /** What the registry signed about it, as DSSE envelopes. */
  envelopes: Envelope[];
}

export const file = (path: string, text: string): PackageFile => ({ path, bytes: new Uint8Array(Buffer.from(text)) });

/** A SKILL.md that the manifest room accepts. */
export function manifestText(input: {
  name: string;
  version: string;
  permissions?: string[];
  dependencies?: string[];
  needs?: Record<string, string>;
  optional?: string[];
}): string {
  const permissions = (input.permissions ?? ["filesystem:none"]).map((one) => `  - ${one}\n`).join("");
  const dependencies = input.dependencies?.map((one) => `    - "${one}"\n`).join("");
  const needs = Object.entries(input.needs ?? {}).map(
    ([name, range]) =>
      `    - name: ${name}\n      version: "${range}"\n${input.optional?.includes(name) ? "      required: false\n" : ""}`,
  );
  const requirements =
    (dependencies === undefined ? "" : `  dependencies:\n${dependencies}`) +
    (needs.length === 0 ? "" : `  skills:\n${needs.join("")}`);
  return `---
name: ${input.name}
version: ${input.version}
description: "A skill of the tests"
author: ada
license: MIT
permissions:
${permissions}${requirements === "" ? "" : `requirements:\n${requirements}`}tools:
  - name: greet
    description: "Return a greeting"
    parameters:
      name: {type: string, required: true}
security_tier: experimental
---

# A skill of the tests
`;
}

const TOOLS = `from gaia.agents.base.tools import tool


@tool
def greet(name: str) -> dict:
    """Return a greeting."""
    return {"message": name}
`;

/** The files of a small valid skill. */
export const skillFiles = (input: Parameters<typeof manifestText>[0]): PackageFile[] => [
  file("SKILL.md", manifestText(input)),
  file("lib/words.py", "WORD = 1\n"),
  file("tools.py", TOOLS),
];

/** Lets a fake registry serve one version of a skill, whole: metadata, package, sums, signatures, statements. */
export async function serveRelease(fake: FakeRegistry, input: FakeReleaseInput): Promise<FakeRelease> {
  const { name, version = "1.0.0", publisher = "ada", tier = "community" } = input;
  const files = input.files ?? skillFiles({ ...input, version });
  const sums = sumsOf(
    { publisher, name, version },
    files.map(({ path, bytes }) => ({ path, sha256: sha256Hex(bytes) })),
  );
  const zip = writeZip(files);
  const signed = [input.sign, input.cosign].flatMap((sign) => (sign === undefined ? [] : [sign(sums)]));
  const signatures = signed.map(({ fingerprint }) => ({
    kind: "openpgp" as const,
    signer: fingerprint,
    status: "valid" as const,
    verified_at: new Date().toISOString(),
  }));
  const described: Version = {
    ...fakeVersion({ name, version, publisher, tier }),
    content_digest: contentDigest(sums),
    release_digest: releaseDigest(sums),
    integrity: sri(zip),
    signatures,
    size_bytes: zip.byteLength,
    file_count: files.length,
  };
  described.permissions = { declared: input.permissions ?? ["filesystem:none"], inferred: [] };
  const needs = Object.entries(input.needs ?? {}).map(([one, range]) => ({
    name: one,
    version: range,
    optional: input.optional?.includes(one) ?? false,
  }));
  described.requirements = { ...described.requirements, skills: needs };
  Object.assign(described, input.lies);
  const at = `/api/v1/skills/${name}/${version}`;
  fake.on("GET", at, { body: described });
  fake.on("GET", `${at}/download`, {
    body: zip,
    headers: { "content-type": "application/zip", "repr-digest": `sha-256=:${sri(zip).slice(7)}:` },
  });
  fake.on("GET", `${at}/sums`, { body: sums, headers: { "content-type": "text/plain" } });
  fake.on("GET", `${at}/signatures`, {
    body: {
      release_digest: releaseDigest(sums),
      signatures: signatures.map((one, at) => ({
        ...one,
        key_id: "0",
        signed_at: one.verified_at,
        signature: signed[at]?.signature,
        public_key: signed[at]?.publicKey,
      })),
    },
  });
  const attestations =
    input.registrySigner === undefined
      ? []
      : [await attest(input.registrySigner, described, input.attestedTier ?? tier, fake.url)];
  fake.on("GET", `${at}/attestations`, { body: { attestations } });
  // The page lists what was asked for, whatever the version's own answer claims.
  serveSkill(fake, [{ ...described, name, version }]);
  return { version: described, files, sums, envelopes: attestations.map(({ envelope }) => envelope) };
}

/** The skill page over these versions, newest last. */
export function serveSkill(fake: FakeRegistry, versions: Version[]): void {
  const latest = versions.at(-1);
  if (latest === undefined) throw new Error("a skill has a version");
  const rows = versions.map(({ version, status, security_tier, verdict, held, verdict_reason, published_at }) => ({
    version,
    status,
    security_tier,
    verdict,
    // A registry of an earlier release says neither.
    ...(held !== undefined && { held, held_reason: held ? verdict_reason : null }),
    published_at,
  }));
  fake.on("GET", `/api/v1/skills/${latest.name}`, {
    body: {
      ...latest,
      latest_version: latest.version,
      downloads: 1,
      rating: { average: null, count: 0 },
      created_at: TIME,
      updated_at: TIME,
      versions: rows,
      passed_over: [],
      readme: null,
    },
  });
}

async function attest(signer: RegistrySigner, version: Version, tier: string, registry: string) {
  const statement = decisionStatement({
    registry,
    publisher: version.publisher,
    name: version.name,
    version: version.version,
    decision: "tier",
    releaseDigest: version.release_digest,
    contentDigest: version.content_digest,
    archives: [],
    detail: { tier },
    sequence: 1,
    issuedAt: new Date(),
    expiresAt: null,
  });
  return { sequence: 1, decision: "tier", created_at: TIME, envelope: await signStatement(signer, statement) };
}

/** A published `Version` of the API, with made-up digests. */
export function fakeVersion(input: {
  name: string;
  version: string;
  publisher: string;
  tier: Version["security_tier"];
}): Version {
  const { name, version, publisher, tier } = input;
  return {
    name,
    version,
    publisher,
    security_tier: tier,
    description: "A skill of the tests",
    display_name: name,
    author: "ada",
    license: "MIT",
    homepage: null,
    repository: null,
    format: "gaia-0.1",
    kind: "tool",
    status: "published",
    status_reason: null,
    claimed_tier: null,
    verdict: "ALLOW",
    verdict_reason: "No finding.",
    cleared: false,
    inspection_id: "6f1c3c66-3a57-4b1b-9f0b-3f4f5f6f7f80",
    permissions: { declared: [], inferred: [] },
    tools: [],
    requirements: {
      python: null,
      model: null,
      context: null,
      hardware: {},
      env_vars: [],
      dependencies: [],
      node_dependencies: [],
      skills: [],
    },
    tags: [],
    content_digest: `sha256:${"0".repeat(64)}`,
    release_digest: `sha256:${"0".repeat(64)}`,
    integrity: `sha256-${"A".repeat(43)}=`,
    artifacts: [],
    size_bytes: 1,
    file_count: 1,
    signatures: [],
    diagnostics: [],
    received_at: TIME,
    published_at: TIME,
    download_url: "/",
  };
}
