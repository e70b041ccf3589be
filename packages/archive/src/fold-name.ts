/** The form under which two names are one: upper before lower case, because `ß` and `SS` are one name to APFS. */
export function foldName(name: string): string {
  return name
    .normalize("NFKC")
    .replace(/[\uFE0E\uFE0F]/gu, "")
    .toUpperCase()
    .toLowerCase()
    .normalize("NFKC");
}
