/** Whether a path is one of these, or below one of them; `""` is above everything. In time of the path's own length. */
export function isWithin(path: string, places: ReadonlySet<string>): boolean {
  if (places.has("") || places.has(path)) return true;
  for (let at = path.lastIndexOf("/"); at > 0; at = path.lastIndexOf("/", at - 1))
    if (places.has(path.slice(0, at))) return true;
  return false;
}

/** Sorted, each once, and none inside another. */
export function topmost(folders: readonly string[]): string[] {
  const all = new Set(folders);
  return [...all]
    .filter((folder) => !isWithin(folder.slice(0, Math.max(folder.lastIndexOf("/"), 0)) || "/", all))
    .toSorted();
}
