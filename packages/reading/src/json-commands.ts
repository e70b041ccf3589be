import { inPieces } from "./pattern.ts";
import { type FoundCommand, lineAt, quoted } from "./found-command.ts";

/** npm runs these by itself when a package is installed or packed. */
const LIFECYCLE =
  /^(?:pre|post)?install$|^(?:pre|post)?prepare$|^(?:pre|post)?(?:un)?install$|^prepublish(?:Only)?$|^preprepare$|^dependencies$/;
/** Keys whose text a tool hands to a shell. */
const COMMAND_KEY = inPieces(
  "",
  String.raw`^(?:command|cmd|run|shell|bash|exec|script|onCreateCommand|updateContentCommand|post\w{2,12}Command|`,
  String.raw`initializeCommand|setup|install_command|install|start)$`,
);
const MOST_NODES = 2_000_000;

/** The commands in a JSON file: npm scripts, hooks, tasks and servers of agents and editors. */
export function jsonCommands(path: string, text: string): FoundCommand[] {
  const root = parseLoosely(text);
  if (root === null) return [];
  const found: FoundCommand[] = [];
  const isPackage = /(?:^|\/)package\.json$/i.test(path) || (typeof root === "object" && "scripts" in root);
  let from = 0;
  const place = (command: string, trigger?: string) => {
    const needle = JSON.stringify(command);
    let at = text.indexOf(needle, from);
    if (at === -1) at = text.indexOf(needle);
    if (at !== -1) from = at;
    found.push({
      text: command,
      line: at === -1 ? 1 : lineAt(text, at),
      ...(trigger === undefined ? {} : { trigger }),
    });
  };
  let nodes = 0;
  const visit = (value: unknown, keys: readonly string[]) => {
    if (typeof value !== "object" || value === null || keys.length > 12) return;
    for (const [key, inner] of Object.entries(value)) {
      if ((nodes += 1) > MOST_NODES) return;
      if (typeof inner === "string") {
        const isScript = isPackage && keys.at(-1) === "scripts";
        const trigger = isScript && LIFECYCLE.test(key) ? `npm ${key}` : triggerOf(path, keys);
        if (isScript || (COMMAND_KEY.test(key) && isLikelyCommand(inner, value)))
          place(withArguments(inner, value), trigger);
      } else visit(inner, [...keys, key]);
    }
  };
  visit(root, []);
  return found;
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
  if (text.length > 20_000 || text.trim() === "" || /^[a-z]+:\/\//i.test(text)) return false;
  if ("args" in owner) return true;
  return IS_LIKELY_COMMAND_PATTERN.test(text);
}

function withArguments(command: string, owner: object): string {
  const list = "args" in owner ? owner.args : null;
  if (!Array.isArray(list)) return command;
  const words = list
    .filter((word) => typeof word === "string" || typeof word === "number")
    .map((word) => quoted(String(word)));
  return [command, ...words].join(" ");
}

function parseLoosely(text: string): unknown {
  if (text.length > 1_500_000) return null;
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
