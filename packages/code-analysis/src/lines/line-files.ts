import { inPieces } from "@gaia/reading";
import { hostOf } from "../engine/host.ts";
import type { Reading } from "../engine/reader.ts";
import { literal, type Source, UNKNOWN } from "../engine/value.ts";
import { INSTALLERS } from "../engine/installers.ts";
import { add, event } from "./line-acts.ts";
import type { Named } from "./line-names.ts";
import { STARTING, WRITING } from "./statement-patterns.ts";

const PASSED = inPieces(
  "gi",
  String.raw`["']([^"'\n]{0,200}\.(?:ps1|psm1|exe|cmd|bat|vbs|js|rb|pl|pm|php|py|sh|so|dll|dylib|bin|msi|hta|scr|jar)|(?:\/(?!dev\/)|~\/|`,
  String.raw`[A-Z]:[\\/])[^"'\n]{2,200})["']|(?<=[\s=(>])((?:\$env:\w{1,20}|%\w{1,20}%)[\\/][^\s"';,)&|]{2,160})`,
);
const NAMED =
  /[$@%]\{?([A-Za-z_]\w{0,60})|(?<![\w"'.])([a-z_]\w{0,60})(?=\.(?:path|write|puts|print|binwrite|syswrite)\b|\s{0,2}[,)\s;]|$)/gi;

/** Which files a program writes with what came from elsewhere, by the names that stand for their paths. */
export interface KeptFiles {
  kept: Map<string, Source>;
  /** An open file's name -> the names that stand for its path. */
  opened: Map<string, readonly string[]>;
}

/** The names and paths of a piece of text, as far as they are scoped alike. */
function keysIn(text: string, scope: string): string[] {
  const names = [...text.slice(0, 400).matchAll(NAMED)].map(([, marked, bare]) => (marked ?? bare ?? "").toLowerCase());
  const paths = [...text.matchAll(PASSED)].map(([, path, bare]) => (path ?? bare ?? "").toLowerCase());
  return [...names.filter((name) => name !== "" && !NO_PATH.test(name)).map((name) => scope + name), ...paths];
}

const NO_PATH = inPieces(
  "",
  String.raw`^(?:x|_|0|env|self|this|class|type|data|body|content|html|module|package|class_name|my|our|if|unless|or|`,
  String.raw`and|in|do|end|then|die|return|perl|ruby|php|python|open|print|printf|say|close|exit|fork|exec|system|`,
  String.raw`chmod|unlink|puts|binmode|local|true|false|nil|null|undef)$`,
);

const OPENING =
  /\btempfile\s{0,4}\(|\bopen\s{0,4}\(?|\bfopen\b|Tempfile\.(?:new|create|open)|OpenWrite|StreamWriter|File\]?::Create/;

const isForeign = ({ taint, what }: Source): boolean =>
  (taint === "network" && what !== "a request from outside" && what !== "a connection" && !isMakers(what)) ||
  taint === "decoded" ||
  taint === "blob";

const isMakers = (url: string): boolean => {
  const host = /^https:/i.test(url) ? hostOf(url) : null;
  return host !== null && INSTALLERS.test(host);
};

/** Remembers what a statement writes, and says what it starts. */
export function followFiles(
  reading: Reading,
  named: Named,
  line: number,
  sources: readonly Source[],
  files: KeptFiles,
): void {
  const scope = named.within === null ? "" : `${named.within}:`;
  const start = STARTING.exec(named.text);
  const after = start === null ? "" : named.text.slice(start.index);
  const started =
    start === null
      ? undefined
      : (keysIn(after, scope).find((key) => files.kept.has(key)) ??
        keysIn(after, "").find((key) => files.kept.has(key)));
  const before = started === undefined ? undefined : files.kept.get(started);
  if (before !== undefined) {
    const path = `⟨${started}⟩`;
    add(reading, {
      ...event(before.line, "write", "a file"),
      target: literal(path),
      inputs: [{ ...UNKNOWN, sources: [before] }],
    });
    add(reading, { ...event(line, "run", "a file"), target: literal(path) });
  }
  if (OPENING.test(named.text)) {
    const [handle, ...paths] = keysIn(named.text, scope);
    if (handle !== undefined && files.opened.size < 500) files.opened.set(handle, paths);
  }
  const foreign = sources.find(isForeign);
  if (foreign === undefined || !WRITING.test(named.text)) return;
  for (const key of keysIn(named.text, scope).flatMap((each) => [each, ...(files.opened.get(each) ?? [])]))
    if (!files.kept.has(key) && files.kept.size < 500) files.kept.set(key, foreign);
}
