import { createPublicKey, verify } from "node:crypto";
import { expect, test } from "vitest";
import { plainRoot, turnBit } from "../../test/memory-log.ts";
import { checkpointOf, newSigner, NOW, ORIGIN } from "../../test/signers.ts";
import {
  EMPTY_TREE,
  formatCheckpoint,
  formatNote,
  type KeyType,
  LogError,
  parseCheckpoint,
  parseSignedCheckpoint,
  signCheckpoint,
  signNote,
  verifyNote,
} from "../index.ts";

const ROOT = "CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=";
const tree = { size: 20_852_163, root: Buffer.from(ROOT, "base64") };

test("a checkpoint is read and written in one spelling", () => {
  const text = `example.com/behind-the-sofa\n20852163\n${ROOT}\n`;
  const checkpoint = parseCheckpoint(text);
  expect(checkpoint).toEqual({ origin: "example.com/behind-the-sofa", tree, extensions: [] });
  expect(formatCheckpoint(checkpoint)).toBe(text);
  expect(parseCheckpoint(`${text}more\nlines\n`).extensions).toEqual(["more", "lines"]);
});

test.each([
  ["two lines", `o\n1\n`],
  ["an empty origin", `\n1\n${ROOT}\n`],
  ["a leading zero", `o\n01\n${ROOT}\n`],
  ["a sign", `o\n+1\n${ROOT}\n`],
  ["no number", `o\n\n${ROOT}\n`],
  ["a size past 2^53", `o\n9007199254740992\n${ROOT}\n`],
  ["a size of many digits", `o\n${"9".repeat(30)}\n${ROOT}\n`],
  ["a short root", `o\n1\n${ROOT.slice(4)}\n`],
  ["a root with unused bits", `o\n1\n${ROOT.replace("I=", "J=")}\n`],
  ["an empty extension", `o\n1\n${ROOT}\n\n`],
  ["no end", `o\n1\n${ROOT}`],
])("a checkpoint with %s is refused", (_, text) => expect(() => parseCheckpoint(text)).toThrow(LogError));

test("what a checkpoint cannot say is not written", () => {
  for (const checkpoint of [
    checkpointOf(tree, "two\nlines"),
    checkpointOf(tree, ""),
    checkpointOf({ ...tree, size: 2 ** 53 }),
    checkpointOf({ ...tree, size: 1.5 }),
    checkpointOf({ ...tree, root: tree.root.subarray(1) }),
    { ...checkpointOf(tree), extensions: ["a", ""] },
  ]) {
    expect(() => formatCheckpoint(checkpoint)).toThrow(LogError);
  }
});

test.each(["ed25519", "ed25519-cosignature", "ml-dsa-44"] as const satisfies KeyType[])(
  "a checkpoint signed by a key of type %s verifies with it, and with no bit turned",
  async (type) => {
    const signer = await newSigner(ORIGIN, type);
    const { note } = parseSignedCheckpoint(await signCheckpoint(checkpointOf(tree), [signer], NOW));
    const timestamp = type === "ed25519" ? null : NOW;
    expect(await verifyNote(note, [signer.key])).toEqual({ ok: true, signatures: [{ key: signer.key, timestamp }] });
    const [signature] = note.signatures;
    if (signature === undefined) throw new Error("it was signed");
    const spoilt = { ok: false, reason: "invalid_signature" };
    for (const bit of [0, 40, 100, signature.bytes.length * 8 - 1]) {
      const turned = { ...note, signatures: [{ ...signature, bytes: turnBit(signature.bytes, bit) }] };
      expect(await verifyNote(turned, [signer.key])).toMatchObject(spoilt);
    }
    const cut = { ...note, signatures: [{ ...signature, bytes: signature.bytes.subarray(1) }] };
    expect(await verifyNote(cut, [signer.key])).toMatchObject(spoilt);
    for (const text of [
      note.text.replace("20852163", "20852164"),
      note.text.replace("log.", "lag."),
      "no checkpoint\n",
    ]) {
      expect(await verifyNote({ ...note, text }, [signer.key])).toMatchObject(spoilt);
    }
    // Another key under the same name is one that is not known.
    const other = await newSigner(ORIGIN, type);
    expect(await verifyNote(note, [other.key])).toMatchObject({ ok: false, reason: "unsigned" });
    // Four bytes of id do not make it the key: whoever finds two keys of one id gains nothing.
    const collided = { ...other.key, keyId: signer.key.keyId };
    expect(await verifyNote(note, [collided])).toMatchObject(spoilt);
    expect(await verifyNote(note, [collided, signer.key])).toMatchObject({ ok: true });
  },
);

