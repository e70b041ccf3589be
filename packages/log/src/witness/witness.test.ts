import { expect, test } from "vitest";
import { entryAt, grownLog, type MemoryLog, turnBit } from "../../test/memory-log.ts";
import { checkpointOf, newSigner, NOW, ORIGIN } from "../../test/signers.ts";
import { memoryWitness } from "../../test/witness-memory.ts";
import {
  addCheckpoint,
  askWitness,
  EMPTY_TREE,
  formatNote,
  formatWitnessRequest,
  growTree,
  type NoteSigner,
  openTiles,
  parseSignedCheckpoint,
  proveConsistency,
  signCheckpoint,
  type Tree,
  verifyNote,
  type WitnessCtx,
  withSignatures,
} from "../index.ts";

const log = await newSigner(ORIGIN, "ed25519");
const [classic, quantum] = [
  await newSigner("w.example/1", "ed25519-cosignature"),
  await newSigner("w.example/1", "ml-dsa-44"),
];
const SIZES = [0, 1, 3, 8, 300, 1000] as const;
const honest = await grownLog(...SIZES);

/** The same log until 8 leaves, and another one from there on. */
const forked = await grownLog(...SIZES.slice(0, 4));
const forkedAt300 = await growTree(forked.log, {
  tree: forked.trees[3] ?? EMPTY_TREE,
  leaves: Array.from({ length: 292 }, (_, at) => entryAt(5000 + at)),
});

const treeOf = (size: (typeof SIZES)[number]): Tree => honest.trees[SIZES.indexOf(size)] ?? EMPTY_TREE;
const signed = async (tree: Tree, signer: NoteSigner = log, origin = ORIGIN) =>
  parseSignedCheckpoint(await signCheckpoint(checkpointOf(tree, origin), [signer], NOW));
const proofFrom = (store: MemoryLog, tree: Tree) => async (oldSize: number) =>
  proveConsistency(await openTiles(store.read, tree), oldSize);

const newWitness = (signers: NoteSigner[] = [classic]) => {
  const store = memoryWitness();
  const ctx: WitnessCtx = {
    store,
    findLogKeys: async (origin) => (origin === ORIGIN ? [log.key] : null),
    signers,
    now: () => NOW,
  };
  return { ctx, store };
};

async function request(oldSize: number, tree: Tree, from: MemoryLog = honest.log): Promise<string> {
  const proof = await proofFrom(from, tree)(oldSize);
  return formatWitnessRequest({ oldSize, proof, signed: await signed(tree) });
}

test("a witness follows a log from nothing, and each answer is a cosignature that verifies", async () => {
  const { ctx, store } = newWitness([classic, quantum]);
  let oldSize = 0;
  for (const size of SIZES) {
    const tree = treeOf(size);
    const answer = await addCheckpoint(ctx, await request(oldSize, tree));
    expect(answer, String(size)).toMatchObject({ status: 200, reason: "cosigned" });
    const { note } = await signed(tree);
    const verdict = await verifyNote(parseSignedCheckpoint(formatNote(note) + answer.body).note, [
      classic.key,
      quantum.key,
    ]);
    expect(verdict).toMatchObject({ ok: true, signatures: [{ timestamp: NOW }, { timestamp: NOW }] });
    expect(store.rows.get(ORIGIN)).toEqual({ tree: expect.objectContaining({ size }), note: formatNote(note) });
    oldSize = size;
  }
});

test("the same tree is cosigned again, for its time", async () => {
  const { ctx } = newWitness();
  await addCheckpoint(ctx, await request(0, treeOf(8)));
  expect(await addCheckpoint({ ...ctx, now: () => NOW + 5 }, await request(8, treeOf(8)))).toMatchObject({
    status: 200,
  });
});

