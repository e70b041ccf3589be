import {
  formatVerifierKey,
  generateSignerKey,
  judgeCheckpoint,
  noteSigner,
  parsePolicy,
  signCheckpoint,
} from "@gaia/log";
import { beforeAll, expect, test } from "vitest";
import { judgeNew, type PinnedLog } from "./pinned-log.ts";
import { toSeen } from "./seen-checkpoints.ts";

const ORIGIN = "log.example/skills";
const day = (count: number): Date => new Date(Date.UTC(2026, 0, count));
const signerOf = async (name: string, type: "ed25519" | "ed25519-cosignature") =>
  noteSigner(await generateSignerKey(name, type));

let first: Awaited<ReturnType<typeof signerOf>>;
let second: typeof first;
let current: typeof first;
let witness: typeof first;
let pinned: PinnedLog;

beforeAll(async () => {
  [first, second, current] = [
    await signerOf(ORIGIN, "ed25519"),
    await signerOf(ORIGIN, "ed25519"),
    await signerOf(ORIGIN, "ed25519"),
  ];
  witness = await signerOf("w.example/1", "ed25519-cosignature");
  const logs = [first, second, current].map(({ key }) => `log ${formatVerifierKey(key)}`);
  const text = [...logs, `witness w ${formatVerifierKey(witness.key)}`, "quorum w", ""].join("\n");
  const base64 = (signer: typeof first) => Buffer.from(signer.key.publicKey).toString("base64");
  const former = new Map([
    [base64(first), day(10)],
    [base64(second), day(20)],
  ]);
  pinned = { text, policy: parsePolicy(text), maxAgeSeconds: 1, refusesStale: false, addedAt: "", former };
});

async function isTaken(signer: typeof first, at: Date): Promise<boolean> {
  const checkpoint = { origin: ORIGIN, tree: { size: 1, root: new Uint8Array(32) }, extensions: [] };
  const found = toSeen(await signCheckpoint(checkpoint, [signer, witness], at.getTime() / 1000));
  return (await judgeNew(pinned, (policy) => judgeCheckpoint(policy, found))).ok;
}

test("K4 each former key of a log counts for what witnesses saw until its own end, and not until another one's", async () => {
  expect([await isTaken(first, day(9)), await isTaken(second, day(19)), await isTaken(current, day(30))]).toEqual([
    true,
    true,
    true,
  ]);
  expect([await isTaken(first, day(15)), await isTaken(second, day(25))]).toEqual([false, false]);
});
