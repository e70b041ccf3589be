import { readConfig } from "../../apps/cli/src/session/config.ts";
import { toCliError } from "../../apps/cli/src/failures/failures.ts";
import { homePaths } from "@gaia/install/installed";
import type { Session } from "../../apps/cli/src/session/session.ts";
import { plainJson, show, type Showable } from "../../apps/cli/src/terminal/shown-text.ts";

/** How a verb ended: 0 or the exit code of its failure, and all that it said meanwhile, its failure and hint included. */
export interface VerbEnd {
  code: number;
  said: string;
  /** The files that its failure names, in order. */
  files: string[];
}

/**
 * Runs a verb of the CLI in this process, with `home` as its GAIA_HOME: a hundred runs cost what one child process does. Whatever it throws
 * that is no CliError is thrown on: a user would see exit 1.
 */
export async function endOfVerb(
  options: {
    registry: string;
    home: string;
    token?: string;
    otp?: string;
    /** What a person types at a terminal, one after the other; absent: there is none. */
    typed?: string[];
    onSaid?: (text: string) => void;
  },
  verb: (session: Session) => Promise<unknown>,
): Promise<VerbEnd> {
  const said: string[] = [];
  const say = (value: Showable) => {
    said.push(
      show(value)
        .parts.map(({ text }) => text)
        .join(""),
    );
    options.onSaid?.(said.at(-1) ?? "");
  };
  const config = readConfig(options.registry, options.otp, {
    HOME: options.home,
    GAIA_HOME: options.home,
    GAIA_TOKEN: options.token,
  });
  const terminal: Session["terminal"] = {
    json: false,
    canAsk: options.typed !== undefined,
    showsProgress: false,
    line: say,
    note: say,
    warn: say,
    result: (value) => void said.push(plainJson(value)),
    progress() {},
    ask: async () => false,
    askText: async (question, usual) => {
      say(question);
      return options.typed?.shift() || usual;
    },
  };
  try {
    const ended = await verb({
      config,
      terminal,
      paths: homePaths(config.home, config.userHome, config.childEnvironment),
      author: { files: [] },
    });
    return { code: typeof ended === "number" ? ended : 0, said: said.join("\n"), files: [] };
  } catch (error) {
    const failure = toCliError(error);
    if (failure === null) throw error;
    const files = failure.errors.flatMap(({ file }) => (file === null ? [] : [file])).sort();
    return {
      code: failure.exitCode,
      said: [...said, failure.code, failure.message, failure.hint ?? ""].join("\n"),
      files,
    };
  }
}
