import { readFileSync } from "node:fs";
import {
  CreateBucketCommand,
  DeleteBucketCommand,
  GetBucketPolicyCommand,
  GetObjectTaggingCommand,
  ListBucketsCommand,
  ListObjectsV2Command,
  ListObjectVersionsCommand,
  PutBucketPolicyCommand,
  PutBucketVersioningCommand,
  PutObjectCommand,
  S3Client,
  type S3ServiceException,
} from "@aws-sdk/client-s3";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { describeWith } from "../../../test/harness/describe-with.ts";
import { type S3Key, type S3WithPolicies, startS3WithPolicies } from "../../../test/harness/s3-policies.ts";
import type { Blobs } from "../src/index.ts";
import { s3Blobs } from "../src/s3.ts";
import { blobsConformance } from "./conformance.ts";

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), "utf8");
/** "What the bucket has to allow" of docs/operations.md. */
const PAGE = /^### What the bucket has to allow\n(.*?)^### /ms.exec(read("../../../docs/operations.md"))?.[1] ?? "";
const POLICY = /^```\n(\{.*?)^```$/ms.exec(PAGE)?.[1] ?? "";
/** The policy's own. */
const BUCKET = "registry";

interface Policy {
  Statement: { Action: string | string[] }[];
}
const actionsOf = ({ Statement }: Policy): string[] => Statement.flatMap(({ Action }) => Action);

async function keysOf(blobs: Blobs): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of blobs.list("k/")) keys.push(key);
  return keys;
}

/** The documented policy without one of its actions. */
function without(action: string): string {
  const policy = JSON.parse(POLICY) as Policy;
  const statements = policy.Statement.map((statement) => ({
    ...statement,
    Action: [statement.Action].flat().filter((one) => one !== action),
  }));
  return JSON.stringify({ ...policy, Statement: statements.filter(({ Action }) => Action.length > 0) });
}

describe("what docs/operations.md says that a bucket has to allow", () => {
  it("names the calls of the adapter, and no other (first week, B8)", () => {
    const sent = [...read("../src/s3.ts").matchAll(/new (\w+)Command\(/g)].map(([, name]) => name);
    const named = [
      ...(/^The registry calls (.*?), and nothing else/.exec(PAGE.trim())?.[1]?.matchAll(/`(\w+)`/g) ?? []),
    ];
    expect(sent.length).toBeGreaterThan(0);
    expect(named.map(([, name]) => name).toSorted()).toEqual([...new Set(sent)].toSorted());
  });
});

await describeWith("versitygw", "s3Blobs with the key of a user who has the documented policy", ({ url: program }) => {
  let server: S3WithPolicies;
  let key: S3Key;
  let root: S3Client;
  const client = (credentials: S3Key) =>
    new S3Client({ endpoint: server.url, region: server.region, forcePathStyle: true, maxAttempts: 1, credentials });
  const blobsOf = (credentials: S3Key): Blobs =>
    s3Blobs({ bucket: BUCKET, endpoint: server.url, region: server.region, ...credentials });

  beforeAll(async () => {
    server = await startS3WithPolicies(program);
    root = client(server);
    for (const Bucket of [BUCKET, "another"]) await root.send(new CreateBucketCommand({ Bucket }));
    key = await server.addUser("registry", POLICY);
  });
  afterAll(async () => {
    root?.destroy();
    await server?.stop();
  });

  // Everything that a registry does with its bucket.
  blobsConformance("everything works (first week, B8)", async () => ({ blobs: blobsOf(key) }));

  it("is refused everything else (first week, B8)", async () => {
    const own = client(key);
    await root.send(new PutObjectCommand({ Bucket: BUCKET, Key: "k/tagged", Body: "x" }));
    const refused: Record<string, () => Promise<unknown>> = {
      CreateBucket: () => own.send(new CreateBucketCommand({ Bucket: "mine" })),
      DeleteBucket: () => own.send(new DeleteBucketCommand({ Bucket: "another" })),
      ListBuckets: () => own.send(new ListBucketsCommand({})),
      "ListObjectsV2 of another bucket": () => own.send(new ListObjectsV2Command({ Bucket: "another" })),
      "PutObject into another bucket": () => own.send(new PutObjectCommand({ Bucket: "another", Key: "a", Body: "x" })),
      ListObjectVersions: () => own.send(new ListObjectVersionsCommand({ Bucket: BUCKET })),
      GetObjectTagging: () => own.send(new GetObjectTaggingCommand({ Bucket: BUCKET, Key: "k/tagged" })),
      GetBucketPolicy: () => own.send(new GetBucketPolicyCommand({ Bucket: BUCKET })),
      PutBucketPolicy: () => own.send(new PutBucketPolicyCommand({ Bucket: BUCKET, Policy: POLICY })),
      PutBucketVersioning: () =>
        own.send(new PutBucketVersioningCommand({ Bucket: BUCKET, VersioningConfiguration: { Status: "Enabled" } })),
    };
    for (const [name, asked] of Object.entries(refused)) {
      const outcome = await asked().then(
        () => "allowed",
        (error: S3ServiceException) => error.name,
      );
      expect(outcome, name).toBe("AccessDenied");
    }
    own.destroy();
  });

  // What fails without each: nothing in the policy is there for nothing.
  const needed: [action: string, fails: string[]][] = [
    ["s3:ListBucket", ["check", "list"]],
    ["s3:GetObject", ["read", "has"]],
    ["s3:PutObject", ["put"]],
    ["s3:DeleteObject", ["remove"]],
  ];

  it.each(needed)("needs %s of the policy (first week, B8)", async (action, fails) => {
    const name = `without-${action.slice(3)}`;
    const blobs = blobsOf(await server.addUser(name, without(action)));
    const calls: Record<string, () => Promise<unknown>> = {
      check: () => blobs.check(),
      put: () => blobs.put("k/put", Buffer.from("x")),
      read: () => blobs.read("k/there"),
      has: () => blobs.has("k/there"),
      list: () => keysOf(blobs),
      remove: () => blobs.remove("k/gone"),
    };
    for (const Key of ["k/there", "k/gone"]) await root.send(new PutObjectCommand({ Bucket: BUCKET, Key, Body: "x" }));
    const failed: string[] = [];
    for (const [call, act] of Object.entries(calls)) {
      await act().catch((error: unknown) => {
        expect(error, call).toMatchObject({ name: "StorageError", code: "unavailable" });
        failed.push(call);
      });
    }
    expect(failed.toSorted()).toEqual(fails.toSorted());
    await server.setPolicy(name, POLICY);
    for (const act of Object.values(calls)) await act();
    await blobs.close();
  });

  it("holds no action that the cases above do not try (first week, B8)", () => {
    expect(actionsOf(JSON.parse(POLICY) as Policy).toSorted()).toEqual(needed.map(([action]) => action).toSorted());
  });
});
