import type { CodeUnit } from "@gaia/reading";

/** The lines of a notebook cell that go to a shell: `!command`. */
export function shellLinesOf(unit: CodeUnit): CodeUnit[] {
  return unit.text.split("\n").flatMap((line, index): CodeUnit[] => {
    const command = /^[ \t]*!+([^\n]{2,4000})$/.exec(line)?.[1];
    return command === undefined
      ? []
      : [{ path: unit.path, language: "bash", text: command, firstLine: unit.firstLine + index, from: "string" }];
  });
}
