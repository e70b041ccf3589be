import { RegistryError } from "@gaia/catalog";
import { ArchiveError, readArchive, writeStoredTarGz } from "@gaia/archive";
import type { UpstreamPackage } from "@gaia/mirror";
import type { Ctx } from "../kernel/context.ts";
import type { ReadUpload } from "../kernel/packages.ts";

/** Stands for a version while a package without one is looked at. */
const NO_VERSION = "0.0.0-0";

/** An archive that publishes an item, whichever way its upstream gave it. @throws RegistryError `package_too_large`, `invalid_package` */
export function toArchive(ctx: Ctx, given: UpstreamPackage): Uint8Array {
  if ("archive" in given) return given.archive;
  const { files } = given;
  const sizeBytes = files.reduce((total, { bytes }) => total + bytes.byteLength, 0);
  if (sizeBytes > ctx.limits.unpackedBytes || files.length > ctx.limits.files)
    throw new RegistryError("package_too_large", "It has more files, or larger ones, than a skill may have here.");
  try {
    return writeStoredTarGz(files);
  } catch (error) {
    if (!(error instanceof ArchiveError)) throw error;
    throw new RegistryError("invalid_package", error.message, { cause: error });
  }
}

/** Reads an item before it is published, for what its publish needs to know. @throws RegistryError as `PackageReader.read` */
export async function readAhead(
  ctx: Ctx,
  { bytes, version, publisher }: { bytes: Uint8Array; version: string | null; publisher: string },
): Promise<ReadUpload> {
  const input = { version, defaultVersion: NO_VERSION, publisher, limits: ctx.limits };
  // The reader's thread takes the bytes away.
  return ctx.reader.read(Uint8Array.from(bytes), input);
}

/**
 * The same package under another name: the name's own place in the manifest is changed, and nothing else.
 * @throws RegistryError `invalid_manifest` where the name does not stand in the manifest as it is
 */
export function renamed(ctx: Ctx, upload: ReadUpload, name: string): Uint8Array {
  const { value, origin } = upload.skill.name;
  const { files } = readArchive(upload.zip.bytes, ctx.limits);
  const manifest = files.find(({ path }) => path === origin.file);
  const refusal = () =>
    new RegistryError(
      "invalid_manifest",
      `Its manifest does not say the name ${value} in a place where it can be changed.`,
    );
  if (!manifest || origin.line === null) throw refusal();
  const lines = new TextDecoder("utf-8", { fatal: false, ignoreBOM: true }).decode(manifest.bytes).split("\n");
  const line = lines[origin.line - 1] ?? "";
  const at = line.indexOf(value, Math.max(0, (origin.column ?? 1) - 1));
  if (at < 0) throw refusal();
  lines[origin.line - 1] = line.slice(0, at) + name + line.slice(at + value.length);
  const bytes = Buffer.from(lines.join("\n"));
  return writeStoredTarGz(files.map((file) => (file === manifest ? { ...file, bytes } : file)));
}
