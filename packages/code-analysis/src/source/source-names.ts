import {
  FUNCTION,
  TYPED,
  GIVEN_FUNCTION,
  KEYWORDS,
  ASSIGNMENT,
  BOUND,
  LISP_BOUND,
  TCL_BOUND,
  BASIC_BOUND,
  DECLARES,
  FILLS,
  TYPED_PATTERN,
  ASSIGNED_IN_PATTERN,
  LEFT_PATTERN,
} from "./name-patterns.ts";
import { joinSources, type Source } from "../engine/value.ts";
import type { Statement } from "./source-lexer.ts";

const MOST_NAMES = 4_000;
/** Characters of a statement. */
const MOST_TEXT = 20_000;
const MOST_TEXTS = 6;
const MOST_SCOPES = 40;

/** What a name holds. */
export interface Held {
  sources: readonly Source[];
  /** What only says who asks. */
  auth: readonly Source[];
  /** Addresses, paths and commands that it may be. */
  texts: readonly string[];
}

export const NOTHING: Held = { sources: [], auth: [], texts: [] };

export function joinHeld(a: Held, b: Held): Held {
  if (a === NOTHING) return b;
  return {
    sources: joinSources(a.sources, b.sources),
    auth: joinSources(a.auth, b.auth),
    texts: [...new Set([...a.texts, ...b.texts])].slice(0, MOST_TEXTS),
  };
}

/** The names of a program, by the function in which they stand; `f()` is what a function gives, `f#0` its first parameter. */
export interface Names {
  held: Map<string, Held>;
  parameters: Map<string, string[]>;
  /** There were more than are followed. */
  isFull: boolean;
}

export const newNames = (): Names => ({ held: new Map(), parameters: new Map(), isFull: false });

/** A statement, and what it names. */
export interface Named extends Statement {
  /** Functions around it, the innermost first; the last is the program: "". */
  scopes: readonly string[];
  defines: string | null;
  assigned: readonly string[];
  /** It adds to what a name holds, or declares none of its own. */
  isAdding: boolean;
  isDeclaring: boolean;
  used: readonly string[];
}

