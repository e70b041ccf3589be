import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseRange } from "@gaia/resolver";
import { decisionStatement, generateSigningKey, registrySigner, signStatement } from "@gaia/trust";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { InstallContext } from "../terms/context.ts";
import { homePaths, type HomePaths } from "../home/home.ts";
import { describeRegistryKey, writeTrust } from "../trust/trust-store.ts";
import { accountForSeen, ensureUnchanged, type Offer } from "./rollback.ts";
import { readSeenStatements } from "./seen-statements.ts";
import { rememberSeen } from "./seen-versions.ts";

const REGISTRY = "https://skills.example.org";
const RELEASE = `sha256:${"a".repeat(64)}`;
const [former, current] = [registrySigner(generateSigningKey()), registrySigner(generateSigningKey())];
const keyOf = (signer: typeof former) => ({
  ...describeRegistryKey(signer.publicKey.public_key),
  added_at: "2026-01-01T00:00:00.000Z",
});
const idOf = (signer: typeof former) => signer.publicKey.key_id;

const said = async (signer: typeof former, sequence: number, detail: object = {}) => ({
  sequence,
  decision: "publish" as const,
  created_at: "2026-01-01T00:00:00.000Z",
  envelope: await signStatement(
    signer,
    decisionStatement({
      registry: REGISTRY,
      publisher: "ada",
      name: "tool",
      version: "2.0.0",
      decision: "publish",
      releaseDigest: RELEASE,
      contentDigest: RELEASE,
      archives: [],
      detail,
      sequence,
      issuedAt: new Date("2026-01-01T00:00:00Z"),
      expiresAt: null,
    }),
  ),
});

let home: string;
let paths: HomePaths;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), "gaia-seen-"));
  paths = homePaths(home, home);
  await mkdir(paths.skills, { recursive: true });
});
afterEach(() => rm(home, { recursive: true, force: true }));

describe("G9 after a hand-over of the registry's key", () => {
  const known = { sequence: 2, said: [`${idOf(former)}:1`, `${idOf(former)}:2`], releaseDigest: RELEASE };
  const change = (said: string[]) => () =>
    ensureUnchanged(
      "tool 2.0.0",
      known,
      { sequence: 3, said, releaseDigest: RELEASE },
      {
        allowDowngrade: false,
        pinned: [keyOf(former), keyOf(current)],
      },
    );

  test("G9 no statement of the former key may be left out, however new the current one's is", () => {
    expect(change([`${idOf(current)}:3`])).toThrow(expect.objectContaining({ code: "statements_rolled_back" }));
    expect(change([`${idOf(former)}:2`, `${idOf(current)}:3`])).toThrow(/number 1$/);
    expect(change([`${idOf(former)}:1`, `${idOf(former)}:2`, `${idOf(current)}:3`])).not.toThrow();
  });
});

describe("G9 a version that is said to be held", () => {
  const row = (version: string, more: object = {}) =>
    ({
      version,
      status: "published",
      security_tier: "community",
      verdict: "ALLOW",
      published_at: null,
      ...more,
    }) as Offer["rows"][number];
  const offer: Offer = {
    name: "tool",
    rows: [row("2.0.0", { security_tier: "experimental", signer_change: "pending" }), row("1.0.0")],
    range: parseRange("*"),
    allowExperimental: true,
    allowHeld: false,
    leastTier: null,
    chosen: "1.0.0",
    allowDowngrade: false,
    minAge: null,
  };
  const account = async (releaseDigest: string | null) => {
    await writeTrust(paths.trust, new Map([[REGISTRY, [keyOf(current)]]]));
    await rememberSeen(
      paths,
      { registry: REGISTRY, name: "tool" },
      { seen: new Map([["2.0.0", { sequence: 1, said: [`${idOf(current)}:1`], releaseDigest }]]), forgotten: [] },
    );
    const statements = [await said(current, 1)];
    const door = { attestations: async () => statements, isSilence: () => false } as unknown as InstallContext["door"];
    const nobody = { tell() {}, machine: () => Promise.reject(new Error("not asked")), nearHosts: async () => [] };
    return accountForSeen({ registry: REGISTRY, paths, door, ...nobody, trustedRoots: undefined }, offer);
  };

  test("G9 is no reason to go below it once this home has taken it: nobody signs that", async () => {
    await expect(account(RELEASE)).rejects.toMatchObject({ code: "rolled_back" });
  });

  test("G9 is one while this home only saw it offered", async () => {
    expect([...(await account(null)).seen.keys()]).toEqual(["2.0.0"]);
  });
});

test("G9 a home that remembers no single statements takes them from what is installed", async () => {
  await writeTrust(paths.trust, new Map([[REGISTRY, [keyOf(current)]]]));
  const seen = new Map([["2.0.0", { sequence: 5, said: [], releaseDigest: RELEASE }]]);
  await rememberSeen(paths, { registry: REGISTRY, name: "tool" }, { seen, forgotten: [] });
  const entry = { version: "2.0.0", registry: REGISTRY, release_digest: RELEASE };
  await writeFile(paths.lockFile, JSON.stringify({ version: 1, skills: { tool: entry } }));
  await mkdir(join(paths.skills, "tool"));
  const attestations = [await said(current, 4), await said(current, 5)];
  const record = { version: 1, registry: REGISTRY, security_tier: "community", signatures: [], attestations };
  await writeFile(join(paths.skills, "tool", "signature.json"), JSON.stringify(record));
  const found = (await readSeenStatements({ paths, registry: REGISTRY }, "tool")).get("2.0.0");
  expect(found).toEqual({ sequence: 5, said: [`${idOf(current)}:4`, `${idOf(current)}:5`], releaseDigest: RELEASE });
});
