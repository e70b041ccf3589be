import { type Leaf, LogError, parseLeaf } from "@gaia/log";

/** Whose entries are told; all of them when nobody is named. */
export interface Watch {
  publishers: readonly string[];
  /** Of skills. */
  names: readonly string[];
  /** Fingerprints of keys, with or without their kind, in any case, in groups as gpg shows them; or the key id that ends one. */
  keys: readonly string[];
}

/** One entry as it is told. `leaf` is null for one that this version cannot read: it may be about anybody. */
export interface ToldEntry {
  index: number;
  leaf: Leaf | null;
}

/** The entry, if it is about somebody who is watched; null otherwise. */
export function findTold(watch: Watch, index: number, entry: Uint8Array): ToldEntry | null {
  const leaf = readLeaf(entry);
  return leaf === null || isAbout(watch, leaf) ? { index, leaf } : null;
}

function readLeaf(entry: Uint8Array): Leaf | null {
  try {
    return parseLeaf(entry);
  } catch (error) {
    if (error instanceof LogError) return null;
    throw error;
  }
}

function isAbout({ publishers, names, keys }: Watch, { fields }: Leaf): boolean {
  if (publishers.length + names.length + keys.length === 0) return true;
  const { publisher, from, account, name, key } = fields;
  // A skill that went to somebody else is told to whom it belonged before, and a member of its own memberships.
  if ([publisher, from, account].some((handle) => isAmong(handle, publishers))) return true;
  return isAmong(name, names) || (key !== undefined && keys.some((one) => isKey(key, one)));
}

/** In any case: a registry's own words are lower case, and a monitor that was asked in capitals must not fall silent. */
const isAmong = (said: string | undefined, words: readonly string[]): boolean =>
  said !== undefined && words.some((word) => word.trim().toLowerCase() === said.toLowerCase());

/** 16 digits: the key id that gpg shows. Fewer are shared by too many keys. */
const KEY_ID = /^[0-9a-f]{16,}$/;

function isKey(key: string, asked: string): boolean {
  const said = key.toLowerCase();
  const wanted = asked.replaceAll(/\s/g, "").toLowerCase().replace(/^0x/, "");
  if (wanted === "") return false;
  return said === wanted || said.endsWith(`:${wanted}`) || (KEY_ID.test(wanted) && said.endsWith(wanted));
}
