import { setTimeout as pause } from "node:timers/promises";
import { S3ServiceException } from "@aws-sdk/client-s3";
import { StorageError } from "./storage-error.ts";

export interface AttemptLimits {
  /** How often one call is tried in all. */
  attempts: number;
  /** One attempt, from connecting to the last byte of the answer. */
  requestMs: number;
  /** The pause before the second attempt; it doubles, and is shortened at random. */
  backoffMs: number;
}

/** 4xx answers that a later attempt may turn into success. */
const PASSING = new Set([
  "RequestTimeout",
  "RequestTimeTooSkewed",
  "SlowDown",
  "Throttling",
  "ThrottlingException",
  "OperationAborted",
]);
const FULL = new Set(["QuotaExceeded", "XMinioStorageFull", "InsufficientCapacity", "EntityTooLarge"]);

/**
 * Runs `act` until it succeeds, fails for good, or has been tried `attempts` times. It covers the body of the answer too, which the
 * SDK's own retries do not; those are therefore switched off. Throws `StorageError`.
 */
export async function attempted<T>(limits: AttemptLimits, act: (abort: AbortSignal) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const timer = new AbortController();
    const expiry = setTimeout(() => timer.abort(new Error("the request took too long")), limits.requestMs);
    try {
      return await act(timer.signal);
    } catch (error) {
      if (attempt >= limits.attempts || !mayPass(error)) throw toStorageError(error);
    } finally {
      clearTimeout(expiry);
    }
    const ceilingMs = limits.backoffMs * 2 ** (attempt - 1);
    await pause(ceilingMs * (0.5 + Math.random() / 2));
  }
}

/** The S3 error code (`NoSuchKey`), or null when the endpoint gave no answer that the SDK understands. */
export function s3Code(error: unknown): string | null {
  return error instanceof S3ServiceException ? error.name : null;
}

function mayPass(error: unknown): boolean {
  if (error instanceof StorageError) return error.code === "corrupt";
  if (!(error instanceof S3ServiceException)) return true;
  if (FULL.has(error.name)) return false;
  const status = error.$metadata.httpStatusCode ?? 0;
  return status < 400 || status >= 500 || status === 429 || status === 408 || PASSING.has(error.name);
}

function toStorageError(error: unknown): StorageError {
  if (error instanceof StorageError) return error;
  const code = s3Code(error);
  const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
  if (status === 507 || (code !== null && FULL.has(code))) {
    return new StorageError("full", "the bucket takes no more bytes", { cause: error });
  }
  const said = code === null ? "no usable answer" : code;
  return new StorageError("unavailable", `the S3 endpoint failed (${said})`, { cause: error });
}
