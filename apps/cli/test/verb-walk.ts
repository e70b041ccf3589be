import { setCalled } from "../src/failures/invocation.ts";
import { gaiaSkillCommand } from "../src/program/command-line.ts";

type Verb = ReturnType<typeof gaiaSkillCommand>["commands"][number];

/** One verb that help shows: its words, and the arguments of its example. */
export interface WalkedVerb {
  words: string;
  verb: Verb;
  example: string[];
}

/** Every verb that does something, in the order of help. A group is walked through, and is none itself. */
export function everyVerb(): WalkedVerb[] {
  // As before any run: one that an option sent to another registry would have examples name it.
  setCalled({ npxFrom: null, option: null });
  return leavesOf(
    gaiaSkillCommand(() => {}),
    [],
  );
}

function leavesOf(command: Verb, words: string[]): WalkedVerb[] {
  const shown = command.createHelp().visibleCommands(command);
  return shown
    .filter((one) => one.name() !== "help")
    .flatMap((one) => {
      const path = [...words, one.name()];
      return one.commands.length > 0
        ? leavesOf(one, path)
        : [{ words: path.join(" "), verb: one, example: exampleOf(one) }];
    });
}

function exampleOf(verb: Verb): string[] {
  let help = "";
  verb.configureOutput({ writeOut: (part) => void (help += part) }).outputHelp();
  const [, line = ""] = /^Example: \S+ (?:gaia skill )?(.*)$/m.exec(help) ?? [];
  return (line.match(/'[^']*'|"[^"]*"|\S+/g) ?? []).map((word) => word.replace(/^(['"])(.*)\1$/, "$2"));
}