test("each refusal has the status that C2SP tlog-witness gives it, and cosigns and keeps nothing", async () => {
  const { ctx, store } = newWitness();
  await addCheckpoint(ctx, await request(0, treeOf(8)));
  const before = new Map(store.rows);
  const good = await request(8, treeOf(300));
  const wrongProof = (await proofFrom(honest.log, treeOf(300))(8)).map((hash) => turnBit(hash, 5));
  const forgedTree = { ...treeOf(8), root: turnBit(treeOf(8).root, 1) };
  const cases: [string, string, object][] = [
    ["no request", "hello\n", { status: 400 }],
    ["no checkpoint", "old 8\n\n", { status: 400 }],
    ["a torn note", good.slice(0, -10), { status: 400 }],
    ["an old size of another spelling", good.replace("old 8", "old 08"), { status: 400 }],
    ["a hash of another length", good.replace("old 8\n", "old 8\nAAAA\n"), { status: 400 }],
    [
      "64 hashes",
      good.replace("old 8\n", `old 8\n${`${Buffer.alloc(32).toString("base64")}\n`.repeat(64)}`),
      { status: 400 },
    ],
    ["an old size past the checkpoint's", good.replace("old 8", "old 301"), { status: 400 }],
    ["an unknown log", good.replace(ORIGIN, "other.example"), { status: 404, reason: "unknown_log" }],
    ["a checkpoint that was changed", good.replace("\n300\n", "\n301\n"), { status: 403, reason: "bad_signature" }],
    [
      "another key under the log's name",
      formatWitnessRequest({
        oldSize: 8,
        proof: [],
        signed: await signed(treeOf(300), await newSigner(ORIGIN, "ed25519")),
      }),
      { status: 403 },
    ],
    ["an older size", await request(3, treeOf(300)), { status: 409, body: "8\n", contentType: "text/x.tlog.size" }],
    ["no size", await request(0, treeOf(300)), { status: 409, body: "8\n", contentType: "text/x.tlog.size" }],
    ["a smaller tree", await request(3, treeOf(3)), { status: 409, body: "8\n" }],
    [
      "another root for the same size",
      formatWitnessRequest({ oldSize: 8, proof: [], signed: await signed(forgedTree) }),
      { status: 422, reason: "other_root" },
    ],
    [
      "a proof for the same size",
      formatWitnessRequest({ oldSize: 8, proof: wrongProof, signed: await signed(treeOf(8)) }),
      { status: 422 },
    ],
    [
      "a proof that does not hold",
      formatWitnessRequest({ oldSize: 8, proof: wrongProof, signed: await signed(treeOf(300)) }),
      { status: 422, reason: "inconsistent" },
    ],
    ["no proof", formatWitnessRequest({ oldSize: 8, proof: [], signed: await signed(treeOf(300)) }), { status: 422 }],
  ];
  for (const [what, body, expected] of cases) {
    expect(await addCheckpoint(ctx, body), what).toMatchObject(expected);
    expect(store.rows, what).toEqual(before);
  }
  expect(await addCheckpoint(ctx, good)).toMatchObject({ status: 200 });
});

test("from nothing a proof is none", async () => {
  const { ctx, store } = newWitness();
  const proof = await proofFrom(honest.log, treeOf(300))(8);
  const body = formatWitnessRequest({ oldSize: 0, proof, signed: await signed(treeOf(300)) });
  expect(await addCheckpoint(ctx, body)).toMatchObject({ status: 422 });
  expect(store.rows.size).toBe(0);
});

test("of two histories one is cosigned, whichever came first, and never a rollback", async () => {
  const { ctx, store } = newWitness();
  await addCheckpoint(ctx, await request(0, treeOf(300)));
  const fork = formatWitnessRequest({ oldSize: 300, proof: [], signed: await signed(forkedAt300) });
  expect(await addCheckpoint(ctx, fork)).toMatchObject({ status: 422, reason: "other_root" });
  expect(await addCheckpoint(ctx, await request(8, forkedAt300, forked.log))).toMatchObject({
    status: 409,
    body: "300\n",
  });
  expect(store.rows.get(ORIGIN)?.tree).toEqual(treeOf(300));
});

test("of many requests at once from one size one moves the witness, and the others hear its size", async () => {
  const { ctx, store } = newWitness();
  await addCheckpoint(ctx, await request(0, treeOf(8)));
  const bodies = [
    await request(8, treeOf(300)),
    await request(8, treeOf(1000)),
    await request(8, forkedAt300, forked.log),
  ];
  const answers = await Promise.all([...bodies, ...bodies].map((body) => addCheckpoint(ctx, body)));
  const cosigned = answers.filter(({ status }) => status === 200);
  expect(cosigned).toHaveLength(1);
  const size = store.rows.get(ORIGIN)?.tree.size;
  for (const answer of answers)
    if (answer.status !== 200) expect(answer).toMatchObject({ status: 409, body: `${size}\n` });
});

test("a witness that cannot keep what it saw cosigns nothing", async () => {
  const { ctx } = newWitness();
  const broken = { ...ctx, store: { ...ctx.store, replace: () => Promise.reject(new Error("disk full")) } };
  await expect(addCheckpoint(broken, await request(0, treeOf(8)))).rejects.toThrow("disk full");
});

const asking = (ctx: WitnessCtx, store: MemoryLog, tree: Tree) => {
  const posts: string[] = [];
  return {
    posts,
    post: async (body: string) => {
      posts.push(body);
      return addCheckpoint(ctx, body);
    },
    proofFrom: proofFrom(store, tree),
  };
};

