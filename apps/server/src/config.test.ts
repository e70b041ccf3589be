import { describe, expect, test } from "vitest";
import { ConfigError, describeSettings, readSettings } from "./config.ts";

function problemsOf(environment: Record<string, string>): string[] {
  try {
    readSettings(environment);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}

const SCALED = {
  DATABASE_URL: "postgres://user:pass@db/registry",
  REDIS_URL: "redis://redis:6379",
  S3_BUCKET: "skills",
  AWS_ACCESS_KEY_ID: "id",
  AWS_SECRET_ACCESS_KEY: "secret",
  SIGNING_KEY: "/run/secrets/key.pem",
  ADMIN_TOKEN: "a-token-of-24-characters-or-more",
};

test("an empty environment is a working configuration", () => {
  expect(readSettings({})).toMatchObject({ ROLE: "all", HOST: "127.0.0.1", PORT: 8080, DATA_DIR: "./.data" });
});

test("an empty value counts as absent", () => {
  expect(readSettings({ DATABASE_URL: "", PORT: "" })).toMatchObject({ DATABASE_URL: null, PORT: 8080 });
});

describe("what cannot work is refused in words", () => {
  test.each<[string, Record<string, string>, RegExp]>([
    ["a worker without a queue", { ...SCALED, ROLE: "worker", REDIS_URL: "" }, /ROLE=worker needs REDIS_URL/],
    ["an api without a database", { ...SCALED, ROLE: "api", DATABASE_URL: "" }, /ROLE=api needs DATABASE_URL/],
    ["migrate without a database", { ROLE: "migrate" }, /ROLE=migrate needs DATABASE_URL/],
    ["a bucket without credentials", { S3_BUCKET: "skills" }, /S3_BUCKET needs AWS_ACCESS_KEY_ID/],
    ["an api with a key of its own", { ...SCALED, ROLE: "api", SIGNING_KEY: "" }, /ROLE=api needs SIGNING_KEY/],
    [
      "a worker with a token of its own",
      { ...SCALED, ROLE: "worker", ADMIN_TOKEN: "" },
      /ROLE=worker needs ADMIN_TOKEN/,
    ],
    ["a short admin token", { ADMIN_TOKEN: "short" }, /ADMIN_TOKEN: must have 24 characters/],
    ["a role nobody knows", { ROLE: "both" }, /^ROLE: /],
    ["a port out of range", { PORT: "70000" }, /^PORT: /],
    ["a database of another kind", { DATABASE_URL: "mysql://db/registry" }, /^DATABASE_URL: /],
  ])("%s", (_, environment, sentence) => {
    expect(problemsOf(environment).join("\n")).toMatch(sentence);
  });

  test("all problems are told at once", () => {
    expect(problemsOf({ ROLE: "worker", PORT: "x", ADMIN_TOKEN: "short" })).toHaveLength(2);
    expect(problemsOf({ ROLE: "worker" })).toHaveLength(4);
  });
});

test("secrets do not reach the log", () => {
  const text = JSON.stringify(
    describeSettings(readSettings({ ...SCALED, MEILI_URL: "http://m:7700", MEILI_API_KEY: "k-e-y" })),
  );
  for (const secret of ["user:pass", "k-e-y", SCALED.ADMIN_TOKEN, SCALED.AWS_SECRET_ACCESS_KEY, SCALED.SIGNING_KEY]) {
    expect(text).not.toContain(`"${secret}"`);
  }
  expect(text).not.toContain("pass@db");
});
