import type { Tiles, TileStore } from "@gaia/log";

/** The registry's log as whoever reads it sees it: its tiles, and what is kept in memory for proofs. */
export interface LogReader {
  tiles: Pick<TileStore, "read">;
  /** Proofs that were asked for lately. */
  proofs: { get(key: string): string | undefined; set(key: string, proof: string): unknown };
  /** How many requests wait for a leaf to come into a signed tree. */
  waiting: number;
  /** Has the sequencer come round at once, where it is in this process and does not fail; null: it comes by its clock. */
  sequenceNow: (() => void) | null;
  /** The tree that proofs were made of last. */
  opened: Tiles | null;
}
