import { inPieces } from "../patterns/pattern.ts";
import { type FoundCommand, lineAt } from "./found-command.ts";

const MOST_FOUND = 300;
const MOST_CHARACTERS = 500_000;

/** Commands that a build's own language starts: node-gyp's, Gradle's and Nix's files, by name; none for others. */
const BUILDS: [RegExp, RegExp[], string][] = [
  [
    /\.gypi?$/i,
    [/<!@?\(((?:[^()]|\([^()]{0,400}\)){2,600})\)/g, /["']action["']\s{0,4}:\s{0,4}\[([^\]]{2,2000})\]/g],
    "npm install",
  ],
  [
    /(?:\.gradle(?:\.kts)?|\.sbt|(?:^|\/)build\.sc)$/i,
    [
      /\bcommandLine\s{0,4}[=(]?\s{0,4}(?:listOf\s{0,2}\()?\[?((?:\s{0,8},?\s{0,8}(?:"(?:[^"\\\n]|\\.){0,2000}"|'[^'\n]{0,2000}')){1,20})/g,
      /("(?:[^"\\\n]|\\.){2,2000}"|'[^'\n]{2,2000}'|\[[^\]\n]{2,2000}\])\s{0,4}(?:as\s{1,4}String\[\]\s{0,4})?\)?\.execute\s{0,2}\(/g,
    ],
    "the build",
  ],
  [
    /\.nix$/i,
    [
      inPieces(
        "g",
        String.raw`\b(?:shellHook|\w{1,20}(?:Phase|Install|Build|Hook)|text|script|`,
        String.raw`ExecStart)\s{0,4}=\s{0,4}(''[\s\S]{2,8000}?''|"(?:[^"\\]|\\.){2,4000}")`,
      ),
    ],
    "the build",
  ],
];

export function buildCommands(name: string, text: string): FoundCommand[] {
  const kind = BUILDS.find(([pattern]) => pattern.test(name));
  if (kind === undefined) return [];
  const [, patterns, trigger] = kind;
  return patterns.flatMap((pattern) =>
    [...text.slice(0, MOST_CHARACTERS).matchAll(pattern)].slice(0, MOST_FOUND).map((match) => ({
      text: lineOfWords((match[1] ?? "").trim()),
      line: lineAt(text, match.index),
      trigger,
    })),
  );
}

/** A list of quoted words as a command line; a text as what it says. */
function lineOfWords(found: string): string {
  const words = [...found.matchAll(/"((?:[^"\\]|\\.){0,4000})"|''([\s\S]{0,8000}?)''|'([^'\n]{0,4000})'/g)].map(
    ([, double, long, single]) => double?.replaceAll(/\\(.)/g, "$1") ?? long ?? single ?? "",
  );
  if (words.length === 0 || !/^[[\s]*["']/.test(found)) return found;
  return words.length === 1
    ? (words[0] ?? "")
    : words.map((word) => `'${word.replaceAll("'", String.raw`'\''`)}'`).join(" ");
}
