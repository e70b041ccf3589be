import { expect, test } from "vitest";
import { codeUnitsOf } from "./code-units-of.ts";
import { toTextFile } from "./text-file.ts";
import { startCost } from "../../../test/harness/cost.ts";

/** What costs CPU time in readers that are not linear: openings that nothing closes, values that hold themselves, very many of each. */
const PADDINGS: [path: string, padded: (count: number) => string][] = [
  ["a.yml", (count) => "run: &a |\n  x y\n".repeat(count)],
  ["a.yml", (count) => `a: &a x y\n${"- run: *a\n".repeat(count)}`],
  ["a.yml", (count) => `command: [${"a, ".repeat(count)}]`],
  ["a.yml", (count) => `? ${"{a: [".repeat(count)}`],
  ["a.json", (count) => `{"a":[${'{"command":"\\u0061 b"},'.repeat(count)}1]}`],
  ["a.json", (count) => `{"command":["a b",${'"c",'.repeat(count)}"d"]}`],
  ["a.json5", (count) => `{a: [${"{command: 'a b'},".repeat(count)}]}`],
  ["a.ipynb", (count) => JSON.stringify({ cells: [{ cell_type: "code", source: "x = !a \\\n".repeat(count) }] })],
  [
    "a.ipynb",
    (count) => JSON.stringify({ cells: [{ cell_type: "code", source: "%%writefile x\n" + "x ".repeat(count) }] }),
  ],
  ["Makefile", (count) => "\t$(shell ".repeat(count)],
  ["Makefile", (count) => `X = ${"$(X)".repeat(100)}\n${"\t$(X)\n".repeat(count)}`],
  ["Makefile", (count) => "a: ".repeat(count)],
  ["Dockerfile", (count) => "RUN <<A <<B\n".repeat(count)],
  ["Dockerfile", (count) => "HEALTHCHECK \\\n".repeat(count)],
  ["a.plist", (count) => "<key>ProgramArguments</key><array><string>".repeat(count)],
  ["pom.xml", (count) => `<configuration>${"<arg>a</arg>".repeat(count)}`],
  ["a.html", (count) => "<div>".repeat(count * 10)],
  ["a.html", (count) => "<svg><q>".repeat(count * 10)],
  ["a.service", (count) => "ExecStart=a b \\\n".repeat(count)],
];

function costOf(path: string, text: string): number {
  const file = toTextFile({ path, bytes: new TextEncoder().encode(text) }, null);
  if (file === null) throw new Error("the sample is text");
  const cost = startCost();
  codeUnitsOf(file);
  return cost();
}

test.each(PADDINGS)("S4 twice the padding costs about twice the time: %s %#", (path, padded) => {
  // The least of a few: what else the machine does only adds.
  const rounds = [1, 2, 3].map(() => [costOf(path, padded(4_000)), costOf(path, padded(8_000))] as const);
  const once = Math.min(...rounds.map(([each]) => each));
  const twice = Math.min(...rounds.map(([, each]) => each));
  // Four times would be quadratic. What costs next to nothing is measured too roughly for a ratio.
  expect(twice, `${once} and ${twice}`).toBeLessThan(Math.max(once * 3.2, 60));
});
