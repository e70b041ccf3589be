import type { PackageFile } from "@gaia/archive";
import { codeUnitsOf, type TextFile, toTextFile } from "@gaia/reading";
import { type InstalledName, readInstallCommands } from "./install-command.ts";

/** A package that a document or a script of the skill says to install. */
export interface NamedInstall extends InstalledName {
  /** The option that names another index; null: the usual one. */
  index: string | null;
  file: string;
  line: number;
  /** In a program, which does it; a document only says it. */
  isScript: boolean;
}

const MAX_INSTALLS = 1_000;
/** Lines of one text that name a package manager. */
const MAX_COMMANDS = 3_000;
const INLINE_CODE = /`([^`\n]{6,400})`/g;
const COMMENT = /^\s*(?:#(?!!)|\/\/|\*|--|REM\b)/;

/** What is installed, and whether nothing was left unread. */
export interface NamedInstalls {
  installs: NamedInstall[];
  isWhole: boolean;
}

/** `installsInTexts` of the files that are texts, as they lie in the package. */
export function installsIn(files: PackageFile[]): NamedInstalls {
  return installsInTexts(files.map((file) => toTextFile(file, null)).filter((text) => text !== null));
}

/** What the fences, inline code and scripts among these texts install. Each name once a file. Linear, and bounded. */
export function installsInTexts(texts: TextFile[]): NamedInstalls {
  const found = new Map<string, NamedInstall>();
  let isWhole = true;
  for (const text of texts) {
    let commands = 0;
    for (const { line, at, isScript } of linesOf(text)) {
      const read = readInstallCommands(line);
      commands += read.length;
      if (commands > MAX_COMMANDS) {
        isWhole = false;
        break;
      }
      for (const { names, index } of read) {
        for (const name of names) {
          const key = `${name.ecosystem} ${name.name} ${index ?? ""} ${isScript} ${text.path}`;
          if (!found.has(key)) found.set(key, { ...name, index, file: text.path, line: at, isScript });
        }
        if (found.size >= MAX_INSTALLS) return { installs: [...found.values()], isWhole: false };
      }
    }
  }
  return { installs: [...found.values()], isWhole };
}

interface Line {
  line: string;
  at: number;
  isScript: boolean;
}

function* linesOf(text: TextFile): Generator<Line> {
  for (const unit of codeUnitsOf(text)) {
    const isScript = unit.from === "file";
    for (const [index, line] of unit.text.split(/\r\n|\r|\n/).entries()) {
      if (!COMMENT.test(line)) yield { line, at: unit.firstLine + index, isScript };
    }
  }
  if (text.kind === "code") return;
  for (const match of text.text.matchAll(INLINE_CODE)) {
    yield { line: match[1] ?? "", at: text.lineOf(match.index), isScript: false };
  }
  if (text.kind !== "text") return;
  for (const [index, line] of text.text.split(/\r\n|\r|\n/).entries()) {
    const command = /^\s{0,20}\$\s(.*)$/.exec(line)?.[1];
    if (command !== undefined) yield { line: command, at: index + 1, isScript: false };
  }
}
