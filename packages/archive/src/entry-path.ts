import { hasHidden } from "@gaia/text";
import { ArchiveError, showName } from "./archive-error.ts";
import type { ArchiveErrorCode } from "./archive-error.ts";
import { deviceOf } from "./reserved-names.ts";

/** How long and how deep a path may be. */
export interface PathLimits {
  pathBytes: number;
  depth: number;
}

/** What no file system of today can exceed; for texts whose paths were judged by other limits before. */
export const ANY_PATH: PathLimits = { pathBytes: 4096, depth: 256 };

const MAX_SEGMENT_BYTES = 255;
const UTF8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** A name from an archive. `path` is "" for the archive's own root (`./`). */
export interface EntryPath {
  path: string;
  isDirectory: boolean;
}

const DRIVE = /^[A-Za-z]:/;

/**
 * Reads an entry's name as it stands in an archive (UTF-8 bytes) and says which file it means, everywhere
 * alike. Refuses what leaves the package, what two systems would read as two different names, and what one
 * of Linux, macOS and Windows cannot write.
 *
 * @throws ArchiveError `path_*`
 */
export function readEntryPath(name: Uint8Array, limits: PathLimits): EntryPath {
  // Judged before decoding, so nothing below works on more than this. Three bytes more for `./` and a final `/`.
  if (name.length > limits.pathBytes + 3) {
    throw new ArchiveError(
      "path_too_long",
      `entry '${showName(Buffer.from(name.subarray(0, 512)).toString("utf8"))}' has a path of ${name.length} ` +
        `bytes; the limit is ${limits.pathBytes}`,
    );
  }
  let text: string;
  try {
    text = UTF8.decode(name);
  } catch {
    const shown = Buffer.from(name).toString("latin1");
    throw new ArchiveError("path_encoding", `entry '${showName(shown)}' has a name that is not valid UTF-8`, shown);
  }
  return toEntryPath(text, limits);
}

/** Does the same for a name that is text already. */
export function toEntryPath(text: string, limits: PathLimits): EntryPath {
  ensureVisible(text);
  ensureRelative(text);
  const trimmed = text.startsWith("./") ? text.slice(2) : text;
  if (trimmed === "" || trimmed === ".") {
    if (text === "") throw refuse("path_not_normal", text, "has an empty name");
    return { path: "", isDirectory: true };
  }
  const isDirectory = trimmed.endsWith("/");
  const path = (isDirectory ? trimmed.slice(0, -1) : trimmed).normalize("NFC");
  ensureLength(path, limits);
  const segments = path.split("/");
  if (segments.length > limits.depth) {
    throw refuse("path_too_deep", path, `is ${segments.length} levels deep; the limit is ${limits.depth}`);
  }
  for (const segment of segments) ensureSegment(segment, path);
  return { path, isDirectory };
}

function ensureVisible(text: string): void {
  // Private use among them: SMB and WSL map `:` and `\` there.
  if (hasHidden(text, { asName: true })) {
    throw refuse("path_characters", text, "has control, invisible or text-direction characters in its name");
  }
}

function ensureRelative(text: string): void {
  if (text.startsWith("/") || text.startsWith("\\") || DRIVE.test(text)) {
    throw refuse("path_absolute", text, "is not relative to the package");
  }
  if (text.includes("\\")) {
    throw refuse("path_backslash", text, "has a backslash in its name; use '/' between folders");
  }
  if (text.includes(":")) {
    throw refuse("path_unportable", text, "has ':' in its name, which Windows reads as a stream");
  }
}

function ensureLength(path: string, limits: PathLimits): void {
  const bytes = Buffer.byteLength(path, "utf8");
  if (bytes > limits.pathBytes) {
    throw refuse("path_too_long", path, `has a path of ${bytes} bytes; the limit is ${limits.pathBytes}`);
  }
  for (const segment of path.split("/")) {
    const size = Buffer.byteLength(segment, "utf8");
    if (size > MAX_SEGMENT_BYTES) {
      throw refuse("path_too_long", path, `has a name of ${size} bytes in its path; the limit is ${MAX_SEGMENT_BYTES}`);
    }
  }
}

function ensureSegment(segment: string, path: string): void {
  // The compatibility form is what some systems store: there `．．` is `..`, and `／` divides.
  const folded = segment.normalize("NFKC");
  if (segment === ".." || folded === "..") throw refuse("path_traversal", path, "leaves the package");
  if (segment === "" || segment === "." || folded === ".") {
    throw refuse("path_not_normal", path, "has an empty or '.' part in its path");
  }
  if (/[/\\]/.test(folded)) {
    throw refuse("path_unportable", path, "has a character that some systems read as '/' or '\\'");
  }
  if (/[. ]$/.test(segment) || /[. ]$/.test(folded)) {
    throw refuse("path_unportable", path, "has a part that ends with a dot or space, which Windows drops");
  }
  const device = deviceOf(segment);
  if (device !== null) {
    throw refuse("path_unportable", path, `uses the name '${showName(device)}', a device on Windows`);
  }
}

function refuse(code: ArchiveErrorCode, path: string, why: string): ArchiveError {
  return new ArchiveError(code, `entry '${showName(path)}' ${why}`, path);
}
