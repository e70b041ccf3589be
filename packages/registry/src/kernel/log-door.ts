import type { Policy, Tiles, TileStore, WitnessReply } from "@gaia/log";

/** The registry's log as its verbs see it: where its tiles lie, who is to cosign it, and what is kept in memory. */
export interface LogDoor {
  tiles: TileStore;
  /** The name that the log gets with its first checkpoint; null: made of the public address. */
  origin: string | null;
  /** Whose cosignatures a checkpoint is to have; its logs are left out of account. */
  policy: Policy | null;
  /** Sends a witness its request, bounded in time and bytes. */
  post(url: string, body: string): Promise<WitnessReply>;
  /** By a witness's address the size of the tree that it cosigned last, as far as this process knows. */
  witnessed: Map<string, number>;
  /** By a witness's name why it does not cosign: it saw another history, or more of this one. */
  disputes: Map<string, string>;
  /** Proofs that were asked for lately. */
  proofs: { get(key: string): string | undefined; set(key: string, proof: string): unknown };
  /** How many requests wait for a leaf to come into a signed tree. */
  waiting: number;
  /** Has the sequencer come round at once, where it is in this process and does not fail; null: it comes by its clock. */
  sequenceNow: (() => void) | null;
  /** The tree that proofs were made of last. */
  opened: Tiles | null;
}
