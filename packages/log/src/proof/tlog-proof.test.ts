import * as fc from "fast-check";
import { expect, test } from "vitest";
import { entryAt, grownLog, turnBit } from "../../test/memory-log.ts";
import { checkpointOf, newSigner, NOW, ORIGIN } from "../../test/signers.ts";
import {
  EMPTY_TREE,
  formatTlogProof,
  formatVerifierKey,
  LogError,
  openTiles,
  parsePolicy,
  parseSignedCheckpoint,
  parseTlogProof,
  proveInclusion,
  signCheckpoint,
  verifyTlogProof,
} from "../index.ts";

const log = await newSigner(ORIGIN, "ed25519");
const witness = await newSigner("w.example/1", "ed25519-cosignature");
const policy = parsePolicy(
  `log ${formatVerifierKey(log.key)}\nwitness w ${formatVerifierKey(witness.key)}\nquorum w\n`,
);

const {
  log: store,
  trees: [tree = EMPTY_TREE],
} = await grownLog(777);
const tiles = await openTiles(store.read, tree);
const signed = parseSignedCheckpoint(await signCheckpoint(checkpointOf(tree), [log, witness], NOW));
const proofOf = async (index: number, extra: Uint8Array | null = null) =>
  formatTlogProof({ index, hashes: await proveInclusion(tiles, index), signed, extra });

test("a proof is written, read, and verifies for its entry and no other", async () => {
  for (const index of [0, 255, 256, 511, 776]) {
    const text = await proofOf(index);
    const proof = parseTlogProof(text);
    expect(formatTlogProof(proof)).toBe(text);
    expect(await verifyTlogProof(proof, { entry: entryAt(index), policy })).toMatchObject({
      ok: true,
      index,
      cosigned: [{ timestamp: NOW }],
    });
    const other = await verifyTlogProof(proof, { entry: entryAt(index + 1), policy });
    expect(other).toMatchObject({ ok: false, reason: "not_included" });
  }
});

/** Written by torchwood v0.9.0 for five entries, signed by Go's note and cosigned by torchwood: see `test/foreign`. */
const FOREIGN = {
  log: "go.example/log+c477f974+ATXAUTpKqoWV6i0P0isIujlq4uyFyim1VnxgatTHBq2+",
  witness: "w.example/timed+d057322e+BEZcEkHQU7BW0nGOpmDeeR8l2MHhEa8Xuno8CrgufLAo",
  proof: `c2sp.org/tlog-proof@v1
index 3
PcBScDQMpoZKQqUYjxxjaHboVKs1RdmBrGZc+3SqTcw=
/h+2s9jnS+4u7RyHxkdMxC6zihyqhcmu/Yo8NQExOSU=
OuVJIxGtMHi2jmTcTBaZliNIE3AQvjA90g21B9lTj8A=

go.example/log
5
yPFA0nVVp4Kn5u40sWJWSMGpIO/IGbB5vSHKLdpohO4=

— go.example/log xHf5dIZcRJXiIGHuKT9SPjzg7PmR/ROEpRSik/KX3H7lPWqiqa2EP74LVu2PrbZyXOtJpA+Te4beIrDFtWrctAOMigA=
— w.example/timed 0FcyLgAAAABrBEonaxfIEaXbqL3KiT6oU8avLy9ucRr7ICVFJDEo6kX9hLMSukVW4NxyhdBGj7v84Pqf4gyw2KWYgJABMFhOvrXUCA==
`,
};

test("a proof that somebody else's program made verifies, and is written back as it was", async () => {
  const [small = EMPTY_TREE] = (await grownLog(5)).trees;
  const proof = parseTlogProof(FOREIGN.proof);
  expect(formatTlogProof(proof)).toBe(FOREIGN.proof);
  expect(Buffer.from(proof.signed.checkpoint.tree.root)).toEqual(Buffer.from(small.root));
  const foreign = (quorum: string) =>
    parsePolicy(
      `log ${FOREIGN.log}\nwitness w ${FOREIGN.witness}\nwitness o ${formatVerifierKey(witness.key)}\nquorum ${quorum}\n`,
    );
  expect(await verifyTlogProof(proof, { entry: entryAt(3), policy: foreign("w") })).toMatchObject({
    ok: true,
    index: 3,
    cosigned: [{ witness: { name: "w" }, timestamp: 1_795_443_239 }],
  });
  expect(await verifyTlogProof(proof, { entry: entryAt(3), policy: foreign("o") })).toMatchObject({ ok: false });
  expect(await verifyTlogProof(proof, { entry: entryAt(2), policy: foreign("w") })).toMatchObject({ ok: false });
});

test("the file has C2SP tlog-proof's lines", async () => {
  const lines = (await proofOf(300, Buffer.from("hello"))).split("\n");
  expect(lines.slice(0, 3)).toEqual(["c2sp.org/tlog-proof@v1", "extra aGVsbG8=", "index 300"]);
  const empty = lines.indexOf("");
  expect(lines.slice(empty + 1, empty + 3)).toEqual([ORIGIN, "777"]);
  expect(parseTlogProof(await proofOf(300, Buffer.from("hello"))).extra).toEqual(Buffer.from("hello"));
});

test("no bit of a proof's text can be turned unseen", async () => {
  const text = await proofOf(300);
  const entry = entryAt(300);
  const bytes = Buffer.from(text);
  await fc.assert(
    fc.asyncProperty(fc.nat(bytes.length * 8 - 1), async (bit) => {
      let verdict;
      try {
        verdict = await verifyTlogProof(parseTlogProof(turnBit(bytes, bit)), { entry, policy });
      } catch (error) {
        expect(error).toBeInstanceOf(LogError);
        return;
      }
      expect(verdict.ok).toBe(false);
    }),
    { numRuns: 500 },
  );
});

test("a proof without the witness that the policy asks for is refused, however well it hashes", async () => {
  const alone = parseSignedCheckpoint(await signCheckpoint(checkpointOf(tree), [log], NOW));
  const proof = { index: 3, hashes: await proveInclusion(tiles, 3), signed: alone, extra: null };
  expect(await verifyTlogProof(proof, { entry: entryAt(3), policy })).toMatchObject({ reason: "too_few_witnesses" });
});

test("what is no proof file is refused", async () => {
  const text = await proofOf(300);
  for (const wrong of [
    "",
    text.replace("@v1", "@v2"),
    text.replace("index 300", "index 0300"),
    text.replace("index 300", "index -1"),
    text.replace("index 300", "index 9007199254740992"),
    text.replace("index 300", "Index 300"),
    text.replace("index 300", "extra *\nindex 300"),
    text.replace("index 300", "index 300\nextra aGVsbG8="),
    text.replace("index 300", `index 300\n${"AAAA"}`),
    text.replace("index 300", `index 300\n${`${Buffer.alloc(32).toString("base64")}\n`.repeat(64)}`),
    text.replace("index 300", `extra ${Buffer.alloc(65 * 1024).toString("base64")}\nindex 300`),
    text.replace("\n\n", "\n"),
    text.replaceAll("\n", "\r\n"),
    text.slice(0, -1),
    text.slice(0, text.indexOf("\n\n") + 2),
    `${text}\n`,
    text + "x".repeat(1024 * 1024),
  ]) {
    expect(() => parseTlogProof(wrong), wrong.slice(0, 80)).toThrow(LogError);
  }
});
