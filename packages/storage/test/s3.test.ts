import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { describeWith } from "../../../test/harness/describe-with.ts";
import { type FreshBucket, freshBucket } from "../../../test/harness/services.ts";
import type { Blobs } from "../src/index.ts";
import { s3Blobs } from "../src/s3.ts";
import { blobsConformance } from "./conformance.ts";
import { type Fault, type FaultyEndpoint, faultyEndpoint } from "./faulty-endpoint.ts";

await describeWith("s3", "s3Blobs against a real S3 server", () => {
  blobsConformance("s3Blobs", async () => ({ blobs: s3Blobs(await freshBucket()) }), { manyKeys: 1_050 });
  blobsConformance("s3Blobs with a prefix", async () => ({
    blobs: s3Blobs({ ...(await freshBucket()), prefix: "one/registry/" }),
  }));

  it("keeps two prefixes of one bucket apart", async () => {
    const bucket = await freshBucket();
    const [one, two] = [s3Blobs({ ...bucket, prefix: "one/" }), s3Blobs({ ...bucket, prefix: "two/" })];
    await one.put("k/a", Buffer.from("1"));
    expect(await two.read("k/a")).toBeNull();
    for await (const found of two.list("")) expect(found).toBeUndefined();
  });

  it("finds its door shut without the bucket, and never takes a missing bucket for a missing key", async () => {
    const blobs = s3Blobs({ ...(await freshBucket()), bucket: "test-no-such-bucket" });
    await expect(blobs.check()).rejects.toMatchObject({ code: "unavailable" });
    await expect(blobs.read("a")).rejects.toMatchObject({ code: "unavailable" });
    await expect(blobs.put("a", Buffer.from("x"))).rejects.toMatchObject({ code: "unavailable" });
  });

  it("finds its door shut with a wrong secret, at once and without showing it", async () => {
    const secretAccessKey = "wrong-secret-wrong-secret";
    const blobs = s3Blobs({ ...(await freshBucket()), secretAccessKey });
    const error = await blobs.read("a").then(
      () => null,
      (thrown: unknown) => thrown,
    );
    expect(error).toMatchObject({ name: "StorageError", code: "unavailable" });
    expect(String(error)).not.toContain(secretAccessKey);
  });
});

await describeWith("s3", "R6 s3Blobs behind an endpoint that fails", () => {
  let endpoint: FaultyEndpoint;
  let bucket: FreshBucket;
  let blobs: Blobs;
  const bytes = randomBytes(300_000);
  beforeAll(async () => {
    bucket = await freshBucket();
    endpoint = await faultyEndpoint(bucket.endpoint);
    blobs = s3Blobs({
      ...bucket,
      endpoint: endpoint.url,
      limits: { attempts: 3, connectMs: 300, requestMs: 400, backoffMs: 10 },
    });
    await blobs.put("k/blob", bytes);
  });
  afterAll(async () => {
    await blobs?.close();
    await endpoint?.close();
  });

  const passing: Fault[] = [
    "answer-500",
    "answer-503-html",
    "hang",
    "reset",
    "cut-body",
    "stall-body",
    "flip-bit",
    "drop-tail",
  ];
  it.each(passing)("reads the right bytes after two of: %s", async (fault) => {
    endpoint.plan(fault, fault);
    expect(Buffer.compare((await blobs.read("k/blob")) ?? Buffer.of(), bytes)).toBe(0);
    expect(endpoint.requests()).toBe(3);
  });

  it.each(passing)("gives up in bounded time, and never with wrong bytes: %s", async (fault) => {
    endpoint.always(fault);
    const code = fault === "flip-bit" || fault === "drop-tail" ? "corrupt" : "unavailable";
    await expect(blobs.read("k/blob")).rejects.toMatchObject({ name: "StorageError", code });
    expect(endpoint.requests()).toBe(3);
  });

  it.each<Fault>(["answer-500", "hang", "reset"])("puts, lists, asks and removes after: %s", async (fault) => {
    endpoint.plan(fault);
    await blobs.put("k/put", bytes);
    endpoint.plan(fault);
    expect(await blobs.has("k/put")).toBe(true);
    endpoint.plan(fault);
    const keys: string[] = [];
    for await (const { key } of blobs.list("k/")) keys.push(key);
    expect(keys).toEqual(["k/blob", "k/put"]);
    endpoint.plan(fault);
    await blobs.remove("k/put");
    expect(await blobs.has("k/put")).toBe(false);
  });

  it("throws when a put never succeeds, and nothing half put is seen", async () => {
    endpoint.always("answer-500");
    await expect(blobs.put("k/never", bytes)).rejects.toMatchObject({ code: "unavailable" });
    endpoint.always(null);
    expect(await blobs.read("k/never")).toBeNull();
  });

  it("does not take somebody else's 404 page for a missing blob", async () => {
    endpoint.always("answer-404-html");
    await expect(blobs.read("k/blob")).rejects.toMatchObject({ code: "unavailable" });
  });

  it("answers a check at once when the endpoint is down", async () => {
    endpoint.always("answer-500");
    await expect(blobs.check()).rejects.toMatchObject({ code: "unavailable" });
    expect(endpoint.requests()).toBe(1);
    endpoint.always(null);
    await blobs.check();
  });
});

describe("s3Blobs without a server", () => {
  it("fails in bounded time when nothing listens", async () => {
    const nowhere = {
      bucket: "b",
      endpoint: "http://127.0.0.1:9",
      region: "r",
      accessKeyId: "a",
      secretAccessKey: "s",
    };
    const blobs = s3Blobs({ ...nowhere, limits: { attempts: 2, connectMs: 300, requestMs: 400, backoffMs: 10 } });
    await expect(blobs.read("a")).rejects.toMatchObject({ name: "StorageError", code: "unavailable" });
  });
});
