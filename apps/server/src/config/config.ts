import { plainIssue } from "@gaia/edge";
import type { z } from "zod";
import { misfitProviders } from "./providers.ts";
import { type Settings, VARIABLES } from "./config-table.ts";

export type { Settings } from "./config-table.ts";

/** What was wrong with the variables, one sentence each. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
  readonly problems: string[];
  constructor(problems: string[]) {
    super(problems.join("\n"));
    this.problems = problems;
  }
}

type Environment = Record<string, string | undefined>;

/** The settings of this process, from its environment: the one place that reads it. @throws ConfigError */
export const readEnvironment = (): Settings => readSettings(process.env);

/**
 * Reads every variable of the table and checks that they fit each other. An empty value counts as absent.
 * @throws ConfigError with every problem at once
 */
export function readSettings(environment: Environment): Settings {
  const problems: string[] = [];
  const settings: Record<string, unknown> = {};
  for (const [name, { schema, default: fallback }] of Object.entries(VARIABLES)) {
    const given = environment[name];
    const read = (schema as z.ZodType).safeParse(given === undefined || given === "" ? fallback : given);
    if (read.success) settings[name] = read.data;
    else problems.push(`${name}: ${read.error.issues.map((issue) => plainIssue({ ...issue }, given)).join("; ")}`);
  }
  // Every entry of the table was read, or there is a problem and nothing is returned.
  if (problems.length === 0) problems.push(...misfits(settings as Settings));
  if (problems.length > 0) throw new ConfigError(problems);
  return settings as Settings;
}

/** Combinations that cannot work, in words (docs/ARCHITECTURE.md, "The doors"). */
function misfits(s: Settings): string[] {
  const scaled = s.ROLE === "api" || s.ROLE === "worker";
  const rules: [boolean, string][] = [
    [
      s.ROLE !== "all" && !s.DATABASE_URL,
      `ROLE=${s.ROLE} needs DATABASE_URL: the embedded database serves one process only.`,
    ],
    [
      s.DATABASE_DIRECT_URL !== null && !s.DATABASE_URL,
      "DATABASE_DIRECT_URL needs DATABASE_URL: it is the same database without the pooler.",
    ],
    [
      scaled && !s.REDIS_URL,
      `ROLE=${s.ROLE} needs REDIS_URL: without it the API and its workers do not hear each other.`,
    ],
    [scaled && !s.SIGNING_KEY, `ROLE=${s.ROLE} needs SIGNING_KEY: every process must sign with the same key.`],
    [scaled && !s.ADMIN_TOKEN, `ROLE=${s.ROLE} needs ADMIN_TOKEN: processes must not each make one of their own.`],
    [
      s.ROLE === "api" && !s.AUTH_SECRET,
      "ROLE=api needs AUTH_SECRET: every process must know who is signed in, and read the same second factors.",
    ],
    [
      s.S3_BUCKET !== null && (!s.AWS_ACCESS_KEY_ID || !s.AWS_SECRET_ACCESS_KEY),
      "S3_BUCKET needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.",
    ],
    [s.S3_ENDPOINT !== null && !s.S3_BUCKET, "S3_ENDPOINT is set but S3_BUCKET is not: which bucket?"],
    ...misfitProviders(s),
    [s.MEILI_API_KEY !== null && !s.MEILI_URL, "MEILI_API_KEY is set but MEILI_URL is not."],
  ];
  return rules.filter(([wrong]) => wrong).map(([, sentence]) => sentence);
}

/** The settings for a log line: secrets only as set or not. */
export function describeSettings(settings: Settings): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(VARIABLES).map(([name, entry]) => {
      const value = settings[name as keyof Settings];
      return [name, "secret" in entry && entry.secret && value !== null ? "(set)" : value];
    }),
  );
}

/**
 * The settings of `npm run demo`: as the environment says, but embedded, on this data directory, quiet, and with an
 * admin's token to show.
 */
export const readDemoEnvironment = (dataDir: string): Settings =>
  readSettings({
    HOST: process.env["HOST"],
    PORT: process.env["PORT"],
    OSV_URL: process.env["OSV_URL"],
    PIP_INDEX_URL: process.env["PIP_INDEX_URL"],
    SCANNER_DIR: process.env["SCANNER_DIR"],
    LOG_LEVEL: process.env["LOG_LEVEL"] ?? "warn",
    ADMIN_TOKEN: process.env["ADMIN_TOKEN"] ?? `demo-${crypto.randomUUID()}`,
    DATA_DIR: dataDir,
  });
