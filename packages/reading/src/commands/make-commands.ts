import type { FoundCommand, FoundCommands } from "./found-command.ts";

/** Variables of make that are filled into recipes: how long each may be, and all that is filled in. */
const MOST_VALUE = 20_000;
const MOST_FILLED = 2_000_000;
const MOST_ROUNDS = 4;

/** A logical line, joined where it goes on, and the 1-based line of its first. */
interface Line {
  text: string;
  line: number;
  isRecipe: boolean;
}

/**
 * What make runs (GNU make's manual, "Writing Recipes"): recipes below and beside their targets, lines of a `define`, `$(shell …)` and
 * `NAME != command`. Variables that the file sets are filled in, others become the shell's.
 */
export function makeCommands(text: string): FoundCommands {
  const lines = logicalLines(text);
  const variables = new Map<string, string>();
  for (const { text, isRecipe } of lines) {
    const [, name, plus, value = ""] =
      /^\s*(?:export\s+|override\s+)*([\w.-]{1,80})\s*(?:(\+)|[:?]{0,3})=\s*([\s\S]*)$/.exec(text) ?? [];
    if (isRecipe || name === undefined) continue;
    variables.set(name, plus === undefined ? value : `${variables.get(name) ?? ""} ${value}`);
  }
  const filler: Filler = { variables, room: MOST_FILLED, isWhole: true };
  const found = lines.flatMap((line) =>
    commandsOn(line).map((each) => ({ ...each, text: toShell(filled(each.text, filler)) })),
  );
  return { found, isWhole: filler.isWhole };
}

function logicalLines(text: string): Line[] {
  const physical = text.split(/\r\n|\r|\n/);
  const lines: Line[] = [];
  let prefix = "\t";
  let isDefined = false;
  for (let at = 0; at < physical.length; at += 1) {
    const first = physical[at] ?? "";
    const line = at + 1;
    const pieces = [first];
    while ((physical[at] ?? "").endsWith("\\") && at + 1 < physical.length) pieces.push(physical[(at += 1)] ?? "");
    prefix = /^\.RECIPEPREFIX\s*[:?]?=\s*(\S)/.exec(first)?.[1] ?? prefix;
    if (/^\s*endef\b/.test(first)) isDefined = false;
    const isRecipe = isDefined || first.startsWith(prefix) || /^(?:\t| {2,})\s*\S/.test(first);
    const own = first.startsWith(prefix) ? first.slice(1) : first;
    lines.push({ text: [own, ...pieces.slice(1)].join("\n"), line, isRecipe: isRecipe && own.trim() !== "" });
    if (/^\s*(?:override\s+)?define\b/.test(first)) isDefined = true;
  }
  return lines;
}

function commandsOn({ text, line, isRecipe }: Line): FoundCommand[] {
  const found = shellCalls(text).map((call): FoundCommand => ({ text: call, line }));
  const assigned = /^\s*(?:export\s+|override\s+)*[\w.-]{1,80}\s*!=\s*([\s\S]+)$/.exec(text)?.[1];
  const beside = /^[^\s#:=][^#:=;]*::?[^#=;]*;\s*(\S[\s\S]*)$/.exec(text)?.[1];
  const command = isRecipe ? text.replace(/^\s*[@+-]{0,3}/, "") : (assigned ?? beside);
  return command === undefined ? found : [...found, { text: command, line }];
}

/** What stands in `$(shell …)` and `${shell …}`, to the bracket that closes it. */
function shellCalls(text: string): string[] {
  const calls: string[] = [];
  const opening = /\$([({])shell\s/g;
  for (let match = opening.exec(text); match !== null; match = opening.exec(text)) {
    const [open, close] = match[1] === "(" ? ["(", ")"] : ["{", "}"];
    const start = opening.lastIndex;
    let depth = 1;
    let end = start;
    for (; end < text.length && depth > 0; end += 1) {
      if (text[end] === open) depth += 1;
      else if (text[end] === close) depth -= 1;
    }
    calls.push(text.slice(start, depth === 0 ? end - 1 : end));
    opening.lastIndex = end;
  }
  return calls;
}

interface Filler {
  variables: ReadonlyMap<string, string>;
  room: number;
  isWhole: boolean;
}

function filled(command: string, filler: Filler): string {
  let text = command;
  for (let round = 0; round < MOST_ROUNDS && /\$[({]/.test(text); round += 1) {
    text = text.replaceAll(
      /(\$\$)|\$(?:\(([\w.-]{1,80})\)|\{([\w.-]{1,80})\})/g,
      (all, dollar, round?: string, brace?: string) => {
        const value = dollar === undefined ? filler.variables.get(round ?? brace ?? "") : undefined;
        if (value === undefined) return all;
        filler.room -= value.length;
        if (value.length <= MOST_VALUE && filler.room > 0) return value;
        filler.isWhole = false;
        return all;
      },
    );
  }
  return text;
}

const toShell = (recipe: string): string =>
  recipe.replaceAll(/\$(?:\(([A-Za-z_][\w.-]{0,60})\)|\$)/g, (_, name?: string) =>
    name === undefined ? "$" : `\${${name.replaceAll(/\W/g, "_")}}`,
  );
