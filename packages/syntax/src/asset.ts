import { readFileSync } from "node:fs";

/**
 * The bytes of a file that comes with the code, by its `file:` address. A bundle has another module in this one's place, which carries
 * the files.
 */
export function readAsset(address: string): Uint8Array {
  return readFileSync(new URL(address));
}
