import { readFileSync } from "node:fs";
import { readArchive } from "../../archive/src/index.ts";

/** All texts that teach, in one file: `npm run texts` unpacks and packs it. */
export const ARCHIVE = new URL("texts.tar.gz", import.meta.url);
/** Who wrote each, when, under which licence, in which languages, and the SHA-256 of its bytes. */
export const MANIFEST = new URL("texts.json", import.meta.url);

let known: ReadonlyMap<string, Buffer> | null = null;

/** The bytes of each text by its name, in the order of names. */
export function readTextFiles(): ReadonlyMap<string, Buffer> {
  known ??= new Map(readArchive(readFileSync(ARCHIVE)).files.map(({ path, bytes }) => [path, Buffer.from(bytes)]));
  return known;
}
