import { readConfig } from "./config.ts";
import { linesOfFiles, showFailure } from "../terminal/diagnostics.ts";
import { CliError, EXIT, type ExitCode, toCliError } from "../failures/failures.ts";
import { homePaths, systemWords } from "@gaia/install/installed";
import type { Session } from "./session.ts";
import { t } from "../terminal/shown-text.ts";
import { processTerminal } from "../terminal/terminal.ts";

/** The options that every verb takes (docs/cli.md). */
export interface EveryOption {
  json?: boolean;
  quiet?: boolean;
  registry?: string;
  otp?: string;
}

/** Runs one verb and says how it ended: its own exit code, or that of its failure, which is shown here and nowhere else. */
export async function runVerb(
  options: EveryOption,
  verb: (session: Session) => Promise<ExitCode | void>,
): Promise<ExitCode> {
  const settings = { json: options.json ?? false, quiet: options.quiet ?? false };
  const author: Session["author"] = { files: [] };
  let terminal = processTerminal({ ...settings, color: "never", showsProgress: false });
  let session: Session | null = null;
  try {
    const config = readConfig(options.registry, options.otp);
    terminal = processTerminal({ ...settings, color: config.color, showsProgress: config.showsProgress });
    if (config.tokenWithheld !== null)
      terminal.warn(t`warning: GAIA_TOKEN is not sent to ${config.registry}: ${config.tokenWithheld}`);
    session = { config, terminal, paths: homePaths(config.home, config.userHome, config.childEnvironment), author };
    return (await verb(session)) ?? EXIT.ok;
  } catch (error) {
    const known = toCliError(error) ?? toUnexpected(error);
    const failure = session === null || known.exitCode !== EXIT.notFound ? known : await helped(session, known);
    terminal.progress(null);
    showFailure(terminal, failure, linesOfFiles(author.files));
    return failure.exitCode;
  }
}

const helped = async (session: Session, failure: CliError): Promise<CliError> =>
  (await import("./close-names.ts")).withCloseNames(session, failure);

function toUnexpected(error: unknown): CliError {
  const words = systemWords(error);
  if (words !== null)
    return new CliError(EXIT.unexpected, "system_error", words.message, { hint: words.hint, cause: error });
  const isSystem = error instanceof Error && "syscall" in error;
  const message = error instanceof Error ? error.message : String(error);
  const code = isSystem ? "system_error" : "unexpected";
  return new CliError(EXIT.unexpected, code, isSystem ? message : `Something unexpected happened: ${message}`, {
    cause: error,
  });
}
