import { ArchiveError, type PackageFile, writeStoredTarGz } from "@gaia/archive";
import { readBlob, RegistryError, type VersionView } from "@gaia/catalog";
import type { Ctx } from "../kernel/context.ts";
import { publishVersion } from "./publish.ts";
import { type Announced, forgetUploads, spendUploads } from "./uploads.ts";

/** What a client says of the files that it publishes. */
interface SentFiles {
  /** The manifest has to say the same. */
  name: string;
  version: string;
  publisher: string | null;
}

/** A file that was uploaded under a ticket; what is said of it here has to be what the ticket was for. */
interface UploadedFile extends Announced {
  ticket: string;
}

/**
 * Publishes files that came one by one, by the verb of any other publish: packed here, they are read as an archive is.
 * @throws RegistryError as `publishVersion`; `invalid_request` for two files of one path
 */
export async function publishFiles(
  ctx: Ctx,
  { files, ...sent }: SentFiles & { files: readonly PackageFile[] },
): Promise<{ created: boolean; version: VersionView }> {
  ensureDistinct(files);
  const sizeBytes = files.reduce((total, file) => total + file.bytes.byteLength, 0);
  const { unpackedBytes } = ctx.limits;
  if (sizeBytes > unpackedBytes)
    throw new RegistryError(
      "package_too_large",
      `These files are larger than the ${Math.floor(unpackedBytes / 1024 / 1024)} MiB that a skill may have here.`,
    );
  if (files.length > ctx.limits.files)
    throw new RegistryError("package_too_large", `A skill has ${ctx.limits.files} files here at most.`);
  return publishVersion(ctx, { ...sent, bytes: packed(files), defaultVersion: null });
}

/** The same of files under tickets, which are used up by it. @throws RegistryError as above, `not_found` for a ticket that is none */
export async function publishUploaded(
  ctx: Ctx,
  { files, holder, ...sent }: SentFiles & { files: readonly UploadedFile[]; holder: string },
): Promise<{ created: boolean; version: VersionView }> {
  ensureDistinct(files);
  const spent = { holder, tickets: files.map(({ ticket }) => ticket) };
  const came = await spendUploads(ctx, spent);
  const read: PackageFile[] = [];
  for (const { ticket, path, sizeBytes, sha256 } of files) {
    const announced = came.get(ticket);
    if (announced?.path !== path || announced.sizeBytes !== sizeBytes || announced.sha256 !== sha256.toLowerCase())
      throw new RegistryError("invalid_request", `${path} is not what its upload ticket was for.`);
    read.push({ path, bytes: await readBlob(ctx, announced.sha256) });
  }
  const published = await publishFiles(ctx, { ...sent, files: read });
  await forgetUploads(ctx, spent);
  return published;
}

/** In the thread that answers, so nothing is made smaller. @throws RegistryError `invalid_package` for a path that no archive may have */
function packed(files: readonly PackageFile[]): Uint8Array {
  try {
    return writeStoredTarGz(files);
  } catch (error) {
    if (error instanceof ArchiveError) throw new RegistryError("invalid_package", error.message, { cause: error });
    throw error;
  }
}

function ensureDistinct(files: readonly { path: string }[]): void {
  if (new Set(files.map(({ path }) => path)).size !== files.length)
    throw new RegistryError("invalid_request", "Two files have the same path.");
}
