import type { Word } from "./shell-ast.ts";
import { parseShell } from "./shell-script.ts";

/** The text of a here-document whose word is not quoted: variables and substitutions in it are expanded. */
export function wordOfText(text: string, line: number): Word {
  const plain: Word = { parts: [{ kind: "text", text, quoted: true, escaped: false }], line };
  if (!/[$`]/.test(text)) return plain;
  const { script } = parseShell(`: "${text.replaceAll('"', '\\"')}"`);
  const command = script.pipelines[0]?.commands[0];
  const word = command?.kind === "simple" ? command.words[1] : undefined;
  return word === undefined ? plain : { parts: word.parts, line };
}
