import { generateSigningKey } from "@gaia/trust";
import { describe, it } from "vitest";
import { freshBucket, freshDatabase, freshRedis, service } from "./services.ts";

/** How one registry is spread: the variables that make it so, on empty services of its own. */
export interface Form {
  name: "embedded" | "scaled";
  environment(): Promise<Record<string, string>>;
}

/** Variables of an empty database, Redis and bucket of its own, and of the key that every process on them signs with. */
export async function scaledEnvironment(): Promise<Record<string, string>> {
  const [database, redis, bucket] = await Promise.all([freshDatabase(), freshRedis(), freshBucket()]);
  return {
    DATABASE_URL: database,
    REDIS_URL: redis,
    S3_BUCKET: bucket.bucket,
    S3_ENDPOINT: bucket.endpoint,
    S3_REGION: bucket.region,
    AWS_ACCESS_KEY_ID: bucket.accessKeyId,
    AWS_SECRET_ACCESS_KEY: bucket.secretAccessKey,
    SIGNING_KEY: generateSigningKey(),
  };
}

/** A suite on PostgreSQL, Redis and S3; where one is missing, a skipped test stands in whose name says which and why. */
export async function describeScaled(title: string, body: (form: Form) => void): Promise<void> {
  const found = [await service("postgres"), await service("redis"), await service("s3")];
  const reasons = found.flatMap((each) => (each.available ? [] : [each.reason]));
  if (reasons.length === 0) {
    describe(title, () => body({ name: "scaled", environment: scaledEnvironment }));
    return;
  }
  describe.skip(`${title} [${reasons.join("; ")}]`, () => {
    it("needs postgres, redis and s3", () => {});
  });
}

/** The same suite twice: embedded, and on PostgreSQL, Redis and S3. */
export async function describeForms(title: string, body: (form: Form) => void): Promise<void> {
  describe(`${title}, embedded`, () => body({ name: "embedded", environment: async () => ({}) }));
  await describeScaled(`${title}, on PostgreSQL, Redis and S3`, body);
}
