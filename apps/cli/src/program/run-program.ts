import { type Command, CommanderError } from "commander";
import { EXIT, type ExitCode } from "../failures/exit-codes.ts";
import { failureJson } from "../failures/failure-json.ts";
import { type CliError, misused } from "../failures/failures.ts";
import { ensureKnownVerb } from "./unknown-verb.ts";
import { plainJson } from "../terminal/shown-text.ts";
import { endSending } from "../transport/send.ts";

/** Runs the command line of this process and sets its exit code. `toCommand` gets whom to tell how a verb ended. */
export async function runProgram(toCommand: (ended: (code: ExitCode) => void) => Command): Promise<void> {
  // A reader that has seen enough (`| head`) is no failure.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    process.exit(error.code === "EPIPE" ? process.exitCode : EXIT.unexpected);
  });
  process.exitCode = EXIT.ok;
  try {
    const program = toCommand((code) => {
      process.exitCode = code;
    });
    ensureKnownVerb(program, process.argv.slice(2));
    await program.parseAsync(process.argv);
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    // commander has said what is wrong; asking for help is no mistake.
    process.exitCode = error.exitCode === 0 ? EXIT.ok : EXIT.usage;
    if (error.exitCode !== 0 && process.argv.includes("--json"))
      process.stdout.write(`${plainJson(failureJson(toMisuse(error.message)))}\n`);
  } finally {
    await endSending();
  }
}

/** commander's own words: `error: …`, and what may have been meant in brackets on the next line. */
function toMisuse(said: string): CliError {
  const [message = said, hint] = said.replace(/^error: /, "").split("\n");
  return misused(message, hint?.replace(/^\((.*)\)$/, "$1"));
}