test("a log that knows nothing of its witness asks twice and has its cosignature", async () => {
  const { ctx } = newWitness([classic, quantum]);
  await addCheckpoint(ctx, await request(0, treeOf(8)));
  const asked = asking(ctx, honest.log, treeOf(1000));
  const checkpoint = await signed(treeOf(1000));
  const outcome = await askWitness(asked, { signed: checkpoint, keys: [classic.key], oldSize: 0 });
  expect(asked.posts).toHaveLength(2);
  // The other key's line is somebody's that was not asked for.
  expect(outcome).toMatchObject({ kind: "cosigned", signatures: [{ keyId: classic.key.keyId }] });
  if (outcome.kind !== "cosigned") throw new Error("it was");
  const whole = parseSignedCheckpoint(formatNote(withSignatures(checkpoint.note, outcome.signatures)));
  expect(await verifyNote(whole.note, [log.key, classic.key])).toMatchObject({ ok: true, signatures: [{}, {}] });
});

test("a log hears that its witness is ahead of it, and that it knows another history", async () => {
  const { ctx } = newWitness();
  const ask = async (store: MemoryLog, tree: Tree, oldSize: number) =>
    askWitness(asking(ctx, store, tree), { signed: await signed(tree), keys: [classic.key], oldSize });
  expect(await ask(honest.log, treeOf(300), 0)).toMatchObject({ kind: "cosigned" });
  expect(await ask(honest.log, treeOf(8), 8)).toEqual({ kind: "ahead", size: 300 });
  expect(await ask(forked.log, forkedAt300, 8)).toEqual({ kind: "forked", size: 300 });
  expect(await ask(forked.log, forkedAt300, 300)).toEqual({ kind: "forked", size: 300 });
  const longer = await growTree(forked.log, { tree: forkedAt300, leaves: [entryAt(0)] });
  expect(await ask(forked.log, longer, 300)).toEqual({ kind: "forked", size: 300 });
});

test("a witness that repeats its cosignature takes up no more room in a checkpoint than another", async () => {
  const checkpoint = await signed(treeOf(8));
  const { body } = await addCheckpoint(newWitness().ctx, await request(0, treeOf(8)));
  const outcome = await askWitness(
    { post: async () => ({ status: 200, body: body.repeat(100) }), proofFrom: async () => [] },
    { signed: checkpoint, keys: [classic.key], oldSize: 0 },
  );
  if (outcome.kind !== "cosigned") throw new Error("it was");
  const whole = parseSignedCheckpoint(formatNote(withSignatures(checkpoint.note, outcome.signatures)));
  expect(whole.note.signatures).toHaveLength(2);
});

test("answers that are none are told, and add nothing to a checkpoint", async () => {
  const checkpoint = await signed(treeOf(8));
  const { body } = await addCheckpoint(newWitness().ctx, await request(0, treeOf(8)));
  const other = await addCheckpoint(newWitness().ctx, await request(0, treeOf(3)));
  const hear = (status: number, answer: string | Uint8Array) =>
    askWitness(
      { post: async () => ({ status, body: answer }), proofFrom: async () => [] },
      { signed: checkpoint, keys: [classic.key], oldSize: 0 },
    );
  expect(await hear(200, body)).toMatchObject({ kind: "cosigned" });
  const refused = { kind: "refused" };
  for (const answer of ["", "hello\n", body.slice(0, -1), other.body, `${body}x\n`, Buffer.from([0xff])]) {
    expect(await hear(200, answer)).toMatchObject(refused);
  }
  for (const size of ["x\n", "5", "05\n", "", "5\n5\n"]) expect(await hear(409, size)).toMatchObject(refused);
  expect(await hear(409, "9\n")).toEqual({ kind: "ahead", size: 9 });
  expect(await hear(422, "")).toEqual({ kind: "forked", size: 0 });
  // As version 1.0.0 says that the root is another one: of the size that was asked from, without a size or with it.
  for (const answer of ["roots differ\n", "8\n", ""]) {
    const ctx = { post: async () => ({ status: 409, body: answer }), proofFrom: async () => [] };
    const outcome = await askWitness(ctx, { signed: checkpoint, keys: [classic.key], oldSize: 8 });
    expect(outcome).toEqual({ kind: "forked", size: 8 });
  }
  expect(await hear(404, "\u001b[31mno such log\n".repeat(100))).toMatchObject({ ...refused, status: 404 });
  const shown = await hear(500, "\u001b[31mno\nsuch\u202e log");
  expect(shown).toEqual({ kind: "refused", status: 500, detail: "[31mno such log" });
});
