import { createHash } from "node:crypto";
import { isObject, type Statement } from "../sigstore/signed-content.ts";
import { TrustError } from "../trust-error.ts";
import type { HashedFile } from "./signed-directory.ts";

const PREDICATE_TYPE = "https://model_signing/signature/v1.0";
const MOST_RESOURCES = 10_000;

/**
 * The files that a signed manifest lists (OpenSSF Model Signing v1.0: one subject, whose digest is that of the listed digests in their
 * order).
 * @throws TrustError `invalid_bundle`
 */
export function readManifest({ subject, predicateType, predicate }: Statement): HashedFile[] {
  if (predicateType !== PREDICATE_TYPE) throw invalid(`its predicate type is not ${PREDICATE_TYPE}`);
  if (!isObject(predicate) || !isObject(predicate["serialization"]))
    throw invalid("it says nothing of how files were read");
  const { method, hash_type: hashType } = predicate["serialization"];
  if (method !== "files" || hashType !== "sha256") throw invalid("its files were not hashed one by one with SHA-256");
  const resources = predicate["resources"];
  if (!Array.isArray(resources) || resources.length > MOST_RESOURCES)
    throw invalid(`it lists no files, or more than ${MOST_RESOURCES}`);
  const files = resources.map(toFile);
  if (new Set(files.map(({ path }) => path)).size !== files.length) throw invalid("it lists a file twice");
  const digest = createHash("sha256");
  for (const { sha256 } of files) digest.update(sha256, "hex");
  const [only, another] = subject;
  if (!only || another || only.digest["sha256"] !== digest.digest("hex"))
    throw invalid("its subject's digest is not that of the files it lists");
  return files;
}

function toFile(resource: unknown): HashedFile {
  if (!isObject(resource)) throw invalid("a file in it has no name");
  const { name, algorithm, digest } = resource;
  if (
    typeof name !== "string" ||
    algorithm !== "sha256" ||
    typeof digest !== "string" ||
    !/^[0-9a-f]{64}$/.test(digest)
  )
    throw invalid("a file in it has no name or no SHA-256");
  return { path: name, sha256: digest };
}

/**
 * Holds a directory's files against the manifest. Nothing is left out but the file with the signature: whatever else the manifest says was
 * ignored when it was signed is a file that nobody signed.
 * @throws TrustError `invalid_bundle` naming the first file that differs
 */
export function ensureSameFiles(
  listed: readonly HashedFile[],
  files: readonly HashedFile[],
  signatureFile: string,
): void {
  const present = new Map(files.map(({ path, sha256 }) => [path, sha256]));
  present.delete(signatureFile);
  for (const { path, sha256 } of listed) {
    const found = present.get(path);
    if (found === undefined) throw differs(`The signed file ${JSON.stringify(path)} is missing.`);
    if (found !== sha256) throw differs(`The file ${JSON.stringify(path)} is not the signed one.`);
    present.delete(path);
  }
  const [added] = present.keys();
  if (added !== undefined) throw differs(`The file ${JSON.stringify(added)} is not among the signed ones.`);
}

const differs = (message: string) => new TrustError("invalid_bundle", message);
const invalid = (message: string) =>
  new TrustError("invalid_bundle", `The signed manifest cannot be used: ${message}.`);
