import { type PackageFile, sha256Hex, type SumsHeader, sumsOf } from "@gaia/archive";

/** The `SHA256SUMS` of these very files (docs/TRUST.md). */
export const sumsOfFiles = (header: SumsHeader, files: readonly PackageFile[]): string =>
  sumsOf(
    header,
    files.map(({ path, bytes }) => ({ path, sha256: sha256Hex(bytes) })),
  );
