import { anyOf } from "../engine/join-values.ts";
import { HOLE, joinSources, literal, sourcesOf, UNKNOWN, type Value, wholeText } from "../engine/value.ts";
import type { Call } from "./values/call-site.ts";
import { isEnvironment } from "./values/member.ts";

const keyOf = (key: string): Value => literal(key.startsWith(HOLE) ? HOLE : key);

const TAKING = new Set(["pop", "popleft", "get", "get_nowait", "popitem"]);

/** A method of a dictionary whose entries are known: what lies in it is followed one by one. Null for what else it may be. */
export function callMapping({ self, method, args }: Call): Value | null {
  if (method === "setdefault" && self?.entries == null && args.length === 2) return args[1] ?? null;
  if (self?.items != null && self.name === null && method !== null && TAKING.has(method)) {
    const any = anyOf(self.items);
    return { ...any, sources: joinSources(any.sources, self.sources) };
  }
  if (self === null || self.entries === null || self.name !== null || method === null) return null;
  const { entries, sources } = self;
  switch (method) {
    case "items":
      return {
        ...UNKNOWN,
        items: [...entries].map(([key, value]) => ({ ...UNKNOWN, items: [keyOf(key), value] })),
        sources,
      };
    case "values":
      return { ...UNKNOWN, items: [...entries.values()], sources };
    case "keys":
      return { ...UNKNOWN, items: [...entries.keys()].map((key) => keyOf(key)), sources };
    case "copy":
      return self;
    case "get":
    case "pop":
    case "setdefault":
      return picked(self, entries, args);
    default:
      return null;
  }
}

function picked(self: Value, entries: ReadonlyMap<string, Value>, args: readonly Value[]): Value | null {
  const key = wholeText(args[0]);
  const known = key === null ? undefined : entries.get(key);
  if (known !== undefined) return known;
  if (isEnvironment(self)) return null;
  const [, otherwise] = args;
  const rest = otherwise === undefined ? [] : [otherwise];
  const value = key === null || mayHold(entries) ? anyOf([...entries.values(), ...rest]) : anyOf(rest);
  return { ...value, sources: joinSources(value.sources, joinSources(self.sources, keySources(args[0]))) };
}

/** A key that was not known when it was put in may be any. */
const mayHold = (entries: ReadonlyMap<string, Value>): boolean =>
  [...entries.keys()].some((key) => key.startsWith(HOLE));

const keySources = (key: Value | undefined) =>
  key === undefined ? [] : sourcesOf(key).filter(({ taint }) => taint === "env-all" || taint === "user-data");
