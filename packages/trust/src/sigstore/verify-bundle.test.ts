import { beforeAll, describe, expect, test } from "vitest";
import { IDENTITY, ISSUER, startInstance, statementOf, SUBJECT, type Wanted } from "../../test/sigstore-instance.ts";
import { entryOf } from "../../test/sigstore-corruption.ts";
import { type Json, SUMS, verifyIn } from "../../test/sigstore-verify.ts";
import { kindOf, signerIdsOf } from "../kinds/verify-signature.ts";

let instance: Awaited<ReturnType<typeof startInstance>>;
beforeAll(async () => {
  instance = await startInstance();
});

const DSSE = { statement: statementOf(SUMS) };
const V2 = { rekor: 2 as const, timestamps: [0] };
const later = (minutes: number) => new Date(Date.now() + minutes * 60_000);

describe("bundles that hold", () => {
  const kinds: [string, Wanted][] = [
    ["v0.1, a message", { version: "0.1" }],
    ["v0.2, a message", { version: "0.2" }],
    ["v0.3, a message", {}],
    ["v0.1, a statement logged as intoto", { ...DSSE, version: "0.1", entry: "intoto" }],
    ["v0.3, a statement logged as dsse", DSSE],
    ["v0.3, a statement logged as hashedrekord", { ...DSSE, entry: "hashedrekord" }],
    ["Rekor v2, a message with a timestamp", V2],
    ["Rekor v2, a statement logged as hashedrekord", { ...DSSE, ...V2 }],
    ["Rekor v2, a statement logged as dsse", { ...DSSE, ...V2, entry: "dsse" }],
    ["log and timestamp authority both", { timestamps: [0] }],
  ];
  test.each(kinds)("%s", async (_, wanted) => {
    const bundle = await instance.bundle(SUMS, wanted);
    expect(kindOf(JSON.stringify(bundle))).toBe("sigstore");
    expect(await signerIdsOf("sigstore", JSON.stringify(bundle))).toContain(`${SUBJECT} (${ISSUER})`);
    expect(await verifyIn(instance.root(), bundle)).toMatchObject({
      ok: true,
      signerId: "row",
      signer: `${SUBJECT} (${ISSUER})`,
      madeBy: SUBJECT,
      identity: { issuer: ISSUER, subject: SUBJECT, sourceRepository: "https://forge.example/ada/skills" },
    });
  });

  test("v0.3 under its older media type", async () => {
    const mediaType = "application/vnd.dev.sigstore.bundle+json;version=0.3";
    expect(await verifyIn(instance.root(), { ...(await instance.bundle(SUMS)), mediaType })).toMatchObject({
      ok: true,
    });
  });

  test("v0.1 from before there were checkpoints: the promise vouches, the bare proof is not read", async () => {
    const bundle = await instance.bundle(SUMS, { version: "0.1" });
    delete bundle.verificationMaterial.tlogEntries[0].inclusionProof.checkpoint;
    expect(await verifyIn(instance.root(), bundle)).toMatchObject({ ok: true });
  });

  test("a checkpoint that witnesses and strangers signed as well, before the log did", async () => {
    const bundle = await instance.bundle(SUMS, V2);
    const { checkpoint } = bundle.verificationMaterial.tlogEntries[0].inclusionProof;
    const [text, own] = checkpoint.envelope.split("\n\n");
    const witness = instance.logs[1].note(`${text}\n`, "witness.example");
    checkpoint.envelope = `${text}\n\n${witness}${own}${witness}`;
    expect(await verifyIn(instance.root(), bundle)).toMatchObject({ ok: true });
  });

  test("times at the very end of an interval are within it", async () => {
    const loggedAt = new Date(Math.floor(Date.now() / 1000) * 1000);
    const bundle = await instance.bundle(SUMS, { loggedAt });
    const root = instance.root();
    for (const { publicKey } of root.tlogs) publicKey.validFor.end = loggedAt.toISOString();
    expect(await verifyIn(root, bundle)).toMatchObject({ ok: true, signedAt: loggedAt });
  });

  test("another authority of the same name does not stand in the way", async () => {
    const stranger = (await startInstance()).root().certificateAuthorities[0];
    const root = instance.root();
    root.certificateAuthorities.unshift(stranger);
    expect(await verifyIn(root, await instance.bundle(SUMS))).toMatchObject({ ok: true });
  });

  test("the root that knows it is found among several, and says what is wrong when none does", async () => {
    const roots = [(await startInstance()).root(), instance.root()];
    const bundle = await instance.bundle(SUMS);
    expect(await verifyIn(roots, bundle)).toMatchObject({ ok: true });
    bundle.verificationMaterial.tlogEntries[0].inclusionProof.treeSize = "4";
    expect(await verifyIn(roots, bundle)).toMatchObject({ ok: false, reason: expect.stringMatching(/tree size/) });
  });
});

