import type { PackageFile } from "@gaia/archive";
import { isCollection, isMap, isPair, isScalar, isSeq, stringify, visit } from "yaml";
import type { Pair, ParsedNode, Scalar, YAMLMap } from "yaml";
import type { Edit } from "./edit.ts";
import { frontMatterDocument } from "./edited-source.ts";
import type { FrontMatterDocument } from "./edited-source.ts";
import { blockText, isPlainSafe } from "./yaml-style.ts";
import { doubleQuoted } from "./text-fixes.ts";

type Found = Pair<ParsedNode, ParsedNode | null>;

/** SK2018, SK3012: puts the plain scalar at `offset` into quotes, spelled as it is. */
export function withQuotes(file: PackageFile, offset: number): Edit[] {
  const opened = frontMatterDocument(file);
  const scalar = opened && scalarAt(opened, offset);
  if (!scalar || scalar.type !== "PLAIN" || !scalar.source || /[\r\n]/.test(scalar.source)) return [];
  return [replaced(file, opened, scalar, doubleQuoted(scalar.source))];
}

/** Replaces the one-line scalar at `offset` by what `change` makes of its text; quoted stays quoted. */
export function withScalar(file: PackageFile, offset: number, change: (text: string) => string | null): Edit[] {
  const opened = frontMatterDocument(file);
  const scalar = opened && scalarAt(opened, offset);
  if (!scalar || scalar.type?.startsWith("BLOCK") || scalar.source === undefined) return [];
  const text = change(scalar.source.trim());
  if (text === null) return [];
  return [replaced(file, opened, scalar, scalar.type === "PLAIN" && isPlainSafe(text) ? text : doubleQuoted(text))];
}

/** SK3025: a description over several lines becomes one line. */
export function withOneLine(file: PackageFile, offset: number): Edit[] {
  const opened = frontMatterDocument(file);
  const scalar = opened && scalarAt(opened, offset);
  if (!scalar || typeof scalar.value !== "string" || !/[\r\n]/.test(scalar.value)) return [];
  const isBlock = scalar.type?.startsWith("BLOCK") ?? false;
  const header = opened.yaml.slice(scalar.range[0], opened.yaml.indexOf("\n", scalar.range[0]));
  if (isBlock && header.includes("#")) return [];
  const line = scalar.value.trim().replace(/[^\S\n]{0,200}\n\s*/g, " ");
  return [replaced(file, opened, scalar, `${isPlainSafe(line) ? line : doubleQuoted(line)}${isBlock ? "\n" : ""}`)];
}

/** SK3043: the namespace under `metadata` gets the name that today's clients read, where nobody has that name already. */
export function withCurrentNamespace(file: PackageFile, legacy: readonly string[], current: string): Edit[] {
  const opened = frontMatterDocument(file);
  const metadata = opened && memberOf(opened.document.contents, "metadata")?.value;
  if (!opened || !isMap(metadata) || metadata.has(current)) return [];
  const keys = metadata.items
    .map(({ key }) => key)
    .filter((key) => isScalar(key) && legacy.includes(String(key.value)));
  const [key] = keys;
  if (keys.length !== 1 || !isScalar(key)) return [];
  return [replaced(file, opened, key as Scalar.Parsed, key.type === "PLAIN" ? current : doubleQuoted(current))];
}

/** SK3046: `metadata` written as a JSON string becomes YAML. Only strict JSON, and only numbers that survive. */
export function withYamlMetadata(file: PackageFile): Edit[] {
  const opened = frontMatterDocument(file);
  const pair = opened && memberOf(opened.document.contents, "metadata");
  if (!opened || !pair || !isScalar(pair.value) || typeof pair.value.value !== "string") return [];
  const text = pair.value.value;
  const data = parseObject(text);
  if (data === null || /\d{15}/.test(text) || Object.keys(data).length === 0) return [];
  const block = stringify(data, { lineWidth: 0, version: "1.2" }).trimEnd();
  return [replacedFromKey(file, opened, pair, `\n${block.replace(/^(?=.)/gm, "  ")}`)];
}

/** SK4001: a list, or text with commas, becomes one text with spaces. */
export function withSpacedTools(file: PackageFile, key: string): Edit[] {
  const opened = frontMatterDocument(file);
  const pair = opened && memberOf(opened.document.contents, key);
  if (!opened || !pair?.value) return [];
  const { value } = pair;
  const tools = isSeq(value)
    ? value.items.map((item) => (isScalar(item) ? String(item.source ?? item.value) : ""))
    : isScalar(value) && typeof value.value === "string"
      ? splitTools(value.value)
      : [];
  const inside = opened.yaml.slice(pair.key.range[1], value.range[1]);
  if (tools.length === 0 || tools.some((tool) => !isOneTool(tool)) || hasComment(value, inside)) return [];
  const text = tools.join(" ");
  return [replacedFromKey(file, opened, pair, ` ${isPlainSafe(text) ? text : doubleQuoted(text)}`)];
}

