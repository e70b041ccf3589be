import { Argument, type Command } from "commander";
import type { AddVerb } from "../command-verb.ts";
import { candidates } from "./candidates.ts";
import { COMPLETION_SCRIPTS, type CompletedShell } from "./scripts.ts";

/** `completion bash|zsh|fish`, and the hidden verb that its scripts ask. `program` holds the verbs that are completed. */
export function addCompletionVerbs(program: Command, verb: AddVerb): void {
  verb(
    program,
    {
      line: "completion",
      description: "print what completes this command line in a shell",
      example: "completion bash",
    },
    async ({ terminal }, _, [word]) => {
      // The choices are the keys.
      const shell = word as CompletedShell;
      const script = COMPLETION_SCRIPTS[shell];
      terminal.result({ shell, script });
      for (const line of script.trimEnd().split("\n")) terminal.line(line);
    },
  ).addArgument(new Argument("<shell>", "whose").choices(Object.keys(COMPLETION_SCRIPTS)));
  program
    .command("complete-words [words...]", { hidden: true })
    .helpOption(false)
    .action(async (words: string[]) => {
      const installed = async () => (await import("./installed-names.ts")).installedNames();
      for (const word of await candidates(program, words, installed)) process.stdout.write(`${word}\n`);
    });
}
