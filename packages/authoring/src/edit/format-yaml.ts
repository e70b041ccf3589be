import { newReport, readSourceText, readYaml, type Tree } from "@gaia/manifest/kernel";
import { isCollection, isMap, isScalar, Lexer, parseDocument, visit } from "yaml";
import type { Document, Scalar } from "yaml";
import { YAML_OPTIONS } from "./edited-source.ts";
import { inKeyOrder } from "./key-order.ts";
import { isFlowSafe, isPlainSafe } from "./yaml-style.ts";

/**
 * The YAML between two fences in one form: keys in `order`, indented by two spaces, quotes only where some reader needs them, comments
 * kept with the key they stand above. Every top-level entry is rendered by itself, and stays as it was written where rendering would
 * change what it says, lose a comment, unfold a block of text or come out differently the second time. Null for YAML that the reader
 * refuses.
 */
export function formatYaml(yaml: string, order: readonly string[]): string | null {
  const before = readTree(yaml);
  if (before === null) return null;
  const cut = cutEntries(yaml);
  if (cut === null) return yaml;
  const entries = inKeyOrder(cut.entries, ({ name }) => name, order);
  const body = entries.map(({ lead, text }, index) => tidyLead(lead, index === 0) + renderEntry(text));
  const formatted = tidyLead(cut.head, true) + body.join("") + tidyLead(cut.tail, false).trimEnd();
  const isKept = isSame(before, readTree(formatted)) && commentsOf(formatted) === commentsOf(yaml);
  return ended(isKept ? formatted : yaml);
}

interface Entry {
  name: string;
  /** Comment lines and blank lines above the key. */
  lead: string;
  text: string;
}

/** Cuts a block mapping at its keys, which must begin their lines. Null for a mapping in any other form. */
function cutEntries(yaml: string): { head: string; entries: Entry[]; tail: string } | null {
  const { contents, directives } = parseDocument(yaml, YAML_OPTIONS) as Document.Parsed;
  if (!isMap(contents) || contents.flow || contents.items.length === 0 || directives.docStart === true) return null;
  const starts = contents.items.map(({ key }) => (isScalar(key) ? (key as Scalar.Parsed).range[0] : -1));
  if (starts.some((at) => at < 0 || (at > 0 && yaml[at - 1] !== "\n"))) return null;
  const bounds = [...starts.slice(1), yaml.length];
  const above = yaml.slice(0, starts[0]).split(/(?<=\n)/);
  if (!above.every(isLead)) return null;
  // What a blank line parts from the first key speaks of the whole file and stays on top.
  const headLines = above.findLastIndex((line) => line.trim() === "") + 1;
  const head = above.slice(0, headLines).join("");
  let lead = above.slice(headLines).join("");
  const entries: Entry[] = [];
  for (const [index, { key }] of contents.items.entries()) {
    const { text, rest } = withoutLead(yaml.slice(starts[index], bounds[index]));
    entries.push({ name: String((key as Scalar).value), lead, text });
    lead = rest;
  }
  return { head, entries, tail: lead };
}

const isLead = (line: string): boolean => line.trim() === "" || line.startsWith("#");

/** Parts the comment lines at the end of an entry, which speak of the next one, from the entry. */
function withoutLead(slice: string): { text: string; rest: string } {
  const lines = slice.split(/(?<=\n)/);
  let keep = lines.length;
  while (keep > 1 && isLead(lines[keep - 1] ?? "")) keep--;
  return { text: ended(lines.slice(0, keep).join("")), rest: lines.slice(keep).join("") };
}

const ended = (text: string): string => (text === "" || text.endsWith("\n") ? text : `${text}\n`);

function renderEntry(text: string): string {
  const rendered = render(text);
  const isGood =
    rendered !== null &&
    isSame(readTree(text), readTree(rendered)) &&
    commentsOf(rendered) === commentsOf(text) &&
    render(rendered) === rendered;
  return isGood ? rendered : text;
}

function render(text: string): string | null {
  const document = parseDocument(text, YAML_OPTIONS);
  if (document.errors.length > 0) return null;
  let isFolded = false;
  visit(document, {
    Scalar(_key, node, path) {
      isFolded ||= node.type === "BLOCK_FOLDED" || (node.type === "PLAIN" && /\n/.test(sourceOf(text, node)));
      const inFlow = path.some((one) => isCollection(one) && one.flow);
      const isQuoted = node.type === "QUOTE_DOUBLE" || node.type === "QUOTE_SINGLE";
      if (isQuoted && typeof node.value === "string" && (inFlow ? isFlowSafe : isPlainSafe)(node.value))
        node.type = "PLAIN";
    },
  });
  // The library would write it on one line.
  if (isFolded) return text;
  return document.toString({
    lineWidth: 0,
    flowCollectionPadding: false,
    doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER,
  });
}

const sourceOf = (text: string, { range }: Scalar): string => (range ? text.slice(range[0], range[1]) : "");

/** One blank line where there were several, none at the top of all, and no spaces at the ends of comments. */
function tidyLead(lead: string, isTop: boolean): string {
  const lines = lead.split("\n").map((line) => line.trimEnd());
  const kept = lines.filter(
    (line, at) => line !== "" || at === lines.length - 1 || (at > 0 ? lines[at - 1] !== "" : !isTop),
  );
  return kept.join("\n");
}

function readTree(yaml: string): Tree | null {
  const report = newReport();
  const source = readSourceText("", new TextEncoder().encode(yaml), report);
  const tree = source && readYaml(source, 0, source.text.length, report);
  return report.diagnostics.some(({ code }) => code === "SK2015" || code === "SK2013") ? null : tree;
}

/** Whether two trees say the same, in the author's spelling; the order of keys says nothing. */
function isSame(left: Tree | null, right: Tree | null): boolean {
  if (left === null || right === null) return false;
  if (left.kind === "scalar") return right.kind === "scalar" && left.text === right.text && left.value === right.value;
  if (left.kind === "list")
    return (
      right.kind === "list" &&
      left.items.length === right.items.length &&
      left.items.every((item, at) => isSame(item, right.items[at] ?? null))
    );
  return (
    right.kind === "map" &&
    left.entries.size === right.entries.size &&
    [...left.entries].every(([name, { value }]) => isSame(value, right.entries.get(name)?.value ?? null))
  );
}

/** All comments, sorted: a comment may move with its key, and none may be lost. */
function commentsOf(yaml: string): string {
  const comments: string[] = [];
  let before = "";
  for (const lexeme of new Lexer().lex(yaml)) {
    // The lexer says U+001F before a scalar, which may begin with `#` inside a block.
    if (lexeme.startsWith("#") && before !== "\u001f") comments.push(lexeme.trimEnd());
    before = lexeme;
  }
  return comments.sort().join("\n");
}
