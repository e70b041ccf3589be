import { anyOf } from "../engine/join-values.ts";
import { isSecretName } from "../engine/secret-name.ts";
import { computed, HOLE, literal, tainted, UNKNOWN, type Value, withSources } from "../engine/value.ts";
import type { Part, Word } from "./shell-ast.ts";
import { join, type Machine, say } from "./shell-machine.ts";

/** What everybody has; reading it tells nothing. */
const ORDINARY = new Set(
  (
    "HOME PATH PWD OLDPWD SHELL TERM LANG LC_ALL TMPDIR TMP TEMP IFS PS1 UID EUID PPID RANDOM SECONDS LINENO " +
    "OSTYPE BASH_SOURCE BASH_VERSION BASH FUNCNAME DISPLAY EDITOR PAGER XDG_CONFIG_HOME XDG_DATA_HOME " +
    "XDG_CACHE_HOME CI NO_COLOR DEBUG ZSH_VERSION HISTFILE COLUMNS LINES SHLVL OPTARG OPTIND REPLY " +
    "PIPESTATUS UNKNOWN_PART"
  ).split(" "),
);

/** A word as one value: assignments, redirections, here-strings. */
export function expandOne(machine: Machine, word: Word): Value {
  const values = word.parts.map((part, index) => expandPart(machine, part, word.line, index === 0));
  const [only] = values;
  if (only !== undefined && values.length === 1) return only;
  return { ...join(values, ""), folded: values.length > 1 };
}

/** A word as the fields that a command gets: unquoted expansions are split, simple braces multiplied. */
export function expandFields(machine: Machine, word: Word): Value[] {
  const list = listOf(machine, word);
  if (list !== null) return [...list];
  const fields: Value[] = [];
  // Put together once it is whole: a word may have a hundred thousand parts.
  let open: Value[] = [];
  const close = (): void => {
    const [only] = open;
    if (only !== undefined) fields.push(open.length === 1 ? only : { ...join(open, ""), folded: true });
    open = [];
  };
  const told = lazily(() => toldName(word));
  for (const [index, part] of word.parts.entries()) {
    const value = isNothing(machine, part, word, told)
      ? literal("")
      : expandPart(machine, part, word.line, index === 0);
    const splits =
      part.kind !== "text" && part.kind !== "process" && !part.quoted && value.text !== null && /\s/.test(value.text);
    if (!splits) {
      open.push(value);
      continue;
    }
    const pieces = (value.text ?? "").split(/\s+/).slice(0, 2_000);
    const [first = "", ...rest] = pieces;
    const piece = (text: string): Value => withSources(computed(text), value.sources);
    if (first !== "") open.push(piece(first));
    for (const text of rest) {
      close();
      if (text !== "") open.push(piece(text));
    }
  }
  close();
  return fields.flatMap((field) =>
    word.parts.some((part) => part.kind === "text" && !part.quoted && part.text.includes("{"))
      ? braces(field)
      : [field],
  );
}

/** `"${name[@]}"`, `"$@"`: each by itself. */
function listOf(machine: Machine, { parts }: Word): readonly Value[] | null {
  const own = parts.filter((part) => part.kind !== "text" || part.text !== "");
  const [only] = own;
  if (own.length !== 1 || only?.kind !== "variable" || only.operator !== "" || isOne(only.index)) return null;
  return /^[@*]$/.test(only.name) ? machine.given : (machine.variables.get(only.name)?.items ?? null);
}

/** One element of a list is named, rather than all of them. */
const isOne = (index: string | null): boolean => index !== null && !/^[@*]$/.test(index);

/** `ba$@sh`, `cu${z}rl`: arguments that are none, or a variable that nothing sets, in the middle of a command's name. */
function isNothing(machine: Machine, part: Part, word: Word, told: () => string): boolean {
  if (part.kind !== "variable" || part.quoted || word.parts.length === 1) return false;
  if (/^[@*]$/.test(part.name)) return true;
  const [first] = word.parts;
  return (
    part.operator === "" &&
    !machine.variables.has(part.name) &&
    !ORDINARY.has(part.name) &&
    first?.kind === "text" &&
    word.parts.at(-1)?.kind === "text" &&
    /^[a-z]{2,12}$/.test(told())
  );
}

/** What is left of a word without what it puts in. */
const toldName = ({ parts }: Word): string => parts.map((each) => (each.kind === "text" ? each.text : "")).join("");

function lazily<Result>(make: () => Result): () => Result {
  let made: { result: Result } | null = null;
  return () => (made ??= { result: make() }).result;
}

/** `{curl,-s,x}` and `a.{b,c}`; not sequences, not nested. */
function braces(field: Value): Value[] {
  const match = /^([^{}]{0,200})\{([^{}\s]{1,2000},[^{}\s]{0,2000})\}([^{}]{0,200})$/.exec(field.text ?? "");
  if (match === null) return [field];
  const [, before = "", inner = "", after = ""] = match;
  return inner
    .split(",")
    .slice(0, 50)
    .map((piece) => withSources(computed(before + piece + after), field.sources));
}

