import type { Analyser } from "../analysis/analyser.ts";
import { type Finding, lasting, oneLine, type Problem } from "../finding.ts";
import { rulesDigest } from "../rules-digest.ts";
import type { NestedArchive } from "../view/skill-under-analysis.ts";
import type { BinaryFile, SkillView } from "../view/skill-view.ts";
import type { TextFile } from "../view/text-file.ts";
import { actsByItself } from "./acting-configuration.ts";
import { CONTENT_RULES, type ContentRuleId } from "./content-rules.ts";
import { fileKind, isMacroDocument, isProgram, isZipDocument, kindOfName } from "./file-kind.ts";
import { hasHiddenPayload } from "./hidden-payload.ts";
import { isPackedScript, isSelfExtracting } from "./packed-script.ts";

/** Raised when what decides below changes without its table. */
const DECIDING = 1;

/** What hides in a package: programs, archives, disguises, files that act by lying there. By bytes and names; nothing is opened here. */
export const contentsAnalyser: Analyser = {
  name: "gaia-contents",
  rulesDigest: rulesDigest(CONTENT_RULES, DECIDING),
  async analyse(view) {
    const named = namedFiles(view);
    const found: [ContentRuleId, string][] = [
      ...view.skill.nested.flatMap(judgeArchive),
      ...view.binaries.flatMap((file) => judgeBinary(file, view, named)),
      ...view.texts.flatMap(judgeText),
    ];
    return { findings: found.map(toFinding), problems: view.texts.flatMap(unread), facts: [] };
  },
};

function judgeArchive({ path, state, files }: NestedArchive): [ContentRuleId, string][] {
  if (isMacroDocument(path) || files.some((file) => /\/vbaProject\.bin$/i.test(file.path)))
    return [["office-macro", path]];
  switch (state) {
    case "encrypted":
      return [["encrypted-archive", path]];
    case "too_deep":
    case "too_large":
      return [["deep-archive", path]];
    case "unreadable":
      return isZipDocument(path) ? [] : [["unreadable-archive", path]];
    case "read":
      return isZipDocument(path) ? [] : [["nested-archive", path]];
  }
}

function judgeBinary(file: BinaryFile, view: SkillView, named: ReadonlySet<string>): [ContentRuleId, string][] {
  const { path, bytes } = file;
  const kind = fileKind(bytes);
  if (kind === "bytecode" || /\.py[co]$/i.test(path))
    return [[hasSource(file, view) ? "bytecode" : "bytecode-without-source", path]];
  if (isProgram(kind)) {
    if (kindOfName(path) !== null) return [["disguised-program", path]];
    return [[named.has(baseName(path)) ? "used-program" : "compiled-program", path]];
  }
  if (kind === "shortcut") return [["shell-shortcut", path]];
  if (kind === "script") return [["self-extracting", path]];
  if (isMacroDocument(path)) return [["office-macro", path]];
  if (kind === "picture" && hasHiddenPayload(bytes)) return [["hidden-payload", path]];
  return [];
}

/** Marks in the first bytes of the standard test file, cut so that this source is none. */
const EICAR = ["X5O!P%@AP[4\\PZX54(P^)7CC)7}", "$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!"].join("");

function judgeText(file: TextFile): [ContentRuleId, string][] {
  const { path, text } = file;
  const found: ContentRuleId[] = [];
  if (text.trimStart().startsWith(EICAR)) found.push("eicar");
  const promised = kindOfName(path);
  if (promised !== null && promised !== "text" && /^(?:#!|<\?php|@echo off|import |from \w+ import )/i.test(text))
    found.push("disguised-script");
  if (isSelfExtracting(text)) found.push("self-extracting");
  else if (isPackedScript(file)) found.push("packed-script");
  if (/\.svg$/i.test(path) && /<script\b|\son[a-z]{3,20}\s*=|javascript:/i.test(text)) found.push("active-picture");
  const acting = actsByItself(path, text);
  if (acting !== null) found.push(acting);
  return found.map((rule) => [rule, path]);
}

/** Contract §5: what is larger is not analysed. Data is not code, so its size alone is no gap. */
const MOST_TEXT = 1024 * 1024;

function unread({ path, text, kind }: TextFile): Problem[] {
  if (kind === "data" || text.length <= MOST_TEXT) return [];
  return [lasting(`${oneLine(path)} is larger than 1 MiB`)];
}

/** The base names of files that prose or code speaks of. */
function namedFiles({ texts, binaries }: SkillView): Set<string> {
  const names = new Set(binaries.map(({ path }) => baseName(path)));
  const said = new Set<string>();
  for (const { text, kind } of texts) {
    if (kind === "data") continue;
    for (const name of names) if (name.length >= 3 && text.includes(name)) said.add(name);
  }
  return said;
}

const baseName = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

/**
 * Whether the source of a bytecode file is here and of the size that its header names (PEP 552); bytecode that goes by a hash of its
 * source is not believed.
 */
function hasSource({ path, bytes }: BinaryFile, { texts }: SkillView): boolean {
  const source = path.replace(/(?:__pycache__\/)?([^/]+?)(?:\.(?:cpython|pypy)-?\d+(?:\.opt-\d)?)?\.py[co]$/i, "$1.py");
  const found = texts.find((file) => file.path === source);
  if (found === undefined || bytes.length < 16) return false;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return view.getUint32(4, true) === 0 && view.getUint32(12, true) === Buffer.byteLength(found.text);
}

function toFinding([rule, path]: [ContentRuleId, string]): Finding {
  const { severity, message, hint } = CONTENT_RULES[rule];
  return {
    rule: `contents/${rule}`,
    scanner: "gaia-contents",
    severity,
    confidence: "high",
    category: "content",
    file: path,
    line: null,
    message: `${oneLine(baseName(path), 80)} ${message}.`,
    hint,
    snippet: null,
  };
}
