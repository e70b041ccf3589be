import { replaceHidden } from "@gaia/text";
/**
 * Every reason for which this room refuses something. The union is closed: nothing else is thrown for
 * hostile bytes, and each code has its test.
 */
export type ArchiveErrorCode =
  | "unsupported_format"
  | "packed_too_large"
  | "unpacked_too_large"
  | "too_many_files"
  | "compression_ratio"
  | "no_files"
  | "truncated"
  | "trailing_data"
  | "corrupt_data"
  | "checksum_mismatch"
  | "size_mismatch"
  | "zip_structure"
  | "zip_mismatch"
  | "zip_overlap"
  | "zip64"
  | "zip_extra"
  | "zip_comment"
  | "encrypted"
  | "unsupported_method"
  | "gzip_header"
  | "tar_header"
  | "tar_extension"
  | "polyglot"
  | "link"
  | "special_file"
  | "path_traversal"
  | "path_absolute"
  | "path_backslash"
  | "path_encoding"
  | "path_characters"
  | "path_not_normal"
  | "path_unportable"
  | "path_too_long"
  | "path_too_deep"
  | "path_collision"
  | "path_conflict"
  | "path_reserved"
  | "invalid_sums";

const SIZE_LIMITS: ReadonlySet<ArchiveErrorCode> = new Set<ArchiveErrorCode>([
  "packed_too_large",
  "unpacked_too_large",
  "too_many_files",
  "compression_ratio",
]);

/**
 * A refusal, in words for the engineer whose package it is.
 *
 * `path` is the entry it is about, escaped and cut so that it can be shown anywhere, or null.
 * `isSizeLimit` is true where HTTP says 413 (too large) rather than 422 (not a package).
 */
export class ArchiveError extends Error {
  override readonly name = "ArchiveError";
  readonly code: ArchiveErrorCode;
  readonly path: string | null;
  readonly isSizeLimit: boolean;

  constructor(code: ArchiveErrorCode, message: string, path: string | null = null) {
    super(message);
    this.code = code;
    this.path = path === null ? null : showName(path);
    this.isSizeLimit = SIZE_LIMITS.has(code);
  }
}

const SHOWN_CHARACTERS = 96;

/** An untrusted name made safe for a message or a log line: escapes what cannot be seen, cuts what is too long. */
export function showName(name: string): string {
  const shown = Array.from(name.slice(0, 2 * SHOWN_CHARACTERS));
  const cut = shown.length > SHOWN_CHARACTERS;
  const text = (cut ? shown.slice(0, SHOWN_CHARACTERS) : shown).join("");
  const quoted = text.replaceAll(/[\\']/g, (char) => `\\${char}`);
  const escaped = replaceHidden(
    quoted,
    ({ character }) => `\\u{${(character.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}}`,
    { asName: true },
  );
  return cut ? `${escaped}…` : escaped;
}

/** Bytes as a person says them: `11.2 MiB`, `640 KiB`, `17 bytes`. */
export function showSize(sizeBytes: number): string {
  const units = [
    { size: 1024 ** 3, name: "GiB" },
    { size: 1024 ** 2, name: "MiB" },
    { size: 1024, name: "KiB" },
  ];
  const unit = units.find((candidate) => sizeBytes >= candidate.size);
  if (unit === undefined) return `${sizeBytes} bytes`;
  return `${Math.round((sizeBytes / unit.size) * 10) / 10} ${unit.name}`;
}
