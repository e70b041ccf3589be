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
  AUTH_SECRET: "a-secret-of-32-characters-or-more",
  ADMIN_TOKEN: "a-token-of-24-characters-or-more",
};

const COMPANY = { OIDC_ISSUER: "https://id.example", OIDC_CLIENT_ID: "gaia", OIDC_CLIENT_SECRET: "c-s-e-c" };

test("an empty environment is a working configuration", () => {
  expect(readSettings({})).toMatchObject({ ROLE: "all", HOST: "127.0.0.1", PORT: 8080, DATA_DIR: "./.data" });
});

test("the registry's own address is a host, whatever follows it in slashes (first week, B2)", () => {
  for (const given of ["https://skills.example", "https://skills.example/", "http://127.0.0.1:8080//"])
    expect(readSettings({ PUBLIC_URL: given }).PUBLIC_URL).toBe(given.replace(/\/+$/, ""));
});

test("an empty value counts as absent", () => {
  expect(readSettings({ DATABASE_URL: "", PORT: "" })).toMatchObject({ DATABASE_URL: null, PORT: 8080 });
});

test("a registry has a name, and a contact that RFC 9116 allows", () => {
  expect(readSettings({})).toMatchObject({ REGISTRY_NAME: "Skill registry", SECURITY_CONTACT: null });
  const contactOf = (given: string) => readSettings({ SECURITY_CONTACT: given }).SECURITY_CONTACT;
  expect(contactOf("security@acme.example")).toBe("mailto:security@acme.example");
  expect(contactOf("https://acme.example/security")).toBe("https://acme.example/security");
});

describe("what cannot work is refused in words", () => {
  test.each<[string, Record<string, string>, RegExp]>([
    ["a worker without a queue", { ...SCALED, ROLE: "worker", REDIS_URL: "" }, /ROLE=worker needs REDIS_URL/],
    ["an api without a database", { ...SCALED, ROLE: "api", DATABASE_URL: "" }, /ROLE=api needs DATABASE_URL/],
    [
      "a direct database alone (first week, B1)",
      { DATABASE_DIRECT_URL: "postgres://db/registry" },
      /needs DATABASE_URL/,
    ],
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
    ["a provider without a secret", { ...COMPANY, OIDC_CLIENT_SECRET: "" }, /OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CL/],
    ["a provider over plain http", { ...COMPANY, OIDC_ISSUER: "http://id.example" }, /OIDC_ISSUER: must be an https/],
    ["an issuer with a query", { ...COMPANY, OIDC_ISSUER: "https://id.example/?x" }, /OIDC_ISSUER: must be an https/],
    ["scopes without openid", { ...COMPANY, OIDC_SCOPES: "email" }, /OIDC_SCOPES: must hold openid/],
    ["a role of groups that is none", { ...COMPANY, OIDC_GROUP_MAP: "a=acme:boss" }, /OIDC_GROUP_MAP: a=acme:boss/],
    ["groups of no provider", { OIDC_GROUP_MAP: "a=acme:admin" }, /need OIDC_ISSUER/],
    [
      "a domain that is an address",
      { ...COMPANY, OIDC_ALLOWED_DOMAINS: "@acme.example" },
      /OIDC_ALLOWED_DOMAINS: @acme/,
    ],
    ["a provider that sends people nowhere", { ...COMPANY, HOST: "0.0.0.0" }, /needs PUBLIC_URL/],
    ["people sent back in the clear", { ...COMPANY, PUBLIC_URL: "http://skills.example" }, /PUBLIC_URL of https/],
    ["a path to live below (first week, B2)", { PUBLIC_URL: "https://example.com/skills" }, /PUBLIC_URL: .* own/],
    ["an address with a query (first week, B2)", { PUBLIC_URL: "https://example.com/?x=1" }, /PUBLIC_URL: .* own/],
    ["a name of two lines", { REGISTRY_NAME: "Acme\nBcc: x" }, /REGISTRY_NAME: must be one plain line/],
    ["a contact that is no address", { SECURITY_CONTACT: "ask Ada" }, /SECURITY_CONTACT: must be a mail address/],
    ["a contact that is a script", { SECURITY_CONTACT: "javascript:alert(1)" }, /SECURITY_CONTACT: must be/],
    ["half of a GitHub app", { GITHUB_CLIENT_ID: "x" }, /GITHUB_CLIENT_ID and GITHUB_CLIENT_SECRET/],
  ])("%s", (_, environment, sentence) => {
    expect(problemsOf(environment).join("\n")).toMatch(sentence);
  });

  test("groups are read with whatever their names hold", () => {
    const read = readSettings({ ...COMPANY, OIDC_GROUP_MAP: "cn=all staff=acme:publisher, ops=acme:admin" });
    expect(read.OIDC_GROUP_MAP).toEqual([
      { group: "cn=all staff", publisher: "acme", role: "publisher" },
      { group: "ops", publisher: "acme", role: "admin" },
    ]);
  });

  test("a value of another form is told as a sentence with what was found, and a secret never is (first week, A7)", () => {
    expect(problemsOf({ ROLE: "banana" })).toEqual([
      expect.stringMatching(/^ROLE: has to be all or api .*; found "banana"$/),
    ]);
    expect(problemsOf({ PORT: "x" })).toEqual(['PORT: has to be a number; found "x"']);
    expect(problemsOf({ PORT: "99999" })).toEqual([
      expect.stringMatching(/^PORT: has to be at most \d+; found "99999"$/),
    ]);
    const said = problemsOf({ DATABASE_URL: "http://ada:secret@db/", ADMIN_TOKEN: "hunter2" }).join("\n");
    expect(said).toContain("DATABASE_URL: has to be an address");
    expect(said).not.toMatch(/secret|hunter2|Invalid|expected|received/);
  });

  test("all problems are told at once", () => {
    expect(problemsOf({ ROLE: "worker", PORT: "x", ADMIN_TOKEN: "short" })).toHaveLength(2);
    expect(problemsOf({ ROLE: "worker" })).toHaveLength(4);
  });
});

test("X9 secrets do not reach the log", () => {
  const text = JSON.stringify(
    describeSettings(readSettings({ ...SCALED, MEILI_URL: "http://m:7700", MEILI_API_KEY: "k-e-y", ...COMPANY })),
  );
  for (const secret of [
    "user:pass",
    "k-e-y",
    "c-s-e-c",
    SCALED.ADMIN_TOKEN,
    SCALED.AWS_SECRET_ACCESS_KEY,
    SCALED.SIGNING_KEY,
  ]) {
    expect(text).not.toContain(`"${secret}"`);
  }
  expect(text).not.toContain("pass@db");
});
