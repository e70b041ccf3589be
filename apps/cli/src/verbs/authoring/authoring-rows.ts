import type { Command } from "commander";
import type { AddVerb } from "../command-verb.ts";
import { type OutputForm, withOutputForm } from "../../diagnostic-output/output-form.ts";
import { TARGETS } from "../../authoring/target-formats.ts";
import type { InitInput } from "./init.ts";
import type { LintOptions } from "./lint.ts";
import type { MigrateOptions } from "./migrate.ts";
import type { ValidateOptions } from "./validate.ts";

const FORMATS = Object.keys(TARGETS).join("|");
const version = ["--version <version>", "the version, for a manifest without one"] as const;
const target = ["--target <profile>", `judge by the rules of its readers: ${FORMATS}`] as const;

/** The author's tools that need no registry: `init|validate|lint|scan|format|migrate|convert`. */
export function addToolVerbs(skill: Command, verb: AddVerb): void {
  verb<Omit<InitInput, "directory">>(
    skill,
    { line: "init [dir]", description: "begin a new skill", example: "init my-skill --format agent-skills" },
    async (session, options, words: string[]) =>
      (await import("./init.ts")).init(session, { ...options, directory: words[0] }),
  )
    .option("--format <format>", `the format it is written in, gaia unless given: ${FORMATS}`)
    .option("--name <name>", "its name; the folder's unless given")
    .option("--description <text>", "what it does, and when to use it")
    .option("--author <name>", "who writes it")
    .option("--license <spdx>", "its license, MIT unless given")
    .option("-y, --yes", "ask nothing");
  withOutputForm(
    verb<ValidateOptions>(
      skill,
      { line: "validate <path...>", description: "read a skill as the registry will", example: "validate ./my-skill" },
      async (session, options, paths) => (await import("./validate.ts")).validate(session, { paths, ...options }),
    )
      .option(...version)
      .option(...target),
  );
  withOutputForm(
    verb<LintOptions>(
      skill,
      { line: "lint <path...>", description: "validate, and the rules of style", example: "lint ./my-skill --fix" },
      async (session, options, paths) => (await import("./lint.ts")).lint(session, { paths, ...options }),
    )
      .option("--fix", "repair what can be repaired safely")
      .option(...version)
      .option(...target),
  );
  withOutputForm(
    verb<{ output?: OutputForm }>(
      skill,
      { line: "scan <path...>", description: "look for what the registry would hold", example: "scan ./my-skill" },
      async (session, options, paths) => (await import("./scan.ts")).scan(session, { paths, ...options }),
    ),
  );
  verb<{ check?: boolean }>(
    skill,
    { line: "format <path...>", description: "bring manifests into one form", example: "format ./my-skill --check" },
    async (session, options, paths) => (await import("./format.ts")).format(session, { paths, ...options }),
  ).option("--check", "write nothing; exit 4 when something would change");
  addMigrationVerbs(skill, verb);
  addPackVerbs(skill, verb);
}

function addMigrationVerbs(skill: Command, verb: AddVerb): void {
  const withOptions = (command: Command): Command =>
    command
      .option("--from <format>", `the source's format, when it is not the one it looks like: ${FORMATS}`)
      .option("-o, --output <dir>", "the folder that gets <name>/ and the report", "migrated")
      .option(...version)
      .option("--validate", "check the result by the rules of its readers")
      .option("--batch", "every skill below a folder; a bad one stops nothing")
      .option("--force", "replace what is in the output");
  withOptions(
    verb<MigrateOptions & { to?: string }>(
      skill,
      {
        line: "migrate <path>",
        description: "bring a skill into GAIA's format",
        example: "migrate ./old-skill --validate",
      },
      async (session, options, [path]) => (await import("./migrate.ts")).migrate(session, { path, ...options }),
    ).option("--to <format>", `the format to write, gaia-0.1 unless it cannot hold the skill, then gaia: ${FORMATS}`),
  );
  withOptions(
    verb<MigrateOptions & { to: string }>(
      skill,
      {
        line: "convert <path>",
        description: "write a skill in another format",
        example: "convert ./my-skill --to agent-skills",
      },
      async (session, options, [path]) => (await import("./convert.ts")).convert(session, { path, ...options }),
    ).requiredOption("--to <format>", `the format to write: ${FORMATS}`),
  );
}

function addPackVerbs(skill: Command, verb: AddVerb): void {
  verb<{ output?: string; version?: string }>(
    skill,
    { line: "pack <dir>", description: "write the canonical zip", example: "pack ./my-skill -o my-skill.zip" },
    async (session, options, [directory]) => (await import("./pack.ts")).pack(session, { directory, ...options }),
  )
    .option("-o, --output <file>", "where to write it")
    .option(...version);
  verb<{ publisher?: string; version?: string }>(
    skill,
    { line: "digest <dir>", description: "print SHA256SUMS", example: "digest ./my-skill" },
    async (session, options, [path]) => (await import("./digest.ts")).digest(session, { path, ...options }),
  )
    .option("--publisher <handle>", "the publisher, when the account has several")
    .option(...version);
}
