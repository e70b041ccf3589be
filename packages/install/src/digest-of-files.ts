import { type PackageFile, sha256Hex } from "@gaia/archive";

/** `sha256:<hex>` over every path and its bytes, in whatever order they are given. */
export function digestOfFiles(files: readonly PackageFile[]): string {
  const lines = files.map(({ path, bytes }) => `${sha256Hex(bytes)}  ${path}\n`).toSorted();
  return `sha256:${sha256Hex(Buffer.from(lines.join(""), "utf8"))}`;
}
