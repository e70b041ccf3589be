import { gunzipWithin, openTar } from "./lenient-tar.ts";
import { type Opened, openZip, type Room } from "./lenient-zip.ts";
import type { ArchiveLimits } from "../limits.ts";
import { type NestedFormat, nestedFormats } from "./nested-format.ts";
import type { PackageFile } from "../package-file.ts";
import { BLOCK_SIZE, hasTarChecksum } from "../tar/tar-header.ts";

/** An archive among the files of a package, as far as it could be opened. */
export interface NestedArchive {
  path: string;
  /** The worst that is to be said of it; `read` means that all of it is in `files`. */
  state: "read" | "encrypted" | "unreadable" | "too_deep" | "too_large";
  /** Named `outer.zip!/inner.py`. */
  files: PackageFile[];
}

const MAX_DEPTH = 3;
const MAX_ARCHIVES = 200;
/** Of the limit for a package's own files: documents and libraries that are zips hold many small ones. */
const FILES_FACTOR = 4;

/**
 * Opens the archives among the files, and those inside them, in memory; all of them together unpack to no more than one package
 * may. Reads leniently, because this is for looking and nothing is written anywhere. Throws nothing for any input: an archive that does not
 * open is reported in its state and never left out.
 */
export function openNested(files: PackageFile[], limits: ArchiveLimits): NestedArchive[] {
  const opened: NestedArchive[] = [];
  const room: Room = { bytes: limits.unpackedBytes, files: limits.files * FILES_FACTOR };
  const open = (among: PackageFile[], depth: number) => {
    for (const file of among) {
      const formats = nestedFormats(file.bytes);
      if (formats.length === 0) continue;
      const archive = opened.length >= MAX_ARCHIVES ? closed(file, "too_large") : openOne(file, formats, depth, room);
      opened.push(archive);
      open(archive.files, depth + 1);
    }
  };
  open(files, 1);
  return opened;
}

const closed = ({ path }: PackageFile, state: NestedArchive["state"]): NestedArchive => ({ path, state, files: [] });
const WORST = ["encrypted", "unreadable", "too_large", "read"] as const;

/** A file that is two archives at once is opened as both. */
function openOne(file: PackageFile, formats: NestedFormat[], depth: number, room: Room): NestedArchive {
  if (depth > MAX_DEPTH) return closed(file, "too_deep");
  const parts = formats.map((format) => openAs(format, file, room));
  const names = new Set<string>();
  const files = parts.flatMap((part) =>
    part.files.map(({ path, bytes }) => ({ path: `${file.path}!/${unused(path, names)}`, bytes })),
  );
  return { path: file.path, state: WORST.find((state) => parts.some((part) => part.state === state)) ?? "read", files };
}

function openAs(format: NestedFormat, file: PackageFile, room: Room): Opened {
  switch (format) {
    case "zip":
      return openZip(file.bytes, room);
    case "tar":
      return openTar(file.bytes, room);
    case "gzip":
      return openGzip(file, room);
    case "opaque":
      return { state: "unreadable", files: [] };
  }
}

/** A tar.gz gives its files; another gzip is one file under its own name without the ending. */
function openGzip({ path, bytes }: PackageFile, room: Room): Opened {
  const content = gunzipWithin(bytes, room);
  if (typeof content === "string") return { state: content, files: [] };
  if (hasTarChecksum(content.subarray(0, BLOCK_SIZE))) return openTar(content, room);
  if (room.files < 1) return { state: "too_large", files: [] };
  room.bytes -= content.length;
  room.files -= 1;
  const name = path.slice(Math.max(path.lastIndexOf("/"), 0)).replace(/^\//, "");
  const inner = name
    .replace(/\.(?:gz|gzip|z)$/i, "")
    .replace(/\.(?:tgz|svgz)$/i, (all) => (/svgz/i.test(all) ? ".svg" : ".tar"));
  return { state: "read", files: [{ path: inner, bytes: content }] };
}

/** The same name twice stays two files. */
function unused(path: string, names: Set<string>): string {
  let name = path;
  for (let number = 2; names.has(name); number += 1) name = `${path}~${number}`;
  names.add(name);
  return name;
}