test("what we sign with ML-DSA-44 is what OpenSSL verifies, over the message of C2SP tlog-cosignature", async () => {
  const signer = await newSigner("witness.example/w1", "ml-dsa-44");
  const { bytes } = await signNote(formatCheckpoint(checkpointOf(tree)), signer, NOW);
  const uint64 = (value: number) => {
    const written = Buffer.alloc(8);
    written.writeBigUInt64BE(BigInt(value));
    return written;
  };
  const message = Buffer.concat([
    Buffer.from("subtree/v1\n\0"),
    Buffer.from([18]),
    Buffer.from("witness.example/w1"),
    uint64(NOW),
    Buffer.from([18]),
    Buffer.from("log.example/skills"),
    uint64(0),
    uint64(20_852_163),
    tree.root,
  ]);
  expect(bytes.subarray(0, 8)).toEqual(uint64(NOW));
  // The SPKI of an ML-DSA-44 key is its OID before the 1312 bytes.
  const spki = Buffer.concat([
    Buffer.from("30820532300b06096086480165030403110382052100", "hex"),
    signer.key.publicKey,
  ]);
  const key = createPublicKey({ key: spki, format: "der", type: "spki" });
  expect(verify(null, message, key, bytes.subarray(8))).toBe(true);
  expect(verify(null, turnBit(message, 300), key, bytes.subarray(8))).toBe(false);
});

test("signatures of unknown keys are passed over, one of a known key that does not hold spoils the note", async () => {
  const [log, witness, stranger] = await Promise.all([
    newSigner(ORIGIN, "ed25519"),
    newSigner("w.example/1", "ed25519-cosignature"),
    newSigner("w.example/2", "ml-dsa-44"),
  ]);
  const { note } = parseSignedCheckpoint(await signCheckpoint(checkpointOf(tree), [stranger, log, witness], NOW));
  const verdict = await verifyNote(note, [log.key, witness.key]);
  expect(verdict.ok && verdict.signatures.map(({ key }) => key)).toEqual([log.key, witness.key]);
  const [first, ...rest] = note.signatures;
  if (first === undefined) throw new Error("it was signed");
  const torn = { ...note, signatures: [{ ...first, bytes: turnBit(first.bytes, 90) }, ...rest] };
  expect(await verifyNote(torn, [log.key, witness.key])).toMatchObject({ ok: true });
  expect(await verifyNote(torn, [log.key, witness.key, stranger.key])).toMatchObject({ reason: "invalid_signature" });
  expect(await verifyNote(note, [])).toMatchObject({ reason: "unsigned" });
});

test("times past what we count, and the other kind's signature with the same key, do not verify", async () => {
  const signer = await newSigner("w.example/1", "ed25519-cosignature");
  const text = formatCheckpoint(checkpointOf());
  const signature = await signNote(text, signer, NOW);
  const late = Buffer.from(signature.bytes);
  late.writeBigUInt64BE(2n ** 63n);
  expect(await signNote(text, signer, 8_640_000_000_000)).toBeDefined();
  const note = { text, signatures: [{ ...signature, bytes: late }] };
  expect(await verifyNote(note, [signer.key])).toMatchObject({ reason: "invalid_signature" });
  for (const bad of [-1, 0.5, Number.NaN, 2 ** 53, 8_640_000_000_001]) {
    await expect(signNote(text, signer, bad)).rejects.toMatchObject({ code: "unsignable" });
  }
});

test("what is no checkpoint is cosigned by nobody, and ML-DSA-44 leaves extension lines to others", async () => {
  const [plain, timed, post] = await Promise.all([
    newSigner("a.example", "ed25519"),
    newSigner("a.example", "ed25519-cosignature"),
    newSigner("a.example", "ml-dsa-44"),
  ]);
  const extended = formatCheckpoint({ ...checkpointOf(), extensions: ["more"] });
  const long = formatCheckpoint(checkpointOf(EMPTY_TREE, "o".repeat(256)));
  await signNote("any text\n", plain, NOW);
  await signNote(extended, timed, NOW);
  await signNote(long, timed, NOW);
  await expect(signNote("any text\n", timed, NOW)).rejects.toMatchObject({ code: "malformed_checkpoint" });
  await expect(signNote(extended, post, NOW)).rejects.toMatchObject({ code: "unsignable" });
  await expect(signNote(long, post, NOW)).rejects.toMatchObject({ code: "unsignable" });
});

test("a signer that holds another key than it says signs nothing", async () => {
  const [one, two] = [await newSigner(ORIGIN, "ed25519"), await newSigner(ORIGIN, "ed25519")];
  const crossed = { key: one.key, sign: two.sign };
  await expect(signCheckpoint(checkpointOf(), [crossed], NOW)).rejects.toMatchObject({ code: "unsignable" });
});

test("a signed checkpoint is a note whose text is one", async () => {
  const signer = await newSigner(ORIGIN, "ed25519");
  const signed = await signCheckpoint(checkpointOf({ size: 1, root: plainRoot([]) }), [signer], NOW);
  expect(formatNote(parseSignedCheckpoint(signed).note)).toBe(signed);
  const note = { text: "any text\n", signatures: [await signNote("any text\n", signer, NOW)] };
  expect(() => parseSignedCheckpoint(formatNote(note))).toThrow(LogError);
});
