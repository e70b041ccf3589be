import { type Command, Option } from "commander";
import { TIERS } from "@gaia/policy";
import type { ExitCode } from "../failures/exit-codes.ts";
import type { EveryOption } from "../session/run-verb.ts";
import type { Session } from "../session/session.ts";

/** Its words after the verb; commander has made sure that those which the verb's line demands are there. */
type Words = [string, ...string[]];

/** What help says of a verb or a group of them. */
export interface Row {
  /** Commander's: name and arguments. */
  line: string;
  description: string;
  /** A whole line of it, as it is written after the program's name: its help begins with it. */
  example?: string;
}

const examples = new WeakMap<Command, string>();

/** Of a verb that acts at once on others: what will happen to what, in a sentence or two. Null where these words change nothing. */
interface Asking<Options> {
  asks?: (words: Words, options: Options) => string | null;
}

/** The example of a verb or group; null where it has none. */
export const exampleOf = (command: Command): string | null => examples.get(command) ?? null;

/** Of every verb that asks. */
const YES = ["-y, --yes", "do not ask"] as const;

/** Adds one verb with the options of every verb. */
export type AddVerb = <Options extends object>(
  parent: Command,
  row: Row & Asking<Options>,
  run: (session: Session, options: Options & EveryOption, words: Words) => Promise<ExitCode | void>,
) => Command;

/** Adds a word that has verbs behind it, as `keys` has `keys add`. */
export function addGroup(parent: Command, { line, description, example }: Row): Command {
  const command = parent.command(line).description(description);
  if (example !== undefined) examples.set(command, example);
  return command;
}

/** Makes verbs whose exit code `ended` is told. */
export function verbAdder(ended: (code: ExitCode) => void): AddVerb {
  return (parent, row, run) => {
    const command = addGroup(parent, row).allowExcessArguments(false);
    command.action(async () => {
      const options = command.opts();
      // Each verb declares its options right beside its type for them; commander knows them only by name.
      const typed = options as Parameters<typeof run>[1];
      const words = command.args as Words;
      // Nothing that a verb needs is loaded to find out which one it is.
      const { runVerb } = await import("../session/run-verb.ts");
      ended(
        await runVerb(options, async (session) => {
          const will = row.asks?.(words, typed) ?? null;
          if (will !== null) await (await import("../session/ask-first.ts")).askFirst(session, will, options["yes"]);
          return run(session, typed, words);
        }),
      );
    });
    if (row.asks !== undefined) command.option(...YES);
    return command
      .option("--registry <url>", "the registry (GAIA_REGISTRY)")
      .addOption(new Option("--otp <code>", "a code of your second factor (GAIA_OTP)").hideHelp())
      .option("--json", "one JSON document on standard output")
      .option("-q, --quiet", "say only what was asked for");
  };
}

/** An option that may be given several times. */
export const eachOf = (value: string, before: string[] | undefined): string[] => [...(before ?? []), value];

/** `--tier` of an install: that and no lower one. */
export const LEAST_TIER = (): Option => new Option("--tier <tier>", "take nothing below this tier").choices(TIERS);

/** `--tier`, one of the tiers. */
export const TIERS_TAKEN = (): Option => new Option("--tier <tier>", "only skills of this tier").choices(TIERS);
