import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, test } from "vitest";
import {
  addCheckpoint,
  askWitness,
  EMPTY_TREE,
  formatCheckpoint,
  formatTlogProof,
  formatVerifierKey,
  generateSignerKey,
  growTree,
  judgeCheckpoint,
  type KeyType,
  noteSigner,
  openTiles,
  followLog,
  parsePolicy,
  parseSignedCheckpoint,
  parseTlogProof,
  parseVerifierKey,
  proveConsistency,
  proveInclusion,
  signCheckpoint,
  type Tree,
  treeAt,
  verifyNote,
  verifyTlogProof,
} from "../src/index.ts";
import {
  directoryOf,
  findForeignPrograms,
  foreignClient,
  freePort,
  start,
  startLitewitness,
  verifier,
} from "./foreign-programs.ts";
import { entriesFrom, entryAt, grownLog, type MemoryLog, turnBit } from "./memory-log.ts";
import { checkpointOf, newSigner, NOW, ORIGIN } from "./signers.ts";
import { memoryWitness } from "./witness-memory.ts";

const missing = await findForeignPrograms();
const log = await newSigner(ORIGIN, "ed25519");
const vkey = formatVerifierKey(log.key);
const signed = async (tree: Tree) => parseSignedCheckpoint(await signCheckpoint(checkpointOf(tree), [log], NOW));
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");
const draw = (bound: number) => Math.floor(Math.random() * bound);

