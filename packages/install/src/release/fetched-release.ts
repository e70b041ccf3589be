import {
  ArchiveError,
  contentDigest,
  isReservedPath,
  type PackageFile,
  readArchive,
  releaseDigest,
  sri,
} from "@gaia/archive";
import { refused, unverified } from "../failures.ts";
import type { FetchedRelease, InstallContext, Release, Version } from "../terms/context.ts";
import { findPackage } from "../cache/kept-releases.ts";
import { judgedBill } from "../terms/bill.ts";
import type { OfferedKey } from "../trust/trust-store.ts";
import { readProvenance } from "../trust/build-provenance.ts";
import { sumsOfFiles } from "../sums-of-files.ts";

/** How `InstallContext.ahead` names a release. */
export const releaseKey = (name: string, version: string): string => `${name}@${version}`;

/** Downloads one version and checks it, unless that is on its way already. Throws exit 5 where bytes and digests disagree. */
export async function fetchRelease(context: InstallContext, name: string, version: string): Promise<FetchedRelease> {
  return context.ahead?.get(releaseKey(name, version)) ?? fetchNow(context, name, version);
}

async function fetchNow(context: InstallContext, name: string, version: string): Promise<FetchedRelease> {
  const { door, tell } = context;
  const asked = { name, version };
  const found = await door.version(asked);
  if (found.name !== name || found.version !== version)
    throw unverified(
      "wrong_release",
      `The registry answered ${found.name}@${found.version} when asked for ${name}@${version}`,
    );
  tell({ kind: "progress", text: `downloading ${name} ${version}` });
  const bytes = (await findPackage(context, found.integrity)) ?? (await download(door, asked, found.integrity));
  const { files, sums } = openPackage(bytes, found);
  const [signatures, attestations] = [await door.signatures(asked), await door.attestations(asked)];
  const keys =
    context.isOffline && context.bundle === undefined
      ? []
      : await door.keys().catch((error: unknown) => {
          if (door.isSilence(error)) return [];
          throw error;
        });
  const builds = (found.provenance ?? []).length > 0 ? await door.provenance(asked) : [];
  const bill = judgedBill(await door.bill(asked), found);
  tell({ kind: "progress", text: null });
  const whole = { version: found, bytes, files, sums, signatures, attestations, bill };
  return { ...whole, keys: keys.flatMap(handedOver), provenance: readProvenance(builds) };
}

/** As it is written down; what the registry says of its state is its word alone. */
const handedOver = ({ public_key, handover, retirement }: OfferedKey): OfferedKey[] =>
  handover == null && retirement == null
    ? []
    : [{ public_key, handover: handover ?? null, retirement: retirement ?? null }];

async function download(door: InstallContext["door"], asked: Release, integrity: string): Promise<Uint8Array> {
  const { bytes, reprDigest } = await door.download(asked);
  if (sri(bytes) !== integrity)
    throw unverified(
      "integrity_mismatch",
      `The package that came is not the one that the registry describes: ${sri(bytes)}, not ${integrity}`,
      "nothing was installed; try again, and tell the registry's operators if it stays",
    );
  const stated = /(?:^|[\s,])sha-256=:([A-Za-z0-9+/]{43}=):/.exec(reprDigest ?? "")?.[1];
  if (stated !== undefined && `sha256-${stated}` !== integrity)
    throw unverified("integrity_mismatch", "The package's Repr-Digest header is not that of its bytes");
  return bytes;
}

/** Reads the package within the limits and computes its sums; they must be those of the `Version`. */
function openPackage(bytes: Uint8Array, version: Version): { files: PackageFile[]; sums: string } {
  try {
    const { files } = readArchive(bytes);
    const taken = files.find(({ path }) => isReservedPath(path));
    if (taken !== undefined)
      throw refused("invalid_package", `The package brings its own ${taken.path}; nothing was installed`);
    const sums = sumsOfFiles(version, files);
    if (contentDigest(sums) !== version.content_digest)
      throw unverified(
        "content_mismatch",
        `The files are not those of ${version.name} ${version.version}: content ${contentDigest(sums)}, not ${version.content_digest}`,
        "nothing was installed; try again, and tell the registry's operators if it stays",
      );
    if (releaseDigest(sums) !== version.release_digest)
      throw unverified(
        "release_mismatch",
        `The release is not ${version.name} ${version.version} of ${version.publisher}: ` +
          `${releaseDigest(sums)}, not ${version.release_digest}`,
      );
    return { files, sums };
  } catch (error) {
    if (!(error instanceof ArchiveError)) throw error;
    throw unverified("invalid_package", `The package that came is refused: ${error.message}; nothing was installed`);
  }
}
