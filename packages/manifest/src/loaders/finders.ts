import type { MapTree, ScalarTree, Tree } from "../model/yaml-tree.ts";
import type { LoaderCaseId } from "./cases.ts";
import { DESCRIPTION_MAX_BYTES } from "./loader.ts";
import { fieldOf, type LoaderView, restOfLine, type SkillFileView } from "./loader-view.ts";

/** Where a case was found first: an offset into SKILL.md, or a file. `what`: for the `{}` of its sentence. */
interface Sighting {
  at?: number | undefined;
  file?: string | undefined;
  what?: string | undefined;
}

type Finder = (view: LoaderView) => Sighting | null;
type FinderInText = (file: SkillFileView, view: LoaderView) => Sighting | null;

const inText =
  (find: FinderInText): Finder =>
  (view) =>
    view.skillFile && find(view.skillFile, view);

const OF_STANDARD = ["name", "description", "license", "compatibility", "metadata", "allowed-tools"];

/** Pure and linear, each. One whose fields could not be parsed finds nothing in them. */
export const FINDERS: Record<LoaderCaseId, Finder> = {
  "no-skill-md": ({ files }) => (files.some(({ path }) => path === "SKILL.md") ? null : {}),
  bom: inText(({ source }) => (source.byteOffset(0) > 0 ? { at: 0 } : null)),
  "blank-after-fence": inText(({ source, front }) => {
    const fences = front === null ? [] : [front.fenceAt, front.yamlEnd];
    const at = fences.find((fence) => /^---[ \t]+\r?(?:\n|$)/.test(source.text.slice(fence, fence + 200)));
    return at === undefined ? null : { at };
  }),
  "no-description": inText((file) => {
    const field = fieldOf(file, "description");
    const isThere = field !== null && (field.value.kind !== "scalar" || field.value.text.trim() !== "");
    return isThere || file.front === null ? null : { at: field?.keyAt ?? file.front.fenceAt };
  }),
  "numeric-description": inText((file) => {
    const scalar = scalarOf(file, "description");
    return scalar?.plain === true && typeof scalar.value === "number" ? { at: scalar.at } : null;
  }),
  "long-description": inText((file) => {
    const scalar = scalarOf(file, "description");
    const sizeBytes = Buffer.byteLength(scalar?.text.trim() ?? "");
    return scalar !== null && sizeBytes > DESCRIPTION_MAX_BYTES
      ? { at: scalar.at, what: sizeBytes.toLocaleString("en") }
      : null;
  }),
  "empty-body": inText(({ source, front }) =>
    front !== null && source.text.slice(front.bodyStart).trim() === "" ? { at: front.bodyStart } : null,
  ),
  "name-folder": inText((file, { folder }) => {
    const scalar = scalarOf(file, "name");
    const differs = scalar !== null && folder !== null && scalar.text.trim() !== folder;
    return differs ? { at: scalar.at, what: scalar.text.trim().slice(0, 64) } : null;
  }),
  "unknown-keys": inText(({ root }) => {
    const unknown = [...(root?.entries ?? [])].filter(([key]) => !OF_STANDARD.includes(key));
    const [first] = unknown;
    return first === undefined ? null : { at: first[1].keyAt, what: wordsOf(unknown.map(([key]) => key)) };
  }),
  "tools-mappings": inText((file) => {
    const field = fieldOf(file, "tools");
    const hasMapping = field?.value.kind === "list" && field.value.items.some(({ kind }) => kind === "map");
    return hasMapping ? { at: field.keyAt } : null;
  }),
  "nested-metadata": ofMetadata(({ kind }) => kind !== "scalar", ["is", "are"]),
  "unquoted-metadata": ofMetadata(
    (tree) => tree.kind === "scalar" && tree.plain && isTyped(tree),
    ["has no quotes and is", "have no quotes and are"],
  ),
  "empty-metadata": inText((file) => {
    const field = fieldOf(file, "metadata");
    const isEmpty = field?.value.kind === "scalar" && field.value.plain && field.value.text === "";
    return isEmpty ? { at: field.keyAt } : null;
  }),
  "allowed-tools-text": inText((file) => keyOf(file, "allowed-tools", ({ kind }) => kind === "scalar")),
  "allowed-tools-list": inText((file) => keyOf(file, "allowed-tools", ({ kind }) => kind === "list")),
  compatibility: inText((file) => keyOf(file, "compatibility", () => true)),
  "nested-name": inFrontMatter(/^[ \t]+(name|description)[ \t]*:/m),
  "three-dashes": inFrontMatter(/---/),
  "many-lines": inText((file) => {
    const scalar = scalarOf(file, "description");
    const field = fieldOf(file, "description");
    if (scalar === null || field === null || scalar.text.trim() === "") return null;
    const { text } = file.source;
    const next = text.indexOf("\n", field.keyAt) + 1;
    const isBlock = /[|>]/.test(text.charAt(scalar.at));
    return isBlock || (next > 0 && /^[ \t]+[^\s#]/.test(restOfLine(file, next))) ? { at: field.keyAt } : null;
  }),
  "command-insertion": inText(({ source, front }) => {
    const start = front?.bodyStart ?? 0;
    const found = /!`[^`\n]{1,2000}`/.exec(source.text.slice(start));
    return found && { at: start + found.index };
  }),
  "second-skill": ({ files }) => {
    const file = files.find(({ path }) => path.endsWith("/SKILL.md"))?.path;
    return file === undefined ? null : { file, what: file };
  },
  "python-beside": ({ files }) => {
    const file = files.find(({ path }) => !path.includes("/") && path.endsWith(".py"))?.path;
    return file === undefined ? null : { file, what: file };
  },
  "other-folders": ({ files }) => {
    const outside = files.filter(({ path }) => !isReached(path));
    const what = outside.length === 1 ? "1 file lies" : `${outside.length} files lie`;
    return outside[0] === undefined ? null : { file: outside[0].path, what };
  },
  escapes: inText((file) => {
    const scalar = scalarOf(file, "description");
    return scalar !== null && isEscaped(restOfLine(file, scalar.at)) ? { at: scalar.at } : null;
  }),
  "flow-yaml": inText((file) => file.root && flowIn(file.root, file.source.text)),
};

function scalarOf(file: SkillFileView, name: string): ScalarTree | null {
  const value = fieldOf(file, name)?.value;
  return value?.kind === "scalar" ? value : null;
}

function keyOf(file: SkillFileView, name: string, isMeant: (value: Tree) => boolean): Sighting | null {
  const field = fieldOf(file, name);
  return field !== null && isMeant(field.value) ? { at: field.keyAt } : null;
}

/** The members of `metadata` that are so, at the first of them; `verbs` end the sentence for one and for several. */
function ofMetadata(isMeant: (value: Tree) => boolean, verbs: readonly [string, string]): Finder {
  return inText((file) => {
    const metadata = fieldOf(file, "metadata")?.value;
    const found = metadata?.kind === "map" ? [...metadata.entries].filter(([, { value }]) => isMeant(value)) : [];
    const names = wordsOf(found.map(([key]) => `metadata.${key}`));
    return found[0] === undefined
      ? null
      : { at: found[0][1].keyAt, what: `${names} ${verbs[found.length > 1 ? 1 : 0]}` };
  });
}

/** Whether YAML 1.1 or 1.2 reads something else than text. */
const isTyped = ({ value, text }: ScalarTree): boolean =>
  typeof value === "number" || typeof value === "boolean" || /^(?:yes|no|on|off)$/i.test(text);

/** The first match between the fences; `what` is its group. */
function inFrontMatter(pattern: RegExp): Finder {
  return inText(({ source, front }) => {
    if (front === null) return null;
    const found = pattern.exec(source.text.slice(front.yamlStart, front.yamlEnd));
    return found && { at: front.yamlStart + found.index + found[0].search(/\S/), what: found[1] };
  });
}

/** What loaders reach, and what nobody looks for: texts about the package. */
const isReached = (path: string): boolean =>
  /^(?:(?:scripts|references|assets)\/|\.)|^(?:SKILL\.md|skill\.md|(?:LICEN[CS]E|NOTICE|README|CHANGELOG)[^/]*)$/.test(
    path,
  );

function isEscaped(line: string): boolean {
  if (line.startsWith('"')) return line.includes("\\") || /^"[^"]*"[ \t]+#/.test(line);
  if (line.startsWith("'")) return /[^']''[^']/.test(line) || /^'[^']*'[ \t]+#/.test(line);
  return /[ \t]#/.test(line) && !/^[|>]/.test(line);
}

function flowIn(map: MapTree, text: string, name = ""): Sighting | null {
  for (const [key, { keyAt, value }] of map.entries) {
    const found = flowOf(value, text, { at: keyAt, what: name || key });
    if (found !== null) return found;
  }
  return null;
}

function flowOf(value: Tree, text: string, sighting: Sighting): Sighting | null {
  if (value.kind === "scalar") return null;
  if (/[[{]/.test(text.charAt(value.at))) return sighting;
  if (value.kind === "map") return flowIn(value, text, sighting.what);
  for (const item of value.items) {
    const found = flowOf(item, text, { ...sighting, at: item.at });
    if (found !== null) return found;
  }
  return null;
}

function wordsOf(keys: readonly string[]): string {
  const shown = keys.slice(0, 5).map((key) => key.slice(0, 40));
  return shown.join(", ") + (keys.length > 5 ? ` and ${keys.length - 5} more` : "");
}