describe.skipIf(missing !== null)(
  `Go's implementations of C2SP's formats${missing === null ? "" : ` [${missing}]`}`,
  () => {
    test("torchwood's monitor reads every entry of a log of ours, and refuses one with a bit turned", async () => {
      const { log: store, trees } = await grownLog(300, 70_000);
      const checkpoint = await signCheckpoint(checkpointOf(trees[1] ?? EMPTY_TREE), [log], NOW);
      const whole = directoryOf(store, checkpoint);
      const digest = createHash("sha256")
        .update(Buffer.concat(entriesFrom(0, 70_000)))
        .digest("hex");
      expect(verifier("follow", whole.dir, { Vkey: vkey })).toEqual({ count: 70_000, digest });
      whole.close();
      for (const path of [
        "tile/entries/100",
        "tile/entries/273.p/112",
        "tile/0/100",
        "tile/1/001.p/17",
        "tile/2/000.p/1",
      ]) {
        const files = new Map(store.files);
        files.set(path, turnBit(files.get(path) ?? Buffer.of(), draw(100)));
        const torn = directoryOf({ ...store, files }, checkpoint);
        expect(() => verifier("follow", torn.dir, { Vkey: vkey }), path).toThrow();
        torn.close();
      }
    });

    test("Go's tlog makes the same proofs from our tiles as we do, and transparency-dev's merkle verifies ours", async () => {
      const { log: store, trees } = await grownLog(1500);
      const [tree = EMPTY_TREE] = trees;
      const tiles = await openTiles(store.read, tree);
      const { dir, close } = directoryOf(store, await signCheckpoint(checkpointOf(tree), [log], NOW));
      // Proofs in smaller trees are made from tiles of those; here, of all that the largest one has.
      const at = async (size: number) => {
        const smaller = (await grownLog(size)).log;
        return openTiles(smaller.read, await treeAt(tiles, size));
      };
      const inclusion: { Index: number; Size: number; Hashes: string[] }[] = [];
      const consistency: { From: number; To: number; Hashes: string[] }[] = [];
      const sizes = [1, 2, 255, 256, 257, 512, 1499, 1500, ...Array.from({ length: 40 }, () => 1 + draw(1500))];
      for (const size of sizes) {
        const smaller = await at(size);
        const index = draw(size);
        inclusion.push({ Index: index, Size: size, Hashes: (await proveInclusion(smaller, index)).map(base64) });
        const from = 1 + draw(size);
        consistency.push({ From: from, To: size, Hashes: (await proveConsistency(smaller, from)).map(base64) });
      }
      const theirs = verifier("proofs", dir, { Vkey: vkey, Inclusion: inclusion, Consistency: consistency });
      expect(theirs).toEqual({
        Inclusion: inclusion.map(({ Hashes }) => Hashes),
        Consistency: consistency.map(({ Hashes }) => Hashes),
      });
      const [first] = consistency.filter(({ Hashes }) => Hashes.length > 0);
      if (first === undefined) throw new Error("some proof has hashes");
      first.Hashes[0] = base64(turnBit(Buffer.from(first.Hashes[0] ?? "", "base64"), draw(256)));
      expect(() => verifier("proofs", dir, { Vkey: vkey, Consistency: [first] })).toThrow();
      close();
    });

    test("signatures of ours verify there, of every kind, and with no bit turned", async () => {
      const { dir, close } = directoryOf(null);
      const tree = { size: 20_852_163, root: Buffer.alloc(32, 5) };
      const cases: { Vkey: string; Note: string }[] = [];
      for (const type of ["ed25519", "ed25519-cosignature", "ml-dsa-44"] as const satisfies KeyType[]) {
        const signer = await newSigner("signer.example/1", type);
        const Note = await signCheckpoint(checkpointOf(tree), [signer], NOW);
        const Vkey = formatVerifierKey(signer.key);
        cases.push({ Vkey, Note }, { Vkey, Note: Note.replace("20852163", "20852164") });
      }
      expect(verifier("notes", dir, cases)).toEqual([true, false, true, false, true, false]);
      close();
    });

    test("private keys of ours are read there, and what they sign verifies here", async () => {
      const { dir, close } = directoryOf(null);
      const types = ["ed25519", "ed25519-cosignature", "ml-dsa-44"] as const satisfies KeyType[];
      const encoded = await Promise.all(types.map((type) => generateSignerKey("signer.example/1", type)));
      const keys = await Promise.all(encoded.map(async (text) => (await noteSigner(text)).key));
      const Text = formatCheckpoint(checkpointOf({ size: 9, root: Buffer.alloc(32, 3) }));
      const { note } = parseSignedCheckpoint(verifier<string>("sign", dir, { Text, Keys: encoded }));
      expect(note.text).toBe(Text);
      const verdict = await verifyNote(note, keys);
      expect(verdict.ok && verdict.signatures.map(({ key }) => key.type)).toEqual(types);
      close();
    });

    test("torchwood verifies our .tlog-proof against a policy that both read, and transparency-dev reads it as it was written", async () => {
      const { log: store, trees } = await grownLog(777);
      const [tree = EMPTY_TREE] = trees;
      const [w1, w2] = [
        await newSigner("w.example/1", "ed25519-cosignature"),
        await newSigner("w.example/2", "ed25519-cosignature"),
      ];
      const tiles = await openTiles(store.read, tree);
      const policy = (quorum: string) =>
        `log ${vkey}\nwitness a ${formatVerifierKey(w1.key)}\nwitness b ${formatVerifierKey(w2.key)}\ngroup both all a b\nquorum ${quorum}\n`;
      const checkpoint = parseSignedCheckpoint(await signCheckpoint(checkpointOf(tree), [log, w1], NOW));
      const proofs = [];
      for (const index of [0, 256, 776]) {
        const proof = { index, hashes: await proveInclusion(tiles, index), signed: checkpoint };
        for (const extra of [null, Buffer.from("more")]) {
          proofs.push({ Entry: base64(entryAt(index)), Proof: formatTlogProof({ ...proof, extra }) });
        }
      }
      proofs.push({ Entry: base64(entryAt(1)), Proof: proofs[0]?.Proof ?? "" });
      const { dir, close } = directoryOf(null);
      for (const quorum of ["a", "none", "both", "b"]) {
        const ours = [];
        for (const { Entry, Proof } of proofs) {
          const against = { entry: Buffer.from(Entry, "base64"), policy: parsePolicy(policy(quorum)) };
          ours.push((await verifyTlogProof(parseTlogProof(Proof), against)).ok);
        }
        expect(verifier("verify", dir, { Policy: policy(quorum), Proofs: proofs }), quorum).toEqual(ours);
        expect(ours).toEqual(proofs.map((_, at) => (quorum === "a" || quorum === "none") && at < 6));
      }
      close();
    });

    test("a log that Go made is read, followed, proven and believed by us", async () => {
      const entries = entriesFrom(0, 1234);
      const { dir, close } = directoryOf(null);
      const made = verifier<{ checkpoint: string; vkeys: string[]; proofs: string[] }>("make", dir, {
        Origin: "go.example/log",
        Entries: entries.map(base64),
        Proofs: [0, 700, 1233],
      });
      const [logKey = "", timed = "", quantum = ""] = made.vkeys;
      const policy = parsePolicy(
        `log ${logKey}\nwitness t ${timed}\nwitness q ${quantum}\ngroup g all t q\nquorum g\n`,
      );
      const checkpoint = parseSignedCheckpoint(made.checkpoint);
      expect(await judgeCheckpoint(policy, checkpoint)).toMatchObject({ ok: true, cosigned: [{}, {}] });
      const read = async (path: string) => (existsSync(join(dir, path)) ? readFileSync(join(dir, path)) : null);
      const { tree } = checkpoint.checkpoint;
      const followed: Uint8Array[] = [];
      for await (const { entry } of followLog(read, { from: EMPTY_TREE, to: tree })) followed.push(entry);
      expect(followed.map(base64)).toEqual(entries.map(base64));
      // What we would have written is what Go wrote, to the byte.
      const { log: own } = await grownLog(1234);
      for (const [path, bytes] of own.files) expect(await read(path), path).toEqual(Buffer.from(bytes));
      for (const [at, index] of [0, 700, 1233].entries()) {
        const proof = parseTlogProof(made.proofs[at] ?? "");
        expect(await verifyTlogProof(proof, { entry: entryAt(index), policy })).toMatchObject({ ok: true, index });
        expect(await verifyTlogProof(proof, { entry: entryAt(index + 1), policy })).toMatchObject({ ok: false });
      }
      close();
    });

    /** Takes a log of ours through a foreign witness: from nothing, from a size that it must say itself, and along another history. */
    async function followedBy(url: string, vkeys: string[]): Promise<void> {
      const keys = vkeys.map(parseVerifierKey);
      const honest = await grownLog(5, 300, 1000);
      const ask = async (store: MemoryLog, tree: Tree, oldSize: number) => {
        const tiles = await openTiles(store.read, tree);
        const ctx = {
          post: async (body: string) => {
            const answer = await fetch(`${url}/add-checkpoint`, { method: "POST", body });
            return { status: answer.status, body: await answer.text() };
          },
          proofFrom: (size: number) => proveConsistency(tiles, size),
        };
        return askWitness(ctx, { signed: await signed(tree), keys, oldSize });
      };
      const [five = EMPTY_TREE, middle = EMPTY_TREE, large = EMPTY_TREE] = honest.trees;
      for (const [tree, oldSize] of [
        [five, 0],
        [middle, 5],
        [middle, 300],
        [large, 0],
      ] as const) {
        const outcome = await ask(honest.log, tree, oldSize);
        expect(outcome, String(tree.size)).toMatchObject({ kind: "cosigned", signatures: vkeys.map(() => ({})) });
        if (outcome.kind !== "cosigned") throw new Error("it was");
        const { text } = (await signed(tree)).note;
        expect(await verifyNote({ text, signatures: outcome.signatures }, keys)).toMatchObject({ ok: true });
      }
      expect(await ask(honest.log, middle, 0)).toEqual({ kind: "ahead", size: 1000 });
      // The same beginning, and then another history.
      const other = (await grownLog(5)).log;
      const leaves = Array.from({ length: 995 }, (_, at) => entryAt(9000 + at));
      const rewritten = await growTree(other, { tree: five, leaves });
      expect(await ask(other, rewritten, 1000)).toMatchObject({ kind: "forked" });
      const longer = await growTree(other, { tree: rewritten, leaves: [entryAt(1)] });
      expect(await ask(other, longer, 5)).toEqual({ kind: "forked", size: 1000 });
    }

    test("litewitness follows a log of ours, cosigns what we verify, and refuses another history", async () => {
      const { dir, close } = directoryOf(null);
      const socket = join(dir, "agent");
      const database = join(dir, "witness.db");
      const url = `http://127.0.0.1:${await freePort()}`;
      const agent = await start<{ fingerprint: string; vkey: string }>("agent", [socket, "lite.example/w"]);
      const { fingerprint, vkey: witnessKey } = agent.said;
      const args = ["-name", "lite.example/w", "-db", database, "-ssh-agent", socket, "-key", fingerprint];
      const witness = await startLitewitness(url, args);
      const rows = new DatabaseSync(database);
      rows
        .prepare("insert into log (origin, tree_size, tree_hash) values (?, 0, ?)")
        .run(ORIGIN, base64(EMPTY_TREE.root));
      rows.prepare("insert into key (origin, key) values (?, ?)").run(ORIGIN, vkey);
      rows.close();
      await followedBy(url, [witnessKey]);
      await witness.close();
      await agent.close();
      close();
    });

    test("transparency-dev's witness follows it too, and cosigns with Ed25519 and ML-DSA-44", async () => {
      const witness = await start<{ url: string; vkeys: string[] }>("witness", [ORIGIN, vkey]);
      expect(witness.said.vkeys.map((key) => parseVerifierKey(key).type)).toEqual(["ed25519-cosignature", "ml-dsa-44"]);
      await followedBy(witness.said.url, witness.said.vkeys);
      await witness.close();
    });

    test("transparency-dev's client is cosigned by a witness of ours, and understands each refusal", async () => {
      const [timed, quantum] = [
        await newSigner("w.example/1", "ed25519-cosignature"),
        await newSigner("w.example/1", "ml-dsa-44"),
      ];
      const ctx = {
        store: memoryWitness(),
        findLogKeys: async (origin: string) => (origin === ORIGIN ? [log.key] : null),
        signers: [timed, quantum],
        now: () => NOW,
      };
      const server = createServer(async (request, response) => {
        const chunks: Buffer[] = [];
        for await (const chunk of request) chunks.push(chunk as Buffer); // a request's body is bytes
        const { status, contentType, body } = await addCheckpoint(ctx, Buffer.concat(chunks));
        response.writeHead(status, { "content-type": contentType }).end(body);
      }).listen(0, "127.0.0.1");
      await new Promise((resolve) => server.once("listening", resolve));
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // what a TCP server has
      const { log: store, trees } = await grownLog(5, 300);
      const [five = EMPTY_TREE, large = EMPTY_TREE] = trees;
      const proof = await proveConsistency(await openTiles(store.read, large), 5);
      const note = (tree: Tree, signer = log, origin = ORIGIN) =>
        signCheckpoint(checkpointOf(tree, origin), [signer], NOW);
      const good = { OldSize: 5, Checkpoint: await note(large), Proof: proof.map(base64) };
      const heard = await foreignClient<{ Lines: string; Size: number; Error: string }[]>(url, [
        { OldSize: 0, Checkpoint: await note(five), Proof: [] },
        { ...good, OldSize: 3 },
        { ...good, OldSize: 301 },
        { ...good, Proof: [] },
        { ...good, Checkpoint: await note(large, log, "other.example") },
        { ...good, Checkpoint: await note(large, await newSigner(ORIGIN, "ed25519")) },
        { OldSize: 5, Checkpoint: await note({ ...five, root: large.root }), Proof: [] },
        good,
      ]);
      expect(heard.map(({ Error, Size }) => [Error, Size])).toEqual([
        ["", 0],
        ["stale", 5],
        ["old_size", 0],
        ["proof", 0],
        ["unknown_log", 0],
        ["no_signature", 0],
        ["proof", 0],
        ["", 0],
      ]);
      const { dir, close } = directoryOf(null);
      const lines = (at: number) => heard[at]?.Lines ?? "";
      const notes = [timed, quantum].map((signer, at) => ({
        Vkey: formatVerifierKey(signer.key),
        Note: `${checkpointText(large)}\n${lines(7).split("\n")[at]}\n`,
      }));
      expect(verifier("notes", dir, notes)).toEqual([true, true]);
      close();
      server.close();
    });
  },
);

const checkpointText = ({ size, root }: Tree) => `${ORIGIN}\n${size}\n${base64(root)}\n`;