/**
 * SK2019: the outermost flow mapping or list at `offset`, or the first after it on its line, is written in block style. Nothing where a
 * comment stands inside.
 */
export function withBlockStyle(file: PackageFile, offset: number): Edit[] {
  const opened = frontMatterDocument(file);
  if (opened === null) return [];
  const at = offset - opened.base;
  const newline = opened.yaml.indexOf("\n", at);
  const lineEnd = newline === -1 ? opened.yaml.length : newline;
  let found: Found | null = null;
  visit(opened.document, {
    Pair(_key, pair) {
      if (found !== null) return visit.BREAK;
      const { value } = pair as Found;
      if (!(isMap(value) || isSeq(value)) || !value.flow || value.items.length === 0) return undefined;
      if (value.range[0] <= lineEnd && at < value.range[1]) found = pair as Found;
      return visit.SKIP;
    },
  });
  const pair = found as Found | null;
  if (!pair?.value || hasComment(pair.value, opened.yaml.slice(pair.value.range[0], pair.value.range[1]))) return [];
  const column = pair.key.range[0] - (opened.yaml.lastIndexOf("\n", pair.key.range[0] - 1) + 1);
  return [replacedFromKey(file, opened, pair, `\n${blockText(pair.value, column + 2)}`)];
}

function scalarAt({ document, base }: FrontMatterDocument, offset: number): Scalar.Parsed | null {
  let found: Scalar.Parsed | null = null;
  visit(document, {
    Scalar(key, node) {
      if (key === "key" || node.range?.[0] !== offset - base) return undefined;
      found = node as Scalar.Parsed;
      return visit.BREAK;
    },
  });
  return found;
}

/** The pair of a block mapping with this key; its key is a scalar with a range. */
function memberOf(map: unknown, name: string): (Found & { key: Scalar.Parsed }) | null {
  if (!isMap(map)) return null;
  const items = (map as YAMLMap<ParsedNode, ParsedNode | null>).items;
  const pair = items.find(({ key }) => isScalar(key) && key.value === name);
  return pair !== undefined && isPair(pair) ? (pair as Found & { key: Scalar.Parsed }) : null;
}

function replaced(file: PackageFile, { base }: FrontMatterDocument, node: ParsedNode, text: string): Edit {
  return { file: file.path, start: base + node.range[0], end: base + node.range[1], text };
}

/** Replaces everything from the end of the key on; `text` follows the colon. */
function replacedFromKey(file: PackageFile, { base, yaml }: FrontMatterDocument, pair: Found, text: string): Edit {
  // A block scalar or list ends after its last line end, which stays.
  let end = pair.value?.range[1] ?? pair.key.range[1];
  while (end > pair.key.range[1] && /\s/.test(yaml.charAt(end - 1))) end--;
  return { file: file.path, start: base + pair.key.range[1], end: base + end, text: `:${text}` };
}

/** A comment inside a node, or anything in its text that may be one. One behind a flow collection stands outside. */
const hasComment = (node: ParsedNode, text: string): boolean => {
  let found = text.includes("#") && /(?:^|\s)#/.test(text);
  visit(node, (_key, one) => {
    if (one === node && isCollection(node) && node.flow) return;
    if (one !== null && typeof one === "object" && ("comment" in one || "commentBefore" in one))
      found ||= Boolean((one as { comment?: unknown }).comment ?? (one as { commentBefore?: unknown }).commentBefore);
  });
  return found;
};

/** Cuts at commas outside parentheses. */
function splitTools(text: string): string[] {
  const tools: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at <= text.length; at++) {
    const char = text.charAt(at);
    if (char === "(") depth++;
    else if (char === ")") depth--;
    else if (at === text.length || (char === "," && depth <= 0)) {
      tools.push(text.slice(from, at).trim());
      from = at + 1;
    }
  }
  return tools.filter((tool) => tool !== "");
}

/** Spaces and commas only between parentheses, so that the text can be cut apart again. */
const isOneTool = (tool: string): boolean => /^[^\s(),]+(?:\([^()\r\n]*\))?$/.test(tool);

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}
