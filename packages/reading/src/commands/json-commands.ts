import { inPieces } from "../patterns/pattern.ts";
import { type FoundCommand, type FoundCommands, lineAt, quoted } from "./found-command.ts";
import { yamlCommands } from "./yaml-commands.ts";

/** npm runs these by itself when a package is installed or packed. */
const LIFECYCLE =
  /^(?:pre|post)?install$|^(?:pre|post)?prepare$|^(?:pre|post)?(?:un)?install$|^prepublish(?:Only)?$|^preprepare$|^dependencies$/;
/** Keys whose text a tool hands to a shell. */
const COMMAND_KEY = inPieces(
  "",
  String.raw`^(?:commands?|cmds?|run|shell|bash|exec|script|entrypoint|onCreateCommand|updateContentCommand|`,
  String.raw`post\w{2,12}Command|initializeCommand|setup|install_command|install|start)$`,
);
/** Keys whose object holds commands by name. */
const BY_NAME = /^(?:onCreate|updateContent|post\w{2,12}|initialize)Command$/;
const MOST_NODES = 2_000_000;
const MOST_DEPTH = 64;
const MOST_CHARACTERS = 1_500_000;
/** Commands that are spelled with escapes and so not found again; the line of further ones is not looked for. */
const MOST_MISSED = 200;

/** The commands in a JSON file: npm scripts, hooks, tasks and servers of agents and editors. */
export function jsonCommands(path: string, text: string): FoundCommands {
  if (text.length > MOST_CHARACTERS) return { found: [], isWhole: false };
  const root = parseLoosely(text);
  // JSON5 without its comments is YAML.
  if (root === null) return yamlCommands(withoutComments(text));
  const found: FoundCommand[] = [];
  const lineOf = placesIn(text);
  const isPackage = /(?:^|\/)package\.json$/i.test(path) || (typeof root === "object" && "scripts" in root);
  let nodes = 0;
  let isWhole = true;
  const visit = (value: unknown, keys: readonly string[]) => {
    if (typeof value !== "object" || value === null) return;
    if (keys.length > MOST_DEPTH) isWhole = false;
    else
      for (const [key, inner] of Object.entries(value)) {
        if ((nodes += 1) > MOST_NODES) isWhole = false;
        if (!isWhole) return;
        const isScript = isPackage && keys.at(-1) === "scripts";
        const trigger = isScript && LIFECYCLE.test(key) ? `npm ${key}` : triggerOf(path, [...keys, key]);
        const commands = isScript && typeof inner === "string" ? [inner] : commandsUnder(key, inner, value, keys);
        for (const command of commands)
          found.push({ text: command, line: lineOf(inner), ...(trigger === undefined ? {} : { trigger }) });
        visit(inner, [...keys, key]);
      }
  };
  visit(root, []);
  return { found, isWhole };
}

/** What a key hands to a shell: a text, a list of words or lines, or (of a container's) commands by name. */
function commandsUnder(key: string, value: unknown, owner: object, keys: readonly string[]): string[] {
  if (!COMMAND_KEY.test(key) && !BY_NAME.test(keys.at(-1) ?? "")) return [];
  if (!Array.isArray(value)) {
    const text = wordOf(value);
    return text !== null && isLikelyCommand(text, owner) ? [withArguments(text, owner)] : [];
  }
  const words = value.map(wordOf).filter((word) => word !== null);
  const lines = /\s/.test(words[0]?.trim() ?? "") ? words : [withArguments(words.map(quoted).join(" "), owner)];
  return lines.filter((line) => isLikelyCommand(line, owner));
}

/** The 1-based lines of texts that come in the order of the file. */
function placesIn(text: string): (value: unknown) => number {
  const last = { at: 0, line: 1 };
  let missed = 0;
  return (value) => {
    const first: unknown = Array.isArray(value) ? value[0] : value;
    if (typeof first !== "string" || missed > MOST_MISSED) return last.line;
    const at = text.indexOf(JSON.stringify(first), last.at);
    if (at === -1) missed += 1;
    else {
      last.line += lineAt(text.slice(last.at, at), at - last.at) - 1;
      last.at = at + 1;
    }
    return last.line;
  };
}

function triggerOf(path: string, keys: readonly string[]): string | undefined {
  if (keys.includes("hooks")) return "an agent's hook";
  if (keys.some((key) => /^mcp[_-]?servers$/i.test(key))) return "an agent's start";
  return /(?:^|\/)\.?devcontainer(?:\.json|\/)/.test(path) ? "opening the folder" : undefined;
}

const IS_LIKELY_COMMAND_PATTERN = inPieces(
  "",
  "[|&;<>$`]|(?:^|\\s)-{1,2}[A-Za-z]|^(?:\\.{0,2}\\/|~\\/)|^(?:curl|wget|bash|sh|zsh|node|npx|npm|python3?|",
  String.raw`uvx?|deno|bun|powershell|pwsh|cmd|osascript)\b`,
);

/** A word that may be a program, or a line that is one; not a sentence. */
function isLikelyCommand(text: string, owner: object): boolean {
  if (text.trim() === "" || /^[a-z]+:\/\//i.test(text)) return false;
  if ("args" in owner) return true;
  return IS_LIKELY_COMMAND_PATTERN.test(text);
}

function withArguments(command: string, owner: object): string {
  const list = "args" in owner ? owner.args : null;
  if (!Array.isArray(list)) return command;
  const words = list.map(wordOf).filter((word) => word !== null);
  return [command, ...words.map(quoted)].join(" ");
}

/** A word as it stands, or as an editor's task says it with how it is quoted: `{ "value": "-c" }`. */
function wordOf(word: unknown): string | null {
  if (typeof word === "string" || typeof word === "number") return String(word);
  if (typeof word !== "object" || word === null || !("value" in word)) return null;
  const { value } = word;
  if (Array.isArray(value)) return value.filter((each) => typeof each === "string").join(" ");
  return typeof value === "string" ? value : null;
}

function parseLoosely(text: string): unknown {
  for (const candidate of [text, withoutComments(text)]) {
    try {
      return JSON.parse(candidate);
    } catch {
      // Perhaps it has comments and final commas, as editors' settings have.
    }
  }
  return null;
}

function withoutComments(text: string): string {
  return text
    .replaceAll(/("(?:[^"\\\n]|\\[^\n])*")|\/\/[^\n]*|\/\*[\s\S]{0,20000}?\*\//g, (_, string?: string) => string ?? " ")
    .replaceAll(/,(\s{0,200}[}\]])/g, "$1");
}
