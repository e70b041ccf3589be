/**
 * The version before one, as every page means it: the next older that was published, else the next older there is. Of one that is not in
 * the list it is the newest there. `versions` stand newest first; null: there is none.
 */
export function versionBefore(
  versions: readonly { version: string; status: string }[],
  version: string,
): string | null {
  const older = versions.slice(versions.findIndex((one) => one.version === version) + 1);
  return (older.find(({ status }) => status === "published") ?? older[0])?.version ?? null;
}
