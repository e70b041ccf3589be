import type { Act, CodeEvent } from "../../engine/event.ts";
import { hostOf, isAnonymousHost, isChatHook, isLocalHost, isRawAddress } from "../../engine/host.ts";
import type { Reading } from "../../engine/reader.ts";
import type { CodeUnderRules, Match } from "../../engine/rule.ts";
import { secretPlace } from "../../engine/sensitive-path.ts";
import { HOLE, type Source, sourcesOf, type Taint, type Value } from "../../engine/value.ts";

/** A match for each event of these acts for which `judge` has something to say. */
export function matchEach(
  { reading }: CodeUnderRules,
  acts: readonly Act[],
  judge: (event: CodeEvent) => Omit<Match, "line"> | null,
): Match[] {
  return reading.events.flatMap((event) => {
    const match = acts.includes(event.act) ? judge(event) : null;
    return match === null ? [] : [{ line: event.line, ...match }];
  });
}

/** Where values come from, through files that the skill itself wrote as well. */
export function originsOf(code: CodeUnderRules, values: readonly Value[]): Source[] {
  const own = values.flatMap((value) => sourcesOf(value));
  const written = writtenIn(code.all);
  const through = own.flatMap(({ taint, what }) =>
    taint === "file" ? (written.get(what) ?? written.get(what.replaceAll("*", HOLE)) ?? below(written, what)) : [],
  );
  const paths = values.flatMap((value) => pathsIn(value)).flatMap((path) => written.get(path) ?? []);
  return [...own, ...through, ...paths];
}

/** What was written below a folder, where the folder is named as a whole. */
function below(written: ReadonlyMap<string, Source[]>, folder: string): Source[] {
  const plain = folder.replaceAll("*", HOLE).replace(/\/(?:\.|\uFFFC)?$/, "");
  if (!isTelling(plain) || !/⟨|\/tmp\/|\/var\/folders\//.test(plain) || /\.\w{1,5}$/.test(plain)) return [];
  return [...written].flatMap(([path, sources]) => (path.startsWith(`${plain}/`) ? sources : [])).slice(0, 24);
}

/** The texts of a value and of what it holds. */
export function pathsIn(value: Value, depth = 2): string[] {
  const inner = depth === 0 ? [] : [...(value.items ?? []), ...(value.entries?.values() ?? [])].slice(0, 60);
  return [...(value.text === null ? [] : [value.text]), ...inner.flatMap((item) => pathsIn(item, depth - 1))];
}

const WRITTEN = new WeakMap<readonly Reading[], ReadonlyMap<string, Source[]>>();

/** What the skill writes: path -> where it comes from. */
export function writtenIn(all: readonly Reading[]): ReadonlyMap<string, Source[]> {
  const known = WRITTEN.get(all);
  if (known !== undefined) return known;
  const written = new Map<string, Source[]>();
  for (const { events } of all) {
    for (const { act, target, inputs } of events) {
      if (act !== "write" || target.text === null || !isTelling(target.text)) continue;
      const sources = inputs.flatMap((value) => sourcesOf(value));
      if (sources.length > 0) written.set(target.text, [...(written.get(target.text) ?? []), ...sources].slice(0, 24));
    }
  }
  WRITTEN.set(all, written);
  return written;
}

/** Whether a path, with holes in it, is still told from others. */
export function isTelling(path: string): boolean {
  const known = path.split(HOLE).join("");
  return path.length < 500 && /[A-Za-z0-9⟨]{2}/.test(known) && !/^[./~]*(?:tmp)?\/?$/.test(known);
}

export function ofKind(sources: readonly Source[], ...taints: Taint[]): Source | null {
  return sources.find(({ taint }) => taints.includes(taint)) ?? null;
}

/** Where something goes, for people and without what is in the query. */
export function placeOf(target: Value): string {
  if (target.text === null) return "an address that the code does not show";
  const host = hostOf(target.text);
  return host ?? target.text.replaceAll(HOLE, "…").slice(0, 80);
}

/** What speaks against an address: no name, nobody's account, a chat's inbox. Null for an ordinary or a local one. */
export function oddHost(target: Value): "address" | "anonymous" | "chat" | null {
  const text = target.items?.[0]?.text ?? target.text;
  if (text == null) return null;
  if (isChatHook(text)) return "chat";
  const host = hostOf(text) ?? (/^\d{1,3}(?:\.\d{1,3}){3}$/.test(text) ? text : null);
  if (host === null || isLocalHost(host)) return null;
  if (isRawAddress(host)) return "address";
  return isAnonymousHost(host) ? "anonymous" : null;
}

/** One origin, for people. */
export function told({ what, line }: Source): string {
  return what.replaceAll(HOLE, "…").slice(0, 80) + (line === 0 ? "" : ` (line ${line})`);
}

/** A file that is named to be sent, rather than its content. */
export function namedSecret(values: readonly Value[]): string | null {
  return (
    values
      .flatMap((value) => pathsIn(value))
      .find((path) => path.length < 300 && !/\s/.test(path) && secretPlace(path) !== null) ?? null
  );
}

/** Whether what the skill says of itself speaks of one of these words. */
export function isStated({ about }: CodeUnderRules, words: RegExp): boolean {
  return words.test(`${about.name} ${about.description}`.slice(0, 4_000));
}

/** The line of the code at which something happens, as it is written. */
export function lineAt({ reading: { unit } }: CodeUnderRules, line: number): string {
  return unit.text.split("\n", line - unit.firstLine + 1)[line - unit.firstLine]?.slice(0, 2_000) ?? "";
}

/** Whether what the skill says of itself names a host's domain. */
export function isNamedHost({ about }: CodeUnderRules, host: string): boolean {
  const domain = host.split(".").slice(-2).join(".");
  return saidBy(about).includes(domain);
}

/** Whether a host is called as the skill or what it is for: `get.fastgrep.example` for the skill that installs fastgrep. */
export function isNamedAfter({ about }: CodeUnderRules, host: string): boolean {
  const label = (host.split(".").at(-2) ?? "").replaceAll(/[^a-z0-9]/g, "");
  return (
    label.length >= 4 &&
    saidBy(about)
      .replaceAll(/[^a-z0-9]/g, "")
      .includes(label)
  );
}

const saidBy = ({ name, description, links }: CodeUnderRules["about"]): string =>
  [name, description, ...links].join(" ").slice(0, 6_000).toLowerCase();
