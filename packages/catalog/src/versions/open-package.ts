import { ArchiveError, type PackageFile, readArchive, sha256Hex } from "@gaia/archive";
import { RegistryError } from "../kernel/errors.ts";
import type { OpenedPackage, OpenInput } from "../kernel/package-converter.ts";

const MOST_QUOTED_BYTES = 1024 * 1024;

/** Looks into an upload whose files lie in one directory or at the root. Pure. @throws RegistryError `invalid_package` */
export function openPackage({ bytes, limits, quotes, unframed }: OpenInput): OpenedPackage {
  const all = readFiles(bytes, limits);
  const skillFile = all.find(({ path }) => /^(?:[^/]+\/)?SKILL\.md$/.test(path));
  if (skillFile === undefined) throw refused("There is no SKILL.md in the bundle.");
  const root = skillFile.path.slice(0, -"SKILL.md".length);
  if (!all.every(({ path }) => path.startsWith(root)))
    throw refused("The bundle's files do not lie below one directory.");
  const files = all.map((file) => ({ ...file, path: file.path.slice(root.length) }));
  const quoted = files.filter(({ path }) => quotes.includes(path));
  const long = quoted.find((file) => file.bytes.byteLength > MOST_QUOTED_BYTES);
  if (long !== undefined) throw refused(`${long.path} is longer than 1 MiB.`);
  return {
    root,
    files: files.map((file) => ({ path: file.path, sha256: sha256Hex(file.bytes) })),
    quoted: Object.fromEntries(quoted.map((file) => [file.path, new Uint8Array(file.bytes)])),
    framed: framedDigest(files.filter(({ path }) => !unframed.test(path))),
  };
}

function readFiles(bytes: Uint8Array, limits: OpenInput["limits"]): PackageFile[] {
  try {
    return readArchive(bytes, limits).files;
  } catch (error) {
    if (error instanceof ArchiveError) throw refused(`The bundle cannot be read: ${error.message}`);
    throw error;
  }
}

function framedDigest(files: readonly PackageFile[]): string {
  const sorted = files.toSorted((a, b) => Buffer.compare(Buffer.from(a.path), Buffer.from(b.path)));
  const frames = sorted.flatMap(({ path, bytes }) => [Buffer.from(`${path}\0${bytes.byteLength}\0`), bytes]);
  return sha256Hex(Buffer.concat(frames));
}

const refused = (sentence: string): RegistryError => new RegistryError("invalid_package", sentence);
