import { Command } from "commander";
import { verbAdder } from "../verbs/command-verb.ts";
import { withOutputForm } from "../diagnostic-output/output-form.ts";
import type { ExitCode } from "../failures/exit-codes.ts";
import type { LintOptions } from "../verbs/authoring/lint.ts";
import type { ValidateOptions } from "../verbs/authoring/validate.ts";

/**
 * The command line of `skill-dev`: the tools that the Skill Markdown specification names, for `*.skill.md` files. They are the verbs of
 * `gaia-skill` with that format as their target. `ended` is told the exit code. Throws CommanderError for a usage error.
 */
export function skillDevCommand(ended: (code: ExitCode) => void): Command {
  const skillDev = new Command("skill-dev").description("Check, format and migrate *.skill.md files.");
  skillDev
    .exitOverride()
    .enablePositionalOptions()
    .version("0.1.0")
    .showHelpAfterError("(add --help for what it takes)");
  const verb = verbAdder(ended);
  withOutputForm(
    verb<ValidateOptions>(
      skillDev,
      { line: "validate <skill-file...>", description: "check skill files" },
      async (session, options, paths) =>
        (await import("../verbs/authoring/validate.ts")).validate(session, { target: "skill-md", ...options, paths }),
    ),
  );
  withOutputForm(
    verb<LintOptions>(
      skillDev,
      { line: "lint <skill-file...>", description: "check skill files and their style" },
      async (session, options, paths) =>
        (await import("../verbs/authoring/lint.ts")).lint(session, { target: "skill-md", ...options, paths }),
    ).option("--fix", "repair what can be repaired safely"),
  );
  verb<{ check?: boolean }>(
    skillDev,
    { line: "format <skill-file...>", description: "bring skill files into one form" },
    async (session, options, paths) =>
      (await import("../verbs/authoring/format.ts")).format(session, { ...options, paths }),
  ).option("--check", "write nothing; exit 4 when something would change");
  verb<{ addDescription?: boolean; check?: boolean }>(
    skillDev,
    { line: "migrate <skill-file...>", description: "bring older skill files up to date" },
    async (session, options, paths) => {
      if (options.addDescription !== true) {
        const { misused } = await import("../failures/failures.ts");
        throw misused("migrate needs --add-description");
      }
      const { addDescriptions } = await import("../verbs/authoring/add-descriptions.ts");
      return addDescriptions(session, { ...options, paths });
    },
  )
    .option("--add-description", "add `description:` from the first paragraph after the title")
    .option("--check", "write nothing; exit 4 when something would change");
  return skillDev;
}
