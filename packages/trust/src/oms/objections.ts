import { readDirectoryBundle } from "../sigstore/read-bundle.ts";
import { readStatement } from "../sigstore/signed-content.ts";
import { TrustError } from "../trust-error.ts";
import { type DirectoryFile, MOST_BUNDLE_BYTES } from "./find-signatures.ts";
import { hashFiles } from "./hash-files.ts";
import { type Difference, differenceText, findDifferences, type Manifest, readManifest } from "./manifest.ts";
import type { HashedFile } from "./signed-directory.ts";

/** Why a signature over a directory can never hold for the files that stand beside it. */
export interface DirectoryObjection {
  /** The path of the signature. */
  signatureFile: string;
  /** A sentence. */
  reason: string;
  /** What its signer can do about it. */
  hint: string;
}

/** Each tells how to mend it; a folder that was signed as a whole elsewhere differs in every file. */
const MOST_TOLD = 5;

/** Of what `model_signing` 1.1 leaves out unless it is told otherwise, what a package may hold. */
const OF_GIT = /^\.git(?:attributes$|ignore$|hub\/)/;

/** The part of `directoryObjections` that loads Sigstore's libraries. */
export function objectionsOf(files: readonly DirectoryFile[], signatureFiles: readonly string[]): DirectoryObjection[] {
  const hashed = hashFiles(files);
  return signatureFiles.flatMap((signatureFile) => {
    const bytes = files.find(({ path }) => path === signatureFile)?.bytes ?? new Uint8Array();
    return objectionsTo(Buffer.from(bytes).toString("utf8"), hashed, signatureFiles).map((objection) => ({
      signatureFile,
      ...objection,
    }));
  });
}

type Objection = Omit<DirectoryObjection, "signatureFile">;

function objectionsTo(text: string, files: readonly HashedFile[], signatureFiles: readonly string[]): Objection[] {
  let manifest: Manifest;
  try {
    manifest = readManifest(readStatement(readDirectoryBundle(text, MOST_BUNDLE_BYTES)));
  } catch (error) {
    // What is not checked here holds nothing up.
    if (error instanceof TrustError && error.code === "unsupported_manifest") return [];
    const reason = error instanceof TrustError ? error.message : "Part of the bundle cannot be read.";
    return [{ reason, hint: "Sign the folder again with `model_signing sign`, or leave the file out." }];
  }
  const present = new Set(files.map(({ path }) => path));
  const differences = findDifferences(manifest, files, signatureFiles);
  const decomposed = new Set(differences.flatMap(({ how, path }) => (how === "missing" ? path.normalize("NFC") : [])));
  return differences
    .filter(({ how, path }) => how !== "added" || !decomposed.has(path))
    .slice(0, MOST_TOLD)
    .map((difference) => ({ reason: differenceText(difference), hint: hintFor(difference, manifest, present) }));
}

function hintFor({ how, path }: Difference, { ignored }: Manifest, present: ReadonlySet<string>): string {
  switch (how) {
    case "changed":
      return "Sign the folder again, after the last change.";
    case "missing":
      return path !== path.normalize("NFC") && present.has(path.normalize("NFC"))
        ? "Its name was signed in decomposed letters (NFD), and a package keeps composed ones (NFC): rename the file, and sign again."
        : "A package does not hold it (`publish --dry-run` lists what your own rules leave out): sign again with " +
            `\`--ignore-paths ${inFolder(path)}\`, or remove it from the folder before you sign.`;
    case "added":
      if (OF_GIT.test(path))
        return (
          "`model_signing` leaves it out by default: sign again with `--no-ignore-git-paths --ignore-paths " +
          `${inFolder(".git")}\`, or leave it out of the package with a line in .skillignore.`
        );
      return ignored.some((one) => path === one || path.startsWith(`${one}/`))
        ? "It was left out when the folder was signed: sign again without that `--ignore-paths`, or leave it out of the package with a " +
            "line in .skillignore."
        : "Sign the folder again, or leave it out of the package with a line in .skillignore.";
  }
}

/** `model_signing` takes these paths from where it is started, and the folder is its argument. */
const inFolder = (path: string): string => JSON.stringify(`FOLDER/${path}`).slice(1, -1);
