import { randomBytes } from "node:crypto";
import type { Service, ServiceName } from "./local-services.ts";

export type { Service, ServiceName } from "./local-services.ts";

/**
 * A real service for this suite, or the reason why there is none on this machine. Throws when `REQUIRE_SERVICES` (a comma list) names
 * one that is missing. Every suite of a run shares the service: ask the `fresh…` functions for a place of its own.
 */
export async function service<N extends ServiceName>(name: N): Promise<Service<N>> {
  const found = await ask(name);
  if (!found.available && required().includes(name)) throw new Error(`REQUIRE_SERVICES names ${name}: ${found.reason}`);
  return found;
}

/** A new, empty database on the shared server, as `options` of CREATE DATABASE say. Throws when there is no PostgreSQL. */
export async function freshDatabase(options = ""): Promise<string> {
  const { url } = ensureAvailable("postgres", await service("postgres"));
  const { default: postgres } = await import("postgres");
  const name = `test_${randomBytes(8).toString("hex")}`;
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    await sql.unsafe(`create database ${name} template template0 ${options}`);
  } finally {
    await sql.end();
  }
  const fresh = new URL(url);
  fresh.pathname = `/${name}`;
  return fresh.href;
}

/** The URL of an empty Redis database of its own (a number in the path) on the shared server. Throws when there is no Redis. */
export async function freshRedis(): Promise<string> {
  const { url } = ensureAvailable("redis", await service("redis"));
  const { Redis } = await import("ioredis");
  const shared = new Redis(url);
  const fresh = new URL(url);
  try {
    const [, count = "16"] = (await shared.config("GET", "databases")) as string[]; // the reply is a pair of strings
    const turn = await shared.incr("test:next-database");
    fresh.pathname = `/${1 + (turn % (Number(count) - 1))}`;
  } finally {
    shared.disconnect();
  }
  const own = new Redis(fresh.href);
  try {
    await own.flushdb();
  } finally {
    own.disconnect();
  }
  return fresh.href;
}

export interface FreshBucket {
  bucket: string;
  endpoint: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** A new, empty bucket, in the shape that `s3Blobs` takes. Throws when there is no S3 server. */
export async function freshBucket(): Promise<FreshBucket> {
  const { url: endpoint, region, accessKeyId, secretAccessKey } = ensureAvailable("s3", await service("s3"));
  const { CreateBucketCommand, S3Client } = await import("@aws-sdk/client-s3");
  const bucket = `test-${randomBytes(8).toString("hex")}`;
  const client = new S3Client({
    endpoint,
    region,
    forcePathStyle: true,
    credentials: { accessKeyId, secretAccessKey },
  });
  try {
    await client.send(new CreateBucketCommand({ Bucket: bucket }));
  } finally {
    client.destroy();
  }
  return { bucket, endpoint, region, accessKeyId, secretAccessKey };
}

async function ask<N extends ServiceName>(name: N): Promise<Service<N>> {
  const broker = process.env["TEST_HARNESS_URL"];
  if (!broker) return { available: false, reason: "test/harness/global-setup.ts did not run" };
  const answer = await fetch(`${broker}/${name}`);
  if (!answer.ok) throw new Error(`the harness knows no service ${name}`);
  return (await answer.json()) as Service<N>; // written by global-setup.ts
}

function required(): string[] {
  return (process.env["REQUIRE_SERVICES"] ?? "").split(",").map((name) => name.trim());
}

function ensureAvailable<N extends ServiceName>(name: N, found: Service<N>): Extract<Service<N>, { available: true }> {
  if (!found.available) throw new Error(`no ${name}: ${found.reason}`);
  return found as Extract<Service<N>, { available: true }>; // narrowed on the line above
}