describe("an entry of somebody else's", () => {
  const swaps: [string, Wanted, Wanted, RegExp][] = [
    ["of another signature", {}, {}, /entry is of something else/],
    ["of another statement", { ...DSSE, entry: "intoto" }, { ...DSSE, entry: "intoto" }, /entry is of something else/],
    ["of another envelope, Rekor v2", { ...DSSE, ...V2 }, { ...DSSE, ...V2 }, /entry is of something else/],
    ["of a message, for an envelope", { ...DSSE, ...V2 }, V2, /entry is of something else/],
  ];
  test.each(swaps)("%s", async (_, wanted, other, reason) => {
    const bundle = await instance.bundle(SUMS, wanted);
    const entry = entryOf(await instance.bundle(SUMS, other));
    bundle.verificationMaterial.tlogEntries = [entry];
    expect(await verifyIn(instance.root(), bundle)).toMatchObject({ ok: false, reason: expect.stringMatching(reason) });
  });

  const KINDS: [string, Wanted][] = [
    ["hashedrekord", {}],
    ["dsse", DSSE],
    ["intoto", { ...DSSE, entry: "intoto" }],
    ["hashedrekord of Rekor v2", V2],
    ["dsse of Rekor v2", { ...DSSE, ...V2, entry: "dsse" }],
  ];
  test.each(KINDS)("of this signature and another certificate: %s", async (_, wanted) => {
    const bundle = await instance.bundle(SUMS, { ...wanted, loggedBy: "somebody else" });
    expect(await verifyIn(instance.root(), bundle)).toMatchObject({
      ok: false,
      reason: expect.stringMatching(/names another certificate/),
    });
  });

  test("G5 with a signature more than was made", async () => {
    const bundle = await instance.bundle(SUMS, { ...DSSE, entry: "dsse", loggedTwice: true });
    expect(await verifyIn(instance.root(), bundle)).toMatchObject({
      ok: false,
      reason: expect.stringMatching(/signature/),
    });
  });
});

test("a time that has not come is nobody's", async () => {
  const bundle = await instance.bundle(SUMS, { loggedAt: later(8) });
  expect(await verifyIn(instance.root(), bundle)).toMatchObject({
    ok: false,
    reason: expect.stringMatching(/has not come/),
  });
});

test("whatever is cut off or put in its place, the answer is a verdict", async () => {
  const bundle = await instance.bundle(SUMS, { ...V2, ...DSSE, version: "0.2" });
  const paths = pathsOf(bundle);
  expect(paths.length).toBeGreaterThan(25);
  for (const path of paths)
    for (const value of [null, undefined, 0, "", "AAAA", [], {}, [[]]]) {
      const changed = structuredClone(bundle);
      const parent = path.slice(0, -1).reduce((each: Json, name) => each[name], changed);
      const name = path.at(-1) ?? "";
      if (JSON.stringify(parent[name]) === JSON.stringify(value)) continue;
      parent[name] = value;
      const verdict = await verifyIn(instance.root(), changed, { registered: IDENTITY });
      expect([verdict.ok, path.join("."), value]).toEqual([false, path.join("."), value]);
    }
});

test("a bundle that is nested deeper than the stack is a verdict, too", async () => {
  const deep = `{"mediaType":${"[".repeat(30_000)}${"]".repeat(30_000)},"is":"application/vnd.dev.sigstore.bundle"}`;
  await expect(signerIdsOf("sigstore", deep)).rejects.toMatchObject({ code: "invalid_bundle" });
});

/** Without the envelope's key id and an entry's time without promise, which nobody vouches for and nobody reads. */
function pathsOf(value: Json, path: string[] = []): string[][] {
  if (typeof value !== "object" || value === null) return [path];
  const below = Object.keys(value).flatMap((name) => pathsOf(value[name], [...path, name]));
  return path.length === 0 ? below : [path, ...below];
}
