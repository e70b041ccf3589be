import type { PackageFile } from "@gaia/archive";
import { findFrontMatter, type FrontMatter, newReport, readSourceText, readYaml } from "@gaia/manifest/kernel";
import { parseDocument } from "yaml";
import type { Document } from "yaml";
import { editableText } from "./edit.ts";

/** A text file about to be edited. All offsets count the byte-order mark, as those of a `TextEdit` do. */
export interface EditedSource {
  file: string;
  text: string;
  /** 1 when the file starts with a byte-order mark, else 0. */
  bom: 0 | 1;
  /** The offset of a diagnostic's place; null where the file has no such place. */
  offsetAt(line: number | null, column: number | null): number | null;
}

/** Decodes a file for editing; null when it is not UTF-8. */
export function editedSource(file: PackageFile): EditedSource | null {
  const text = editableText(file);
  if (text === null) return null;
  const bom = text.startsWith("\ufeff") ? 1 : 0;
  return {
    file: file.path,
    text,
    bom,
    offsetAt(line, column) {
      if (line === null) return null;
      let at: number = bom;
      for (let n = 1; n < line; n++) {
        const end = text.indexOf("\n", at);
        if (end === -1) return null;
        at = end + 1;
      }
      const end = text.indexOf("\n", at);
      const found = at + (column ?? 1) - 1;
      return found <= (end === -1 ? text.length : end) ? found : null;
    },
  };
}

/** A file's front matter as a YAML document whose ranges count from `base`. */
export interface FrontMatterDocument {
  front: FrontMatter;
  /** The offset of the document's first character in the file. */
  base: number;
  yaml: string;
  document: Document.Parsed;
}

/**
 * The front matter of a file, parsed with its comments. Null where the reader would refuse it: what is built here is bounded
 * by `readYaml`, which judges the same text first.
 */
export function frontMatterDocument(file: PackageFile): FrontMatterDocument | null {
  const known = parsed.get(file);
  if (known !== undefined) return known;
  const document = parseFrontMatter(file);
  parsed.set(file, document);
  return document;
}

/** Many repairs look at one file; nobody changes a document that stands here. */
const parsed = new WeakMap<PackageFile, FrontMatterDocument | null>();

function parseFrontMatter(file: PackageFile): FrontMatterDocument | null {
  const report = newReport();
  const source = readSourceText(file.path, file.bytes, report);
  const front = source && findFrontMatter(source, report);
  if (source === null || front === null || report.diagnostics.some(({ code }) => code === "SK2012")) return null;
  const bad = newReport();
  if (readYaml(source, front.yamlStart, front.yamlEnd, bad) === null) return null;
  if (bad.diagnostics.some(({ code }) => code === "SK2015" || code === "SK2013")) return null;
  const yaml = source.text.slice(front.yamlStart, front.yamlEnd);
  const document = parseDocument(yaml, YAML_OPTIONS);
  const bom = file.bytes[0] === 0xef ? 1 : 0;
  return document.errors.length > 0 ? null : { front, base: front.yamlStart + bom, yaml, document };
}

/** As the reader reads: YAML 1.2 core, no merge keys, no tags of its own. */
export const YAML_OPTIONS = {
  version: "1.2",
  schema: "core",
  merge: false,
  resolveKnownTags: false,
  uniqueKeys: false,
  prettyErrors: false,
  logLevel: "silent",
  keepSourceTokens: true,
} as const;
