import { type FileHandle, open } from "node:fs/promises";
import { BundleError, type ByteSource } from "@gaia/bundle";
import { notFound, refused, unverified } from "../failures.ts";
import { systemWords } from "../home/system-words.ts";

/** Does `work` with a file's bytes, which stay open for so long. Throws exit 3 where there is none, and as `asFailure`. */
export async function withFileSource<T>(path: string, work: (source: ByteSource) => Promise<T>): Promise<T> {
  let file: FileHandle;
  try {
    file = await open(path, "r");
  } catch (error) {
    throw notFound(`${path} cannot be read: ${systemWords(error)?.message ?? "it is not there"}`);
  }
  try {
    const stat = await file.stat();
    if (!stat.isFile()) throw notFound(`${path} is no file`);
    return await work({ sizeBytes: stat.size, read: (at, length) => readAt(file, at, length) });
  } catch (error) {
    throw asFailure(error);
  } finally {
    await file.close();
  }
}

async function readAt(file: FileHandle, at: number, length: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(length);
  let read = 0;
  while (read < length) {
    const { bytesRead } = await file.read(bytes, read, length - read, at + read);
    if (bytesRead === 0) break;
    read += bytesRead;
  }
  return bytes.subarray(0, read);
}

/** A bundle that is none, or is too large, is refused (exit 4); one that was altered does not verify (exit 5). */
function asFailure(error: unknown): unknown {
  if (!(error instanceof BundleError)) return error;
  const { code, message } = error;
  if (code !== "altered") return refused(code === "too_large" ? "bundle_too_large" : "not_a_bundle", message);
  return unverified("bundle_altered", message, "nothing was taken: have it brought again");
}
