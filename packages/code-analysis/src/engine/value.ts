/** Where data comes from, as far as it matters to a rule. */
export type Taint =
  /** One environment variable whose name says that it is a secret; `what` is the name. */
  | "secret-env"
  /** The whole environment. */
  | "env-all"
  /** What a credential file, key, wallet, browser profile or agent configuration holds; `what` is the path. */
  | "secret-file"
  /** A project's own `.env`: its keys belong to the skill as often as not. */
  | "dotenv"
  /** Keystrokes, screen, clipboard, microphone; `what` says which. */
  | "user-data"
  /** Files below the user's home or root, found by walking; `what` is where the walk began. */
  | "user-files"
  /** Who and where this is: user name, host name, address, platform. */
  | "host-info"
  /** What a network peer answered; `what` is the URL where it is known. */
  | "network"
  /** Bytes that were decoded, decompressed or decrypted from something that is no longer legible. */
  | "decoded"
  /** A long literal that is not legible: base64, hex, numbers, escapes. */
  | "blob"
  /** Read from another file of the package, or from any file that the code names. */
  | "file"
  /** Handed in by a caller: arguments of a function, of the command line, standard input. */
  | "input"
  /** Random bytes. */
  | "random"
  /** The clock. */
  | "clock"
  /** Names met while walking directories. */
  | "listing";

export interface Source {
  taint: Taint;
  /** The variable, path, URL or device. */
  what: string;
  /** 1-based line of the file. */
  line: number;
}

/** What an expression may be, as far as reading the code tells. Never mutated. */
export interface Value {
  /**
   * Its text: strings as they are, bytes one character each (latin1), numbers in decimal, paths with `~` for the home
   * directory. Stretches that are not known are one `HOLE` each. Null: nothing is known.
   */
  text: string | null;
  /** More than a literal as written: put together, decoded, reversed. */
  folded: boolean;
  /** Elements of a list, tuple or argument vector, in order; null when it is none or they are not known. */
  items: readonly Value[] | null;
  /** A dictionary's or object's entries with constant keys. */
  entries: ReadonlyMap<string, Value> | null;
  /** What the name stands for, dotted and with aliases resolved: `os.system`, `requests.Session()` for an instance. */
  name: string | null;
  /** `text` is a number, or bytes, where it is not plain text. */
  type?: "number" | "bytes";
  /** How `name` was said: by a string (`getattr(os, "system")`), or by one that was put together. Absent: as it is. */
  naming?: "string" | "computed";
  /** Where what it holds lies: the path of an open file, the address of a connection. */
  place?: Value;
  /** Origins, each once, at most `MOST_SOURCES`. */
  sources: readonly Source[];
}

/** Stands in `Value.text` for what is not known (OBJECT REPLACEMENT CHARACTER). */
export const HOLE = "\uFFFC";
const MOST_SOURCES = 12;
const MOST_TEXT = 1_048_576;

export const UNKNOWN: Value = { text: null, folded: false, items: null, entries: null, name: null, sources: [] };

/** A literal as written. */
export function literal(text: string): Value {
  return { ...UNKNOWN, text };
}

/** A text that was computed; what is too long to keep is not known. */
export function computed(text: string, sources: readonly Source[] = []): Value {
  return text.length > MOST_TEXT ? { ...UNKNOWN, sources } : { ...UNKNOWN, text, folded: true, sources };
}

export function named(name: string, sources: readonly Source[] = []): Value {
  return { ...UNKNOWN, name, sources };
}

export function tainted(taint: Taint, what: string, line: number): Value {
  return { ...UNKNOWN, sources: [{ taint, what, line }] };
}

export function withSources(value: Value, sources: readonly Source[]): Value {
  if (sources.length === 0) return value;
  return { ...value, sources: joinSources(value.sources, sources) };
}

/** Its text when every character of it is known, null otherwise. */
export function wholeText(value: Value | undefined): string | null {
  return value === undefined || value.text === null || value.text.includes(HOLE) ? null : value.text;
}

const HELD = new WeakMap<Value, readonly Source[]>();
/** A list in a list in a list: more than a program nests, less than the stack holds. */
const MOST_DEPTH = 500;

/** Its sources and those of all that it holds. */
export function sourcesOf(value: Value, depth = MOST_DEPTH): readonly Source[] {
  if (depth === 0 || (value.items === null && value.entries === null)) return value.sources;
  const known = HELD.get(value);
  if (known !== undefined) return known;
  let all = value.sources;
  for (const item of value.items ?? []) all = joinSources(all, sourcesOf(item, depth - 1));
  for (const item of value.entries?.values() ?? []) all = joinSources(all, sourcesOf(item, depth - 1));
  HELD.set(value, all);
  return all;
}

const isGrave = ({ taint }: Source): boolean => /^(?:secret|env-all|user-|dotenv|network|decoded|blob)/.test(taint);

export function joinSources(a: readonly Source[], b: readonly Source[]): readonly Source[] {
  if (b.length === 0 || a === b) return a;
  if (a.length === 0) return b;
  const joined = [...a];
  for (const source of b) {
    if (joined.some(({ taint, what }) => taint === source.taint && what === source.what)) continue;
    if (joined.length < MOST_SOURCES) joined.push(source);
    else if (isGrave(source)) {
      // Many harmless origins must not push a grave one out.
      const light = joined.findLastIndex((each) => !isGrave(each));
      if (light !== -1) joined[light] = source;
    }
  }
  return joined;
}

/** The first source of these kinds in the value or what it holds; null when there is none. */
export function sourceIn(value: Value, ...taints: Taint[]): Source | null {
  return sourcesOf(value).find(({ taint }) => taints.includes(taint)) ?? null;
}
