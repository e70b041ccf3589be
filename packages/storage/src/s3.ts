import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import {
  DeleteObjectCommand,
  GetObjectCommand,
  type GetObjectCommandOutput,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from "@aws-sdk/client-s3";
import type { Blobs } from "./blobs.ts";
import { ensureKey, ensurePrefix, isKey } from "./keys.ts";
import { type AttemptLimits, attempted, s3Code } from "./s3-attempts.ts";
import { StorageError } from "./storage-error.ts";

export interface S3Config {
  /** Must exist already. */
  bucket: string;
  /** Base URL of an S3 server that is not AWS (addressed path-style), or null for AWS itself. */
  endpoint: string | null;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Put before every key, e.g. `registry/`. */
  prefix?: string | undefined;
  limits?: Partial<S3Limits> | undefined;
}

interface S3Limits extends AttemptLimits {
  connectMs: number;
}

const LIMITS: S3Limits = { attempts: 4, connectMs: 3_000, requestMs: 15_000, backoffMs: 200 };
const MAX_BLOB_BYTES = 256 * 1024 * 1024;
const MAX_SOCKETS = 64;
/** Metadata of each object: its SHA-256 at the time of the put, so that bytes which changed in storage are noticed on read. */
const DIGEST = "sha256";

/**
 * Blobs as objects of one bucket, on AWS S3 or a server that speaks its protocol. Network failures, timeouts, 5xx, throttling and cut
 * or altered bodies are tried again with growing pauses, then thrown as `StorageError`.
 */
export function s3Blobs(config: S3Config): Blobs {
  const { bucket: Bucket, prefix = "" } = config;
  ensurePrefix(prefix);
  const limits: S3Limits = { ...LIMITS, ...config.limits };
  const client = openClient(config, limits);
  const keyOf = (key: string): string => {
    ensureKey(key);
    return prefix + key;
  };

  return {
    async put(key, bytes) {
      const Key = keyOf(key);
      const Metadata = { [DIGEST]: sha256(bytes) };
      const command = {
        Bucket,
        Key,
        Metadata,
        Body: bytes,
        ContentLength: bytes.length,
        ContentType: "application/octet-stream",
      };
      await attempted(limits, (abortSignal) => client.send(new PutObjectCommand(command), { abortSignal }));
    },
    async read(key) {
      const Key = keyOf(key);
      return attempted(limits, async (abortSignal) => {
        const found = await client
          .send(new GetObjectCommand({ Bucket, Key }), { abortSignal })
          .catch(nullIf("NoSuchKey"));
        return found === null ? null : await readWhole(found);
      });
    },
    async has(key) {
      const Key = keyOf(key);
      return attempted(limits, async (abortSignal) => {
        const found = await client
          .send(new HeadObjectCommand({ Bucket, Key }), { abortSignal })
          .catch(nullIf("NotFound"));
        return found !== null;
      });
    },
    async *list(asked) {
      ensurePrefix(asked);
      const Prefix = prefix + asked;
      let ContinuationToken: string | undefined;
      do {
        const command = new ListObjectsV2Command({ Bucket, Prefix, ContinuationToken });
        const page = await attempted(limits, (abortSignal) => client.send(command, { abortSignal }));
        for (const { Key = "", Size = 0, LastModified } of page.Contents ?? []) {
          const key = Key.slice(prefix.length);
          // Objects that others put into the bucket under names we would refuse are not ours.
          if (Key.startsWith(Prefix) && isKey(key))
            yield { key, sizeBytes: Size, modifiedAt: LastModified ?? new Date(0) };
        }
        const next = page.IsTruncated === true ? page.NextContinuationToken : undefined;
        if (next !== undefined && next === ContinuationToken)
          throw new StorageError("unavailable", "the S3 listing does not advance");
        ContinuationToken = next;
      } while (ContinuationToken !== undefined);
    },
    async remove(key) {
      const Key = keyOf(key);
      await attempted(limits, (abortSignal) =>
        client.send(new DeleteObjectCommand({ Bucket, Key }), { abortSignal }).catch(nullIf("NoSuchKey")),
      );
    },
    async check() {
      // Asked by readiness probes: one attempt, and a shut door is said at once.
      const once = { ...limits, attempts: 1, requestMs: Math.min(limits.requestMs, 5_000) };
      await attempted(once, (abortSignal) => client.send(new HeadBucketCommand({ Bucket }), { abortSignal }));
    },
    async close() {
      client.destroy();
    },
  };
}

function openClient(config: S3Config, limits: S3Limits): S3Client {
  const agent = { keepAlive: true, maxSockets: MAX_SOCKETS };
  return new S3Client({
    region: config.region,
    credentials: { accessKeyId: config.accessKeyId, secretAccessKey: config.secretAccessKey },
    ...(config.endpoint === null ? {} : { endpoint: config.endpoint, forcePathStyle: true }),
    maxAttempts: 1,
    // The newer default checksums are trailers that S3 servers other than AWS often refuse.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    requestHandler: {
      connectionTimeout: limits.connectMs,
      requestTimeout: limits.requestMs,
      throwOnRequestTimeout: true,
      httpAgent: agent,
      httpsAgent: agent,
    },
  });
}

async function readWhole(found: GetObjectCommandOutput): Promise<Uint8Array> {
  const { Body, ContentLength, Metadata } = found;
  if (!(Body instanceof Readable)) throw new StorageError("unavailable", "the S3 endpoint sent no body");
  const digest = Metadata?.[DIGEST];
  if (ContentLength === undefined && digest === undefined) {
    Body.destroy();
    throw new StorageError("corrupt", "nothing says how long the object is");
  }
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  for await (const chunk of Body as AsyncIterable<Uint8Array>) {
    sizeBytes += chunk.length;
    // Leaving the loop destroys the stream.
    if (sizeBytes > MAX_BLOB_BYTES) throw new StorageError("corrupt", "the object is larger than any blob of ours");
    chunks.push(chunk);
  }
  const bytes = Buffer.concat(chunks, sizeBytes);
  if (ContentLength !== undefined && bytes.length !== ContentLength) {
    throw new StorageError("corrupt", `the object was cut short: ${bytes.length} of ${ContentLength} bytes`);
  }
  if (digest !== undefined && digest !== sha256(bytes))
    throw new StorageError("corrupt", "the object is not what was put");
  return bytes;
}

/** Only this code means a missing key: a missing bucket or a proxy's 404 must not. (A HEAD answer has no body, hence a code of its own.) */
function nullIf(missing: "NoSuchKey" | "NotFound"): (error: unknown) => null {
  return (error) => {
    if (s3Code(error) === missing) return null;
    throw error;
  };
}

function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