function expandPart(machine: Machine, part: Part, line: number, isFirst: boolean): Value {
  switch (part.kind) {
    case "text": {
      // `~user` is somebody's home as well.
      const text = isFirst && !part.quoted ? part.text.replace(/^~[a-z_][\w-]{0,30}(?=\/|$)/, "~") : part.text;
      if (text.length >= 6)
        machine.texts.push({ text: text.slice(0, 20_000), line: line + machine.unit.firstLine - 1 });
      return { ...literal(text), folded: part.escaped };
    }
    case "substitution": {
      const value = machine.runScript(part.script, null);
      return value.text === null ? value : { ...value, text: value.text.replace(/\n+$/, "") };
    }
    case "process": {
      const value = machine.runScript(part.script, null);
      return { ...UNKNOWN, text: HOLE, place: value, sources: value.sources };
    }
    default:
      return expandVariable(machine, part, line);
  }
}

function expandVariable(machine: Machine, part: Part & { kind: "variable" }, line: number): Value {
  const { operator, argument } = part;
  const name = machine.references.get(part.name) ?? part.name;
  if (name === "((") return UNKNOWN;
  const whole = variable(machine, operator.startsWith("!") ? wholeName(machine, name) : name, line);
  const value = isOne(part.index) ? elementOf(whole, part.index ?? "") : whole;
  const known = machine.variables.has(name) || givenAt(machine, name) !== undefined;
  const given = (): Value => (argument === null ? literal("") : expandOne(machine, argument));
  const op = operator.replace(/^!/, "");
  if (operator.startsWith("#")) return { ...UNKNOWN, type: "number" };
  if (/^:?[-=]$/.test(op)) {
    if (known && value.text !== "") return value;
    const fallback = given();
    return known ? fallback : { ...fallback, sources: withSources(fallback, value.sources).sources };
  }
  if (/^:?\+$/.test(op)) return given();
  if (op === "" || /^:?\?$/.test(op) || value.text === null || value.text.includes(HOLE)) return value;
  return withSources(changed(value.text, op, given().text ?? ""), value.sources);
}

/** `${name[3]}`; of an index that is not known, the one that tells most. */
function elementOf(list: Value, index: string): Value {
  if (list.items === null) return list;
  const known = /^-?\d{1,6}$/.test(index) ? list.items.at(Number(index)) : undefined;
  return known ?? withSources(anyOf(list.items), list.sources);
}

function changed(text: string, operator: string, argument: string): Value {
  const isPlain = !/[*?[\]]/.test(argument);
  switch (operator) {
    case ":": {
      const slice = /^\s*(-?\d{1,6})(?:\s*:\s*(-?\d{1,6}))?\s*$/.exec(argument);
      if (slice === null) return UNKNOWN;
      const start = Number(slice[1]);
      const size = slice[2] === undefined ? undefined : Number(slice[2]);
      const rest = text.slice(start);
      return computed(size === undefined ? rest : size < 0 ? rest.slice(0, size) : rest.slice(0, size));
    }
    case "/":
    case "//": {
      const [from = "", to = ""] = argument.split("/", 2);
      if (!isPlain || from === "") return UNKNOWN;
      return computed(operator === "/" ? text.replace(from, () => to) : text.replaceAll(from, () => to));
    }
    case "#":
    case "##":
      return isPlain ? computed(text.startsWith(argument) ? text.slice(argument.length) : text) : UNKNOWN;
    case "%":
    case "%%":
      return isPlain
        ? computed(text.endsWith(argument) ? text.slice(0, text.length - argument.length) : text)
        : UNKNOWN;
    case "^^":
      return computed(text.toUpperCase());
    case ",,":
      return computed(text.toLowerCase());
    case "^":
    case ",":
      return computed((operator === "^" ? text.charAt(0).toUpperCase() : text.charAt(0).toLowerCase()) + text.slice(1));
    default:
      return computed(text);
  }
}

const wholeName = (machine: Machine, name: string): string => machine.variables.get(name)?.text ?? name;

/** `${10}` and further. */
const givenAt = ({ given }: Machine, name: string): Value | undefined =>
  /^[1-9]\d{1,4}$/.test(name) ? given?.[Number(name) - 1] : undefined;

/** What a variable holds: what was assigned, or what the environment says. */
function variable(machine: Machine, name: string, line: number): Value {
  const assigned = machine.variables.get(name) ?? givenAt(machine, name);
  if (assigned !== undefined) return assigned;
  const at = line + machine.unit.firstLine - 1;
  if (name === "HOME") return literal("~");
  if (name === "IFS") return literal(" ");
  if (/^(?:\d{1,5}|[@*])$/.test(name)) return { ...tainted("input", `$${name}`, at), text: HOLE };
  if (/^(?:USER|LOGNAME|HOSTNAME|HOSTTYPE|USERNAME)$/.test(name))
    return { ...tainted("host-info", name, at), text: HOLE };
  if (!/^[A-Z][A-Z0-9_]{1,100}$/.test(name) || ORDINARY.has(name)) return { ...UNKNOWN, text: HOLE };
  say(machine, { act: "environment", callee: `$${name}`, line, target: literal(name) });
  return isSecretName(name) ? { ...tainted("secret-env", name, at), text: HOLE } : { ...UNKNOWN, text: HOLE };
}
