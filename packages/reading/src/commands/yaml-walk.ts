import { isAlias, isMap, isScalar, isSeq, type ParsedNode, type Scalar, type YAMLMap, type YAMLSeq } from "yaml";
import type { CodeLanguage } from "../code/code-unit.ts";
import { type FoundCommand, quoted } from "./found-command.ts";
import { inPieces } from "../patterns/pattern.ts";
import type { YamlDocuments } from "./yaml-document.ts";

/** Keys whose texts go to a shell, each text by itself. */
const LINES = /^(?:run|script|before_script|after_script|bash|install|post_install|setup|cmds|commands)$/;
/** Keys whose list is a command with its arguments, or the lines of a script. */
const WORDS = /^(?:command|cmd|shell|exec|entry|entrypoint|args)$/;
const MODULE = inPieces("", String.raw`^ansible\.(?:builtin|windows)\.(?:win_)?(?=\w)`);
/** What a step's `shell:` makes of its `run:`. */
const SHELLS: [RegExp, CodeLanguage][] = [
  [/^python/, "python"],
  [/^(?:pwsh|powershell)/, "powershell"],
  [/^cmd\b/, "batch"],
  [/^node\b/, "javascript"],
];

interface Walk {
  lineAt: YamlDocuments["lineAt"];
  /** The nodes that aliases stand for; one of them is read where it is first used. */
  anchors: Map<string, ParsedNode>;
  used: Set<ParsedNode>;
  fields: Map<YAMLMap, Map<string, ParsedNode>>;
  found: FoundCommand[];
}

/** The texts that composed YAML hands to a shell, in the order of the text. */
export function commandsOf({ roots, lineAt }: YamlDocuments): FoundCommand[] {
  const walk: Walk = { lineAt, anchors: new Map(), used: new Set(), fields: new Map(), found: [] };
  for (const root of roots) visit(walk, root, null);
  return walk.found;
}

function visit(walk: Walk, node: ParsedNode | null, parent: YAMLMap | null): void {
  if (node === null || isAlias(node)) return;
  if (node.anchor !== undefined) walk.anchors.set(node.anchor, node);
  // What a Composer made holds parsed nodes only; the library's guards forget it.
  if (isSeq(node)) for (const item of node.items as ParsedNode[]) visit(walk, item, parent);
  if (!isMap(node)) return;
  for (const { key, value } of node.items as Pairs) {
    visit(walk, key, null);
    visit(walk, value, node);
    const name = nameOf(walk, key);
    if (value !== null && (LINES.test(name) || WORDS.test(name)))
      commandsUnder(walk, { name, value, owner: node, parent });
  }
}

type Pairs = { key: ParsedNode | null; value: ParsedNode | null }[];

interface Entry {
  name: string;
  value: ParsedNode;
  owner: YAMLMap;
  parent: YAMLMap | null;
}

function commandsUnder(walk: Walk, { name, value, owner, parent }: Entry): void {
  const node = resolved(walk, value);
  if (node === null || (isAlias(value) && walk.used.has(node))) return;
  walk.used.add(node);
  const args = name === "args" ? [] : wordsUnder(walk, owner, "args");
  if (isScalar(node)) {
    const command = commandOf(walk, node, languageOf(walk, name, owner, parent));
    walk.found.push(args.length === 0 ? command : { ...command, text: [command.text, ...args.map(quoted)].join(" ") });
  } else if (isSeq(node)) {
    const items = scalarsOf(walk, node);
    const [first] = items;
    if (first === undefined) return;
    const isLine = /\s/.test(first.text.trim());
    if (WORDS.test(name) && !isLine)
      walk.found.push({ text: [...items.map(({ text }) => text), ...args].map(quoted).join(" "), line: first.line });
    // A list in brackets that begins with a program is one command; in any other, each is a line of a script.
    if (LINES.test(name) || isLine || node.flow !== true) walk.found.push(...items);
  }
}

function wordsUnder(walk: Walk, owner: YAMLMap, name: string): string[] {
  const node = resolved(walk, fieldsOf(walk, owner).get(name) ?? null);
  return isSeq(node) ? scalarsOf(walk, node).map(({ text }) => text) : [];
}

/** A map's values by their names, made once: each of very many keys asks for those beside it. */
function fieldsOf(walk: Walk, map: YAMLMap): Map<string, ParsedNode> {
  const known = walk.fields.get(map);
  if (known !== undefined) return known;
  const fields = new Map<string, ParsedNode>();
  for (const { key, value } of map.items as Pairs) {
    const name = nameOf(walk, key);
    if (value !== null && !fields.has(name)) fields.set(name, value);
  }
  walk.fields.set(map, fields);
  return fields;
}

const scalarsOf = (walk: Walk, list: YAMLSeq): FoundCommand[] =>
  (list.items as ParsedNode[]).flatMap((item) => {
    const node = resolved(walk, item);
    return isScalar(node) ? [commandOf(walk, node)] : [];
  });

/** What an alias stands for, and that in turn. */
function resolved(walk: Walk, node: ParsedNode | null): ParsedNode | null {
  let found = node;
  for (let turn = 0; turn < 4 && isAlias(found); turn += 1) found = walk.anchors.get(found.source) ?? null;
  return found;
}

function nameOf(walk: Walk, key: ParsedNode | null): string {
  const node = resolved(walk, key);
  return isScalar(node) ? String(node.value).toLowerCase().replace(MODULE, "") : "";
}

function commandOf(walk: Walk, node: Scalar.Parsed | Scalar, language?: CodeLanguage): FoundCommand {
  const isBlock = node.type === "BLOCK_LITERAL" || node.type === "BLOCK_FOLDED";
  const line = walk.lineAt(node.range?.[0] ?? 0) + (isBlock ? 1 : 0);
  const text = String(node.value ?? "");
  return {
    text: node.tag === "tag:yaml.org,2002:binary" ? Buffer.from(text, "base64").toString() : text,
    line,
    ...(language === undefined ? {} : { language }),
  };
}

/** What a text is written in, where that is no shell's language. */
function languageOf(walk: Walk, name: string, owner: YAMLMap, parent: YAMLMap | null): CodeLanguage | undefined {
  const said = (map: YAMLMap | null, key: string): string => {
    const node = resolved(walk, map === null ? null : (fieldsOf(walk, map).get(key) ?? null));
    return isScalar(node) ? String(node.value) : "";
  };
  if (name === "script" && said(parent, "uses").startsWith("actions/github-script@")) return "javascript";
  return name === "run" ? SHELLS.find(([pattern]) => pattern.test(said(owner, "shell")))?.[1] : undefined;
}
