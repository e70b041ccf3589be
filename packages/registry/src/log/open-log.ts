import type { Policy, WitnessReply } from "@gaia/log";
import type { Blobs } from "@gaia/storage";
import { LRUCache } from "lru-cache";
import type { LogDoor } from "../kernel/log-door.ts";
import { tileStore } from "./tile-store.ts";

/** Proofs in memory: one has one to four kilobytes, with many witnesses more. */
const MOST_PROOF_CHARACTERS = 4_000_000;

/** Opens the log that lies among these blobs. Reads and writes nothing yet. */
export function openLog(input: {
  blobs: Pick<Blobs, "put" | "read">;
  origin: string | null;
  policy: Policy | null;
  post(url: string, body: string): Promise<WitnessReply>;
}): LogDoor {
  const { blobs, origin, policy, post } = input;
  return {
    tiles: tileStore(blobs),
    origin,
    policy,
    post,
    witnessed: new Map(),
    disputes: new Map(),
    proofs: new LRUCache<string, string>({
      maxSize: MOST_PROOF_CHARACTERS,
      sizeCalculation: (proof, key) => proof.length + key.length,
    }),
    waiting: 0,
    sequenceNow: null,
    opened: null,
  };
}
