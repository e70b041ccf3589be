import type { PackageFile } from "@gaia/archive";
import { type Edit, editableText } from "./edit.ts";
import { type JsonPlace, memberOf, readJsonPlaces, stringAt } from "./json-source.ts";

interface Opened {
  text: string;
  root: JsonPlace;
}

/** SK4022: puts `keyword` at the end of the `keywords` of a package.json. */
export function withKeyword(file: PackageFile, keyword: string): Edit[] {
  const opened = openJson(file);
  if (opened?.root.kind !== "object") return [];
  const keywords = memberOf(opened.root, "keywords");
  const word = JSON.stringify(keyword);
  const insert = (at: number, text: string): Edit[] => [{ file: file.path, start: at, end: at, text }];
  if (keywords === null) {
    const last = opened.root.members.at(-1);
    return last === undefined ? [] : insert(last.value.end, `,\n  "keywords": [${word}]`);
  }
  if (keywords.kind !== "array") return [];
  const last = keywords.items.at(-1);
  if (last === undefined) return insert(keywords.start + 1, word);
  const before = keywords.items.at(-2)?.end ?? keywords.start;
  const gap = /[ \t\r\n]*$/.exec(opened.text.slice(before + 1, last.start))?.[0] ?? "";
  return insert(last.end, `,${gap === "" && keywords.items.length > 1 ? " " : gap || " "}${word}`);
}

/** SK4016: renames the key `from` of the tool around `offset` to `to`, where its value is a JSON Schema object and `to` is not there. */
export function withToolKey(file: PackageFile, offset: number, { from, to }: { from: string; to: string }): Edit[] {
  const opened = openJson(file);
  const tools = memberOf(opened?.root, "tools");
  if (opened === null || tools?.kind !== "array") return [];
  const tool = tools.items.find(({ start, end }) => start <= offset && offset < end);
  if (tool?.kind !== "object" || memberOf(tool, to) !== null) return [];
  const member = tool.members.find(({ name }) => name === from);
  const type = memberOf(member?.value, "type");
  if (member === undefined || type === null || opened.text.slice(type.start, type.end) !== '"object"') return [];
  return [{ file: file.path, start: member.keyStart, end: member.keyEnd, text: JSON.stringify(to) }];
}

/** Replaces the string at the top-level member `name` by what `change` makes of it. */
export function withJsonString(file: PackageFile, name: string, change: (text: string) => string | null): Edit[] {
  const opened = openJson(file);
  const place = memberOf(opened?.root, name);
  if (opened === null || place?.kind !== "scalar") return [];
  const raw = opened.text.slice(place.start, place.end);
  const text = change(raw.startsWith('"') ? stringAt(opened.text, place.start, place.end) : raw);
  return text === null ? [] : [{ file: file.path, start: place.start, end: place.end, text: JSON.stringify(text) }];
}

function openJson(file: PackageFile): Opened | null {
  const text = editableText(file);
  const root = text === null ? null : readJsonPlaces(text, text.startsWith("\ufeff") ? 1 : 0);
  return text === null || root === null ? null : { text, root };
}