/** Texts go, but for the names that are filled into them. */
function withoutTexts(text: string): string {
  return text.replaceAll(/"([^"]{0,20000})"/g, (_all, inner: string) => {
    if (!/[$#\\{]/.test(inner)) return " ";
    const filled = inner.match(/(?:\$|#|\\|\$\(|)[{(]\s?[A-Za-z_][\w.>-]{0,60}|\$[A-Za-z_]\w{0,60}/g) ?? [];
    return ` ${filled.join(" ").replaceAll(/[$#\\{(]/g, " ")} `;
  });
}

const wordsIn = (code: string): string[] => [...new Set(code.match(/[A-Za-z_][\w]{0,60}[?!]?/g) ?? [])].slice(0, 80);

const namesIn = (code: string): string[] =>
  wordsIn(code.replaceAll(/(?:\.|->|::)\s{0,4}[A-Za-z_]\w{0,60}/g, " ")).filter((name) => !KEYWORDS.test(name));

/** Reads what each statement names, and where it stands. */
export function namedIn(statements: readonly Statement[], names: Names, isLisp: boolean): Named[] {
  const stack: { name: string; indent: number; line: number }[] = [];
  return statements.map((statement): Named => {
    const { text, indent, line } = statement;
    while (stack.length > 0 && (stack.at(-1)?.indent ?? 0) >= indent && stack.at(-1)?.line !== line) stack.pop();
    const head = text.slice(0, 600);
    const found = isLisp && /^\((?:def|define\s{1,4}[^(\s])\b/.test(head) ? null : FUNCTION.exec(head);
    const typed =
      found === null ? (TYPED_PATTERN.test(head) ? null : (GIVEN_FUNCTION.exec(head) ?? TYPED.exec(head))) : null;
    const defines = found?.[1] ?? typed?.[1] ?? null;
    const scopes = [
      ...stack
        .map(({ name }) => name)
        .toReversed()
        .slice(0, 4),
      "",
    ];
    if (defines !== null) {
      const after = found === null ? `(${typed?.[2] ?? ""})` : head.slice(found.index + found[0].length);
      const list = /^[^([]{0,40}[([]([^)\]]{0,300})/.exec(after)?.[1] ?? after.slice(0, 100);
      const parameters = list
        .replaceAll(/=[^,]{0,80}/g, "")
        .split(isLisp ? /[\s,]+/ : ",")
        .map((each) => parameterOf(each));
      names.parameters.set(defines, parameters.slice(0, 10));
      if (stack.length < MOST_SCOPES) stack.push({ name: defines, indent, line });
    }
    const inner = defines === null ? scopes : [defines, ...scopes];
    return { ...statement, scopes: inner, defines, ...assignedIn(text, isLisp), used: usedIn(text) };
  });
}

/** The name in `name: Type`, `Type name`, `name Type`. */
function parameterOf(written: string): string {
  const plain = written
    .replaceAll(/[*&@?]|\.{3}|\b(?:mut|final|const|var|val|let|ref|out|in|inout|this|_)\b/g, " ")
    .trim();
  if (plain.includes(":")) return /([A-Za-z_]\w{0,60})\s{0,4}:/.exec(plain)?.[1] ?? "";
  const words = plain.match(/[A-Za-z_]\w{0,60}/g) ?? [];
  // Go writes the type behind, C before.
  return words.length <= 1
    ? (words[0] ?? "")
    : /^(?:string|\[\]|byte|int|error|bool|http|io|any|context)/.test(words.at(-1) ?? "") ||
        /\]|\./.test(plain.split(/\s/).at(-1) ?? "")
      ? (words[0] ?? "")
      : (words.at(-1) ?? "");
}

const usedIn = (text: string): string[] => wordsIn(withoutTexts(text.slice(0, MOST_TEXT)));

function assignedIn(text: string, isLisp: boolean): Pick<Named, "assigned" | "isAdding" | "isDeclaring"> {
  const head = text.slice(0, 2_000);
  const found: string[] = [];
  let isAdding = false;
  const left = ASSIGNMENT.exec(head.replace(LEFT_PATTERN, ""));
  if (left !== null && !isLisp && !ASSIGNED_IN_PATTERN.test(head)) {
    const side = (left[1] ?? "")
      .replaceAll(/:\s{0,4}[\w.<>[\]&*?, ]{1,60}$/g, "")
      .replaceAll(/(?<=[\w>])\[\](?=\s)/g, "");
    const member = /^(?:self|this|Me|@|\$this)?[.>@-]{0,2}([A-Za-z_$]\w{0,60})/.exec(side.trim());
    isAdding = left[2] !== undefined || /[.[]|->/.test(side);
    if (isAdding && member?.[1] !== undefined) found.push(member[1]);
    else if (side.includes(",") || /^\s{0,4}\(/.test(side)) found.push(...namesIn(side));
    else found.push(...namesIn(side).slice(-1));
  }
  const bound = isLisp ? [LISP_BOUND] : [BOUND, TCL_BOUND];
  for (const pattern of bound)
    for (const match of head.matchAll(pattern)) {
      const list = match.slice(1).find((each) => each !== undefined) ?? "";
      for (const part of list.split(",")) {
        const [name] = namesIn(part);
        if (name !== undefined) found.push(name);
      }
    }
  // What is fetched lies in the buffer that is looked at next.
  if (isLisp && /url-retrieve|url-insert/.test(head)) found.push("buffer");
  const basic = BASIC_BOUND.exec(head)?.[1];
  if (basic !== undefined) found.push(basic);
  return { assigned: [...new Set(found)].slice(0, 8), isAdding, isDeclaring: DECLARES.test(head) };
}

const heldBy = (name: string, { scopes }: Pick<Named, "scopes">, { held }: Names): Held => {
  for (const scope of scopes) {
    const found = held.get(`${scope} ${name}`);
    if (found !== undefined) return found;
  }
  return NOTHING;
};

/** What the names in a piece of a statement hold, and what the functions give that it calls. */
export function heldIn(piece: string, named: Named, names: Names): Held {
  let all = NOTHING;
  if (names.held.size === 0) return all;
  for (const name of piece === named.text ? named.used : usedIn(piece)) {
    const own = heldBy(name, named, names);
    if (own !== NOTHING) all = joinHeld(all, own);
    const given = name === named.defines ? undefined : names.held.get(`${name}()`);
    if (
      given !== undefined &&
      new RegExp(`(?<![\\w])${name.replace(/[?!]$/, "")}[?!]?\\s{0,2}[(!\\s)\\]]|^${name}$`).test(piece)
    )
      all = joinHeld(all, given);
  }
  return all;
}

/** Gives what a statement names what it holds, and the functions that it calls their arguments. */
export function give(named: Named, names: Names, value: Held): void {
  const isEmpty = value.sources.length === 0 && value.auth.length === 0 && value.texts.length === 0;
  const put = (key: string, isAdded: boolean): void => {
    const before = names.held.get(key);
    if (before === undefined && isEmpty) return;
    if (before === undefined && names.held.size >= MOST_NAMES) {
      names.isFull = true;
      return;
    }
    names.held.set(key, isAdded && before !== undefined ? joinHeld(before, value) : value);
  };
  for (const name of named.assigned) {
    const known = named.isDeclaring ? undefined : named.scopes.find((scope) => names.held.has(`${scope} ${name}`));
    put(`${known ?? named.scopes[0] ?? ""} ${name}`, named.isAdding || named.indent > 8);
  }
  if (isEmpty) return;
  for (const match of named.text.matchAll(FILLS)) {
    const name = match.slice(1).find((each) => each !== undefined);
    if (name === undefined || KEYWORDS.test(name) || named.assigned.includes(name) || /^[A-Z]/.test(name)) continue;
    const scope = named.scopes.find((each) => names.held.has(`${each} ${name}`)) ?? named.scopes[0] ?? "";
    const carried = { ...value, texts: [] };
    const key = `${scope} ${name}`;
    names.held.set(key, joinHeld(names.held.get(key) ?? NOTHING, carried));
  }
}

/** Hands each argument's sources to the parameter in its place, and what is returned to whoever calls. */
export function giveCalls(named: Named, names: Names, value: Held, heldOf: (piece: string) => Held): void {
  const [inner = ""] = named.scopes;
  const isReturned =
    /^(?:return\b|\^|yield\b)/.test(named.text) ||
    (named.assigned.length === 0 && named.defines === null && value.sources.length > 0);
  if (inner !== "" && isReturned && (value.sources.length > 0 || value.texts.length > 0)) {
    const key = `${inner}()`;
    names.held.set(key, joinHeld(names.held.get(key) ?? NOTHING, value));
  }
  for (const name of named.used) {
    const parameters = names.parameters.get(name);
    if (parameters === undefined || name === named.defines || name === inner) continue;
    const at = named.text.search(new RegExp(`(?<!\\w)${name.replace(/[?!]$/, "")}[?!]?\\s{0,2}\\(`));
    if (at === -1) continue;
    for (const [index, piece] of argumentsAt(named.text, named.text.indexOf("(", at)).entries()) {
      const parameter = parameters[index] ?? "";
      const held = parameter === "" ? NOTHING : heldOf(piece);
      if (held.sources.length === 0 && held.texts.length === 0) continue;
      const key = `${name} ${parameter}`;
      if (names.held.size < MOST_NAMES) names.held.set(key, joinHeld(names.held.get(key) ?? NOTHING, held));
      else names.isFull = true;
    }
  }
}

/** The arguments of a call whose bracket stands at `at`; lists in it are taken apart on demand. */
export function argumentsAt(text: string, at: number): string[] {
  const parts: string[] = [];
  let depth = 0;
  let isText = false;
  let from = at + 1;
  const most = Math.min(text.length, at + MOST_TEXT);
  for (let index = at; index < most; index += 1) {
    const char = text[index];
    if (char === '"') isText = !isText;
    if (isText) continue;
    if (char === "(" || char === "[" || char === "{") depth += 1;
    else if (char === ")" || char === "]" || char === "}") {
      depth -= 1;
      if (depth === 0) {
        parts.push(text.slice(from, index));
        return parts;
      }
    } else if (char === "," && depth === 1) {
      parts.push(text.slice(from, index));
      from = index + 1;
    }
  }
  parts.push(text.slice(from, most));
  return parts;
}
