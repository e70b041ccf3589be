import { expect, test } from "vitest";
import { gaiaSkillCommand } from "./command-line.ts";
import { PROGRAM } from "./verb-guide.ts";

const program = gaiaSkillCommand(() => {});

type Verb = (typeof program.commands)[number];

/** Every verb that help shows, with its words. */
function verbsOf(command: Verb, words: string[] = []): { words: string[]; verb: Verb }[] {
  const shown = command.createHelp().visibleCommands(command);
  return shown
    .filter((one) => one.name() !== "help")
    .flatMap((one) => [{ words: [...words, one.name()], verb: one }, ...verbsOf(one, [...words, one.name()])]);
}

/** Its help as a terminal shows it. */
function helpOf(verb: Verb): string {
  let text = "";
  verb.configureOutput({ writeOut: (part) => void (text += part) }).outputHelp();
  return text;
}

test("the help of every verb begins with an example of it, then says its usage, options and exit codes", () => {
  const verbs = verbsOf(program);
  expect(verbs.length).toBeGreaterThan(50);
  for (const { words, verb } of verbs) {
    const help = helpOf(verb);
    expect(help, words.join(" ")).toMatch(new RegExp(`^Example: \\S.* ${words.join(" ")}`));
    expect(help.indexOf("Usage:")).toBeLessThan(help.indexOf("Options:"));
    if (verb.commands.length === 0) expect(help.trimEnd().split("\n").at(-1)).toMatch(/^Exit codes: 0 done/);
  }
});

const isLast = (group: string): boolean => group === "" || group === PROGRAM;

test("help has every verb under a heading", () => {
  // Where the verbs stand that `HEADINGS` of verb-guide.ts lacks.
  const last = program
    .createHelp()
    .visibleCommands(program)
    .filter((one) => isLast(one.helpGroup()));
  expect(last.map((one) => one.name())).toEqual(["config", "completion", "help"]);
  const help = helpOf(program);
  expect(help).not.toMatch(/^Commands:/m);
  const headings = [...help.matchAll(/^(\S.*):$/gm)].map(([, heading]) => heading);
  expect(headings.slice(0, 2)).toEqual(["Options", "Find and install"]);
  expect(headings.at(-1)).toBe("This program");
});
