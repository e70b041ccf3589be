import type { PackageFile } from "@gaia/archive";
import {
  type DirectoryVerdict,
  findDirectorySignatures,
  hashFiles,
  judgeDirectory,
  MOST_DIRECTORY_SIGNATURES,
} from "@gaia/trust";
import type { SentSignature } from "./publisher-signature.ts";

/** A signature over its directory that a package brings (OpenSSF Model Signing), and how it stands here. */
export interface JudgedDirectory extends DirectoryVerdict {
  path: string;
}

/**
 * Judges what a package brings of signatures over itself, offline: against the files that are there, the trusted roots, and the
 * publisher's identities and keys as far as the registry told them when it was asked.
 */
export async function judgeDirectories(
  files: readonly PackageFile[],
  sent: readonly SentSignature[],
  { now, trustedRoots }: { now: Date; trustedRoots: readonly string[] | undefined },
): Promise<JudgedDirectory[]> {
  const paths = findDirectorySignatures(files).slice(0, MOST_DIRECTORY_SIGNATURES);
  if (paths.length === 0) return [];
  const hashed = hashFiles(files);
  const signers = sent
    .filter(({ kind, status, public_key: key }) => isOfSigstore(kind) && status === "valid" && key !== "")
    .map(({ public_key: registered }, index) => ({ id: String(index), registered, revokedAt: null }));
  const judged: JudgedDirectory[] = [];
  for (const path of paths) {
    const file = files.find((one) => one.path === path);
    const signature = Buffer.from(file?.bytes ?? []).toString("utf8");
    const input = {
      files: hashed,
      signatureFile: path,
      besides: paths,
      signature,
      signers,
      at: now,
      isNew: false,
      trustedRoots,
    };
    judged.push({ path, ...(await judgeDirectory(input)) });
  }
  return judged;
}

const isOfSigstore = (kind: string): boolean => kind === "oms" || kind === "sigstore";

/** What is said of one: who made it, and what that is worth. */
export function directoryWords({ path, state, signer, reason }: JudgedDirectory, publisher: string): string {
  const unregistered = `not a signer that ${publisher} is known to have registered`;
  switch (state) {
    case "valid":
      return `${path} signs these files, by ${signer}, registered by ${publisher}; it names no release`;
    case "unregistered":
      return `${path} signs these files, by ${signer}, ${unregistered}`;
    case "unknown":
      return `${path} proves nothing here: ${reason}`;
    case "invalid":
      return `${path} does not hold for these files: ${reason}`;
  }
}
