import type { Command } from "commander";
import type { AddVerb } from "./command-verb.ts";
import { type OutputForm, withOutputForm } from "./diagnostic-output/show-diagnostics.ts";
import { TARGETS } from "./judged-skill.ts";
import { convert } from "./verbs/convert.ts";
import { format } from "./verbs/format.ts";
import { lint, type LintOptions } from "./verbs/lint.ts";
import { migrate, type MigrateOptions } from "./verbs/migrate.ts";
import { scan } from "./verbs/scan.ts";
import { validate, type ValidateOptions } from "./verbs/validate.ts";

const FORMATS = Object.keys(TARGETS).join("|");
const version = ["--version <version>", "the version, for a manifest without one"] as const;
const target = ["--target <profile>", `judge by the rules of its readers: ${FORMATS}`] as const;

/** The author's tools that need no registry: `validate|lint|scan|format|migrate|convert`. */
export function addToolVerbs(skill: Command, verb: AddVerb): void {
  withOutputForm(
    verb<ValidateOptions>(skill, "validate <path...>", "read a skill as the registry will", (session, options, paths) =>
      validate(session, { paths, ...options }),
    )
      .option(...version)
      .option(...target),
  );
  withOutputForm(
    verb<LintOptions>(skill, "lint <path...>", "validate, and the rules of style", (session, options, paths) =>
      lint(session, { paths, ...options }),
    )
      .option("--fix", "repair what can be repaired safely")
      .option(...version)
      .option(...target),
  );
  withOutputForm(
    verb<{ output?: OutputForm }>(
      skill,
      "scan <path...>",
      "look for what the registry would hold",
      (session, options, paths) => scan(session, { paths, ...options }),
    ),
  );
  verb<{ check?: boolean }>(skill, "format <path...>", "bring manifests into one form", (session, options, paths) =>
    format(session, { paths, ...options }),
  ).option("--check", "write nothing; exit 4 when something would change");
  addMigrationVerbs(skill, verb);
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
      "migrate <path>",
      "bring a skill into GAIA's format",
      (session, options, [path]) => migrate(session, { path, ...options }),
    ).option("--to <format>", `the format to write, gaia-0.1 unless it cannot hold the skill, then gaia: ${FORMATS}`),
  );
  withOptions(
    verb<MigrateOptions & { to: string }>(
      skill,
      "convert <path>",
      "write a skill in another format",
      (session, options, [path]) => convert(session, { path, ...options }),
    ).requiredOption("--to <format>", `the format to write: ${FORMATS}`),
  );
}
