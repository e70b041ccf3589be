import type { LogReader } from "@gaia/catalog";
import type { Policy, TileStore, WitnessReply } from "@gaia/log";

/** The registry's log as its verbs see it: where its tiles lie, who is to cosign it, and what is kept in memory. */
export interface LogDoor extends LogReader {
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
}
