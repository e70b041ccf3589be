import { Parser } from "htmlparser2";
import { type FoundCommand, type FoundCommands, quoted } from "./found-command.ts";
import { isReadWhole, MOST_DEPTH, TooDeep } from "./too-deep.ts";

/** Elements whose words make one command, and the elements and attributes that hold them. */
const COMMANDS = /^(?:exec|apply|execon|java|array|configuration)$/i;
const WORDS = /^(?:string|executable|argument|arg|commandlineargs)$/i;
/** Elements whose text is a script of the shell. */
const SCRIPTS = /^(?:prebuildevent|postbuildevent|prelinkevent)$/i;

interface Open {
  name: string;
  text: string;
  words: string[];
  line: number;
}

/**
 * The commands in XML that something runs: `ProgramArguments` of launch agents (`launchd.plist(5)`), `<exec>` of Ant, the exec plugin of
 * Maven, `<Exec Command>` and build events of MSBuild.
 */
export function xmlCommands(text: string, trigger: string): FoundCommands {
  const found: FoundCommand[] = [];
  const open: Open[] = [];
  const lines = { at: 0, line: 1 };
  let key = { text: "", line: 1 };
  const push = (command: string, line: number): void => {
    // Options of a compiler are words as well, of no command.
    if (/^\s*[^\s-]/.test(command)) found.push({ text: command, line, trigger });
  };
  const parser: Parser = new Parser(
    {
      onopentag(name, said) {
        const one: Open = { name, text: "", words: [], line: lineOf(text, parser.startIndex, lines) };
        open.push(one);
        if (open.length > MOST_DEPTH) throw new TooDeep();
        const lower = Object.fromEntries(Object.entries(said).map(([key, value]) => [key.toLowerCase(), value]));
        if (name.toLowerCase() === "exec" && lower["command"] !== undefined) push(lower["command"], one.line);
        if (COMMANDS.test(name) && lower["executable"] !== undefined) one.words.push(lower["executable"]);
        const owner = ownerOf(open);
        if (WORDS.test(name) && lower["value"] !== undefined) owner?.words.push(quoted(lower["value"]));
        if (WORDS.test(name) && lower["line"] !== undefined) owner?.words.push(lower["line"]);
      },
      ontext(piece) {
        const one = open.at(-1);
        if (one !== undefined) one.text += piece;
      },
      onclosetag(name) {
        const one = open.pop();
        if (one === undefined) return;
        if (name === "key") key = { text: one.text.trim(), line: one.line };
        else if (WORDS.test(name) && one.text.trim() !== "") {
          if (name === "string" && key.text === "Program") push(quoted(one.text.trim()), one.line);
          else ownerOf(open)?.words.push(name === "commandlineArgs" ? one.text : quoted(one.text));
        } else if (SCRIPTS.test(name)) push(one.text, one.line);
        else if (COMMANDS.test(name) && (name !== "array" || key.text === "ProgramArguments"))
          push(one.words.join(" "), name === "array" ? key.line : one.line);
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  return { isWhole: isReadWhole(() => parser.end(text)), found };
}

/** The command that a word belongs to. */
const ownerOf = (open: readonly Open[]): Open | undefined => open.findLast(({ name }) => COMMANDS.test(name));

/** Lines of growing offsets, counted once. */
function lineOf(text: string, offset: number, last: { at: number; line: number }): number {
  for (let next = text.indexOf("\n", last.at); next !== -1 && next < offset; next = text.indexOf("\n", last.at)) {
    last.line += 1;
    last.at = next + 1;
  }
  return last.line;
}
