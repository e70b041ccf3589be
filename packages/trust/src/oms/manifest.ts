import { createHash } from "node:crypto";
import { isObject, type Statement } from "../sigstore/signed-content.ts";
import { TrustError } from "../trust-error.ts";
import type { HashedFile } from "./signed-directory.ts";

const PREDICATE_TYPE = "https://model_signing/signature/v1.0";
const MOST_RESOURCES = 10_000;

/** How a manifest may have hashed its files, as it says it, and as files are hashed here (`hash-files.ts`). */
const DIGESTS: ReadonlyMap<unknown, { of: "sha256" | "blake2b"; shape: RegExp }> = new Map([
  ["sha256", { of: "sha256", shape: /^[0-9a-f]{64}$/ }],
  ["blake2b", { of: "blake2b", shape: /^[0-9a-f]{128}$/ }],
]);

/** What somebody signed of a directory. */
export interface Manifest {
  /** By which digest of a file. */
  by: "sha256" | "blake2b";
  files: { path: string; digest: string }[];
  /** What it says was left out when it was signed. */
  ignored: string[];
}

/**
 * The files that a signed manifest lists (OpenSSF Model Signing v1.0: one subject, whose digest is that of the listed digests in their
 * order, in SHA-256 whatever the files were hashed with).
 * @throws TrustError `invalid_bundle`; `unsupported_manifest` for what its signer may well have made and is not checked here
 */
export function readManifest({ subject, predicateType, predicate }: Statement): Manifest {
  if (predicateType !== PREDICATE_TYPE) throw invalid(`its predicate type is not ${PREDICATE_TYPE}`);
  if (!isObject(predicate) || !isObject(predicate["serialization"]))
    throw invalid("it says nothing of how files were read");
  const { method, hash_type: hashType, ignore_paths: ignored } = predicate["serialization"];
  if (method === "shards") throw unchecked("its files were hashed in shards");
  if (hashType === "blake3") throw unchecked("its files were hashed with BLAKE3");
  const by = DIGESTS.get(hashType);
  if (method !== "files" || by === undefined)
    throw invalid("its files were not hashed one by one with SHA-256 or BLAKE2b");
  const resources = predicate["resources"];
  if (!Array.isArray(resources) || resources.length > MOST_RESOURCES)
    throw invalid(`it lists no files, or more than ${MOST_RESOURCES}`);
  const files = resources.map((resource) => toFile(resource, hashType, by.shape));
  if (new Set(files.map(({ path }) => path)).size !== files.length) throw invalid("it lists a file twice");
  const digest = createHash("sha256");
  for (const file of files) digest.update(file.digest, "hex");
  const [only, another] = subject;
  if (!only || another || only.digest["sha256"] !== digest.digest("hex"))
    throw invalid("its subject's digest is not that of the files it lists");
  return { by: by.of, files, ignored: Array.isArray(ignored) ? ignored.filter((one) => typeof one === "string") : [] };
}

function toFile(resource: unknown, hashType: unknown, shape: RegExp): Manifest["files"][number] {
  if (!isObject(resource)) throw invalid("a file in it has no name");
  const { name, algorithm, digest } = resource;
  if (typeof name !== "string" || algorithm !== hashType || typeof digest !== "string" || !shape.test(digest))
    throw invalid("a file in it has no name, or no digest of the kind that it names");
  return { path: name, digest };
}

/** How a file of the directory is not what was signed. */
export interface Difference {
  how: "missing" | "changed" | "added";
  path: string;
}

/**
 * Holds a directory's files against the manifest. Nothing is left out but the directory's signatures, of which each is judged by itself:
 * whatever else the manifest says was ignored when it was signed is a file that nobody signed.
 */
export function findDifferences(
  { by, files: listed }: Manifest,
  files: readonly HashedFile[],
  signatureFiles: readonly string[],
): Difference[] {
  const present = new Map(files.map((file) => [file.path, file[by]]));
  const found: Difference[] = [];
  for (const { path, digest } of listed) {
    const there = present.get(path);
    if (there !== digest) found.push({ how: there === undefined ? "missing" : "changed", path });
    present.delete(path);
  }
  for (const path of signatureFiles) present.delete(path);
  for (const path of present.keys()) found.push({ how: "added", path });
  return found;
}

/**
 * @throws TrustError `invalid_bundle` naming the first file that differs
 */
export function ensureSameFiles(
  manifest: Manifest,
  files: readonly HashedFile[],
  signatureFiles: readonly string[],
): void {
  const [first] = findDifferences(manifest, files, signatureFiles);
  if (first !== undefined) throw new TrustError("invalid_bundle", differenceText(first));
}

/** A sentence. */
export function differenceText({ how, path }: Difference): string {
  const file = JSON.stringify(path);
  switch (how) {
    case "missing":
      return `The signed file ${file} is missing.`;
    case "changed":
      return `The file ${file} is not the signed one.`;
    case "added":
      return `The file ${file} is not among the signed ones.`;
  }
}

const invalid = (message: string) =>
  new TrustError("invalid_bundle", `The signed manifest cannot be used: ${message}.`);
const unchecked = (message: string) =>
  new TrustError("unsupported_manifest", `The files are not checked against the signature here: ${message}.`);
