import { isUtf8 } from "node:buffer";
import { RegistryError } from "@gaia/catalog/errors";
import {
  ArchiveError,
  type ArchiveLimits,
  atSkillRoot,
  contentDigest,
  isReservedPath,
  type PackageFile,
  readArchive,
  releaseDigest,
  type SkillRoot,
  sha256Hex,
  sumsOf,
  writeTarGz,
  writeZip,
} from "@gaia/archive";
import {
  checkCode,
  type CanonicalSkill,
  type Diagnostic,
  diagnosticOfArchive,
  directorySignatureDiagnostic,
  ignoredFilesDiagnostics,
  isManifestName,
  type Parsers,
  pluginDiagnostic,
  readSkill,
  takeApart,
} from "@gaia/manifest";
import { directoryObjections } from "@gaia/trust";
import type { ExaminedUpload, ReadUpload, ReadUploadInput } from "../kernel/packages.ts";

/** What a reader of packages works with. */
export interface ReadingTools {
  parsers: Parsers;
  /** Told before so many bytes are packed: that costs in proportion to them, however honest they are. */
  beforePacking(sizeBytes: number): void;
}

/**
 * Reads an uploaded archive into files, the files into a skill, and makes the canonical archives and digests
 * (docs/TRUST.md). What a package brings of signatures over its own directory has to fit its files: what nobody could ever install takes no
 * version. Pure: no door is opened.
 * @throws RegistryError `package_too_large`, `invalid_package`, `invalid_manifest` with every diagnostic
 */
export async function readUpload(bytes: Uint8Array, input: ReadUploadInput, tools: ReadingTools): Promise<ReadUpload> {
  const { kind, files, skill, diagnostics } = await read(bytes, input, tools.parsers);
  const sizeBytes = files.reduce((total, file) => total + file.bytes.byteLength, 0);
  tools.beforePacking(2 * sizeBytes);
  const zip = writeZip(files);
  const tgz = writeTarGz(files);
  const { summed, sums } = sumsOfFiles(files, skill, input.publisher);
  return {
    skill,
    diagnostics,
    readme: readmeOf(skill, files),
    files: summed,
    sizeBytes,
    upload: { kind, sha256: sha256Hex(bytes), bytes },
    zip: { sha256: sha256Hex(zip), bytes: zip },
    tgz: { sha256: sha256Hex(tgz), bytes: tgz },
    contentDigest: contentDigest(sums),
    releaseDigest: releaseDigest(sums),
    quoted: quotedOf(files, input.quotes ?? []),
  };
}

/** The same for a dry run, which packs nothing. @throws RegistryError as `readUpload` */
export async function examineUpload(
  bytes: Uint8Array,
  input: ReadUploadInput,
  parsers: Parsers,
): Promise<ExaminedUpload> {
  const { files, skill, diagnostics } = await read(bytes, input, parsers);
  return { skill, diagnostics, contentDigest: contentDigest(sumsOfFiles(files, skill, input.publisher).sums) };
}

function sumsOfFiles(files: readonly PackageFile[], skill: CanonicalSkill, publisher: string) {
  const summed = files.map(({ path, bytes }) => ({ path, sha256: sha256Hex(bytes), sizeBytes: bytes.byteLength }));
  const sums = sumsOf({ publisher, name: skill.name.value, version: skill.version.value }, summed);
  return { summed, sums };
}

async function read(bytes: Uint8Array, input: ReadUploadInput, parsers: Parsers) {
  const { kind, files, ignored } = readFiles(bytes, input.limits);
  ensureNoPlugin(files);
  const signatures = (await directoryObjections(files)).map(directorySignatureDiagnostic);
  const beside = [...signatures, ...ignoredFilesDiagnostics(ignored)];
  return { kind, files, ...readManifest(files, input, { parsers, beside }) };
}

/** A plugin is taken apart where it lies: here one request is one version, and no hook is served (decision 036). */
function ensureNoPlugin(files: readonly PackageFile[]): void {
  const plugin = takeApart(files);
  if (plugin === null) return;
  const diagnostic = pluginDiagnostic(plugin);
  throw new RegistryError("invalid_manifest", `${diagnostic.message} ${diagnostic.hint}`, { errors: [diagnostic] });
}

const MOST_QUOTED_BYTES = 64 * 1024;

function quotedOf(files: readonly PackageFile[], quotes: readonly string[]): Record<string, string> {
  const wanted = files.filter(({ path, bytes }) => quotes.includes(path) && bytes.byteLength <= MOST_QUOTED_BYTES);
  const texts = wanted.map(({ path, bytes }) => [path, Buffer.from(bytes)] as const);
  return Object.fromEntries(texts.flatMap(([path, bytes]) => (isUtf8(bytes) ? [[path, bytes.toString("utf8")]] : [])));
}

function readFiles(bytes: Uint8Array, limits: ArchiveLimits): SkillRoot & { kind: "zip" | "tgz" } {
  return inRegistryWords(() => {
    const archive = readArchive(bytes, limits);
    const { files, ignored } = atSkillRoot(archive.files, isManifestName);
    const reserved = files.find((file) => isReservedPath(file.path));
    if (reserved) {
      throw new ArchiveError(
        "path_reserved",
        `${reserved.path} is a name that an install writes itself`,
        reserved.path,
      );
    }
    return { kind: archive.kind, files, ignored };
  });
}

/** The files of an archive as it came. @throws RegistryError `package_too_large`, `invalid_package` */
export const readFilesOf = (bytes: Uint8Array, limits: ArchiveLimits): PackageFile[] =>
  inRegistryWords(() => readArchive(bytes, limits)).files;

/** What the archive room throws, as a refusal. */
export function inRegistryWords<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ArchiveError)) throw error;
    throw new RegistryError(error.isSizeLimit ? "package_too_large" : "invalid_package", error.message, {
      cause: error,
      errors: [
        {
          code: error.code,
          severity: "error",
          file: error.path,
          line: null,
          column: null,
          message: error.message,
          hint: diagnosticOfArchive(error.code)?.hint ?? null,
        },
      ],
    });
  }
}

function readManifest(
  files: PackageFile[],
  { version, defaultVersion }: ReadUploadInput,
  { parsers, beside }: { parsers: Parsers; beside: readonly Diagnostic[] },
) {
  const read = readSkill(files, { version: version ?? undefined, defaultVersion: defaultVersion ?? undefined });
  const code = read.skill ? checkCode(parsers, read.skill, files) : [];
  const diagnostics = [...read.diagnostics, ...code, ...beside];
  const errors = diagnostics.filter((diagnostic) => diagnostic.severity === "error");
  if (read.skill && errors.length === 0) return { skill: read.skill, diagnostics };
  const first = errors[0];
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : "";
  throw new RegistryError(
    "invalid_manifest",
    first ? `${first.file}: ${first.message}${more}` : "The package holds no skill.",
    { errors: diagnostics, format: read.format },
  );
}

function readmeOf(skill: CanonicalSkill, files: PackageFile[]): string {
  const manifest = files.find((file) => file.path === skill.instructions.file);
  return manifest ? new TextDecoder().decode(manifest.bytes.subarray(skill.instructions.bodyStart)) : "";
}
