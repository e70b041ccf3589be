import { type PackageFile, sha256Hex } from "@gaia/archive";

/** `sha256:<hex>` over every path and its bytes, in whatever order they are given. No two sets of files share one. */
export function digestOfFiles(files: readonly PackageFile[]): string {
  const lines = files.map(({ path, bytes }) => lineOf(path, sha256Hex(bytes))).toSorted();
  return `sha256:${sha256Hex(Buffer.from(lines.join(""), "utf8"))}`;
}

/** As `sha256sum` writes it: a path with a line break in it is escaped, so that one file cannot read as the lines of two. */
function lineOf(path: string, sha256: string): string {
  if (!path.includes("\n")) return `${sha256}  ${path}\n`;
  return `\\${sha256}  ${path.replaceAll("\\", "\\\\").replaceAll("\n", "\\n")}\n`;
}
