/** One file of a package. `path` is NFC, relative, separated by `/`, without a leading `./`. */
export interface PackageFile {
  path: string;
  bytes: Uint8Array;
}

/** The order of everything canonical here: by the bytes of the UTF-8 path, which is not the order of JavaScript strings. */
export function sortByPath<T extends { path: string }>(items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, key: Buffer.from(item.path, "utf8") }))
    .sort((a, b) => Buffer.compare(a.key, b.key))
    .map(({ item }) => item);
}
