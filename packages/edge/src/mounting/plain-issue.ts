import type { z } from "@hono/zod-openapi";
import { replaceHidden } from "@gaia/text";

type Issue = Pick<z.core.$ZodIssue, "code" | "message"> & { readonly [key: string]: unknown };

/** How zod's own sentences begin; any other is a schema's, and ours. */
const ZODS = /^(?:Too small|Too big|Invalid|Unrecognized keys?)\b/;

const FORMATS: Readonly<Record<string, string>> = {
  datetime: "has to be a time, as 2026-03-15T10:30:00Z",
  email: "has to be an address for mail",
  url: "has to be an address, as https://example.org/",
  uuid: "has to be an id, as 0b0e3a5c-8d5e-4c56-9a39-0f6a2d3a7f10",
};

/** The names of types, as zod says what it expects and what it received. */
const TYPES: Readonly<Record<string, string>> = {
  string: "a text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
  null: "null",
};

/**
 * What of a value is wrong, in words for whoever sent it, who has never heard of the validator: what is expected, and what was found. Of a
 * text that may be a secret its length alone is told. Pure.
 *
 * @param value what was judged, where the caller has it
 */
export function plainIssue(issue: Issue, value?: unknown): string {
  if (!ZODS.test(issue.message)) return issue.message;
  switch (issue.code) {
    case "too_small":
      return issue["minimum"] === 1 && issue["origin"] === "string"
        ? "must not be empty"
        : `has to ${boundOf(issue, issue["minimum"], value)}`;
    case "too_big":
      return `has to ${boundOf(issue, issue["maximum"], value)}`;
    case "invalid_value":
      return `has to be ${inWords([issue["values"]].flat().map(String))}${foundText(value)}`;
    case "invalid_format":
      return formatOf(issue);
    case "invalid_type":
      return typeOf(issue, value);
    case "not_multiple_of":
      return `has to be a multiple of ${String(issue["divisor"])}${foundText(value)}`;
    case "unrecognized_keys":
      return `has what is not taken here: ${listOf(issue["keys"]).map(shown).join(", ")}`;
    case "invalid_key":
      return `cannot be named so: the name ${innerOf(issue["issues"])}`;
    case "invalid_element":
      return `has an entry that ${innerOf(issue["issues"])}`;
    case "invalid_union":
      return unionOf(issue, value);
    default:
      return "is not of the form that is taken here";
  }
}

function typeOf({ expected, message }: Issue, value: unknown): string {
  if (message.endsWith("received undefined")) return "is missing";
  const [, received = ""] = /received (\w+)$/.exec(message) ?? [];
  const found = received === "NaN" ? foundText(value) : received === "" ? "" : `; found ${TYPES[received] ?? received}`;
  return `has to be ${TYPES[String(expected)] ?? String(expected)}${found}`;
}

function formatOf({ format, pattern, prefix, suffix, includes }: Issue): string {
  if (prefix !== undefined) return `has to begin with ${shown(prefix)}`;
  if (suffix !== undefined) return `has to end with ${shown(suffix)}`;
  if (includes !== undefined) return `has to contain ${shown(includes)}`;
  // A URL's pattern is that of its scheme.
  if (format === "url" && typeof pattern === "string" && /^\^[a-z]+$/.test(pattern))
    return `has to be an address that begins with ${pattern.slice(1)}://`;
  return FORMATS[String(format)] ?? `is not of the form that is taken here${pattern ? ` (${String(pattern)})` : ""}`;
}

/** Of several forms those types are named that would do; else what is wrong by the form that comes nearest, which has the fewest faults. */
function unionOf(issue: Issue, value: unknown): string {
  const options = listOf(issue["options"]);
  if (options.length > 0) return `has to be ${inWords(options.map(String))}`;
  const forms = listOf(issue["errors"]).map((one) => listOf(one) as (Issue & { path: PropertyKey[] })[]);
  const isType = (one: Issue | undefined): boolean => one?.code === "invalid_type";
  if (forms.length === 0) return "is not of the form that is taken here";
  if (forms.every(([first]) => isType(first) && first?.path.length === 0)) {
    const types = forms.map(([first]) => TYPES[String(first?.["expected"])] ?? String(first?.["expected"]));
    const [, received = ""] = /received (\w+)$/.exec(forms[0]?.[0]?.message ?? "") ?? [];
    return `has to be ${inWords([...new Set(types)])}; found ${TYPES[received] ?? received}`;
  }
  const near = forms.filter(([first]) => !(isType(first) && first?.path.length === 0));
  const [nearest = []] = (near.length > 0 ? near : forms).toSorted((left, right) => left.length - right.length);
  return nearest
    .map(
      (one) =>
        `${one.path.length > 0 ? `${one.path.map(String).join(".")} ` : ""}${plainIssue({ ...one }, valueAt(value, one.path))}`,
    )
    .join("; ");
}

const innerOf = (issues: unknown): string =>
  (listOf(issues) as Issue[]).map((one) => plainIssue({ ...one })).join("; ") ||
  "is not of the form that is taken here";

function boundOf({ origin, code, exact, inclusive }: Issue, bound: unknown, value: unknown): string {
  const side = code === "too_small" ? "at least" : "at most";
  const limit = exact === true ? `exactly ${String(bound)}` : `${side} ${String(bound)}`;
  if (origin === "string")
    return `have ${limit} characters${typeof value === "string" ? `; it has ${value.length}` : ""}`;
  if (origin === "array" || origin === "set")
    return `have ${limit} entries${Array.isArray(value) ? `; it has ${value.length}` : ""}`;
  const number = inclusive === false ? `${code === "too_small" ? "more" : "less"} than ${String(bound)}` : limit;
  return `be ${number}${foundText(value)}`;
}

/** What stands at a path of what was judged; undefined where nothing does. */
export function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let at = value;
  for (const key of path) {
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, key)) return undefined;
    at = (at as Record<PropertyKey, unknown>)[key];
  }
  return at;
}

const foundText = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" ? `; found ${shown(value)}` : "";

/** On one line, and no longer than a word that somebody mistyped. */
function shown(value: unknown): string {
  if (typeof value === "number") return String(value);
  const visible = Array.from(replaceHidden(String(value).slice(0, 200), "\uFFFD", { asName: true }));
  return visible.length > 60 ? `"${visible.slice(0, 60).join("")}…"` : `"${visible.join("")}"`;
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

const inWords = (words: readonly string[]): string => words.join(" or ");
