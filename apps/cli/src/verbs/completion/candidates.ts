import type { Command } from "commander";

/** The verbs whose words name what is installed. */
const TAKES_INSTALLED = new Set(["update", "remove", "verify", "why", "enable", "disable", "run"]);

/** What may stand in the place of the last of `words`, which is not finished: verbs, options or, by `installed`, names of skills. */
export async function candidates(
  program: Command,
  words: readonly string[],
  installed: () => Promise<readonly string[]>,
): Promise<string[]> {
  const partial = words.at(-1) ?? "";
  let command = program;
  for (const word of words.slice(0, -1)) {
    const next = command.commands.find((one) => one.name() === word);
    if (next !== undefined) command = next;
  }
  const begins = (word: string | undefined): word is string => word?.startsWith(partial) ?? false;
  const help = command.createHelp();
  if (partial.startsWith("-"))
    return help
      .visibleOptions(command)
      .map(({ long }) => long ?? undefined)
      .filter(begins);
  const verbs = help.visibleCommands(command).filter((one) => one.name() !== "help" || command === program);
  if (command.commands.length > 0) return verbs.map((one) => one.name()).filter(begins);
  return TAKES_INSTALLED.has(command.name()) ? (await installed()).filter(begins) : [];
}
