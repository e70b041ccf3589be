import type { KeyType } from "@gaia/log";

/** What a witness signs with, by the word that names it. */
export const WITNESS_KEY_TYPES = { ed25519: "ed25519-cosignature", "ml-dsa-44": "ml-dsa-44" } as const satisfies Record<
  string,
  KeyType
>;
export type WitnessKeyName = keyof typeof WITNESS_KEY_TYPES;
