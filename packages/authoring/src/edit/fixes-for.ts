import type { PackageFile } from "@gaia/archive";
import { type Diagnostic, isVersion } from "@gaia/manifest";
import { junkOf } from "@gaia/manifest/kernel";
import type { Edit } from "./edit.ts";
import { editedSource } from "./edited-source.ts";
import type { EditedSource } from "./edited-source.ts";
import { withJsonString, withKeyword, withToolKey } from "./json-fixes.ts";
import { withFrontMatterFirst, withLf, withoutBom, withoutZeroWidth, withQuotedValue } from "./text-fixes.ts";
import {
  withBlockStyle,
  withCurrentNamespace,
  withOneLine,
  withQuotes,
  withScalar,
  withSpacedTools,
  withYamlMetadata,
} from "./yaml-fixes.ts";

/** What a fix is given: the file that the diagnostic names, and the place in it. */
interface Context {
  file: PackageFile;
  source: EditedSource;
  /** 0 where the diagnostic names no place. */
  offset: number;
}

type Fix = (context: Context) => Edit[];

const isJson = ({ path }: PackageFile): boolean => path.endsWith(".json");
const LEGACY_NAMESPACES = ["clawdbot", "clawdis", "moltbot"];

/**
 * The codes whose repair changes nothing that the author meant. Codes that ask for a decision are not here, whatever their hint suggests:
 * taking a permission away (SK5008) can break a skill, and no vendor owns an unknown field (SK3040).
 */
const FIXES: Record<string, Fix> = {
  SK2002: ({ source }) => withoutBom(source),
  SK2003: ({ source }) => withLf(source),
  SK2006: ({ source }) => withoutZeroWidth(source),
  SK2011: ({ source }) => withFrontMatterFirst(source),
  SK2013: ({ source, offset }) => withQuotedValue(source, offset),
  SK2014: ({ source, offset }) => withQuotedValue(source, offset),
  SK2018: ({ file, offset }) => withQuotes(file, offset),
  SK2019: ({ file, offset }) => withBlockStyle(file, offset),
  SK3011: ({ file, offset }) =>
    isJson(file) ? withJsonString(file, "version", soundVersion) : withScalar(file, offset, soundVersion),
  SK3012: ({ file, offset }) => (isJson(file) ? [] : withQuotes(file, offset)),
  SK3025: ({ file, offset }) => withOneLine(file, offset),
  SK3043: ({ file }) => withCurrentNamespace(file, LEGACY_NAMESPACES, "openclaw"),
  SK3046: ({ file }) => withYamlMetadata(file),
  SK4001: ({ file }) => withSpacedTools(file, "allowed-tools"),
  SK4016: ({ file, offset }) => withToolKey(file, offset, { from: "parameters", to: "input_schema" }),
  SK4022: ({ file }) => (file.path === "package.json" ? withKeyword(file, "miaos-skill") : []),
};

/** Codes of `fixesFor`, for a table of what can be repaired. */
export const FIXABLE_CODES: readonly string[] = [...Object.keys(FIXES), "SK1003", "SK1018"].toSorted();

/**
 * The edits that repair one diagnostic, or null when it is a person's to repair. They touch nothing else: comments, order and
 * every other byte stay. Apply the edits of one diagnostic at a time and read again: places move.
 */
export function fixesFor(
  diagnostic: Pick<Diagnostic, "code" | "file" | "line" | "column">,
  files: readonly PackageFile[],
): Edit[] | null {
  if (diagnostic.code === "SK1003") return renamed(diagnostic.file, files);
  if (diagnostic.code === "SK1018") return ignored(diagnostic.file, files);
  const file = files.find(({ path }) => path === diagnostic.file);
  const fix = Object.hasOwn(FIXES, diagnostic.code) ? FIXES[diagnostic.code] : undefined;
  const source = file === undefined || fix === undefined ? null : editedSource(file);
  if (file === undefined || fix === undefined || source === null) return null;
  const offset = diagnostic.line === null ? 0 : source.offsetAt(diagnostic.line, diagnostic.column);
  const edits = offset === null ? [] : fix({ file, source, offset });
  return edits.length === 0 ? null : edits;
}

const SPELLED_VERSION = /^[vV]?(\d{1,9})(?:\.(\d{1,9}))?(?:\.(\d{1,9}))?((?:[-+][0-9A-Za-z.+-]{1,80})?)$/;

/** A version that is only spelled differently: `v1.2` is `1.2.0`; words, dates in part and nothing but zeros are no version. */
function soundVersion(text: string): string | null {
  const [, major, minor, patch, more = ""] = SPELLED_VERSION.exec(text) ?? [];
  if (major === undefined || (patch === undefined && more !== "")) return null;
  const numbers = [major, minor ?? "0", patch ?? "0"].map(Number);
  const version = numbers.join(".") + more;
  return numbers.every((number) => number === 0) || !isVersion(version) ? null : version;
}

function renamed(file: string, files: readonly PackageFile[]): Edit[] | null {
  if (file.toLowerCase() !== "skill.md" || file === "SKILL.md") return null;
  return files.some(({ path }) => path === "SKILL.md") ? null : [{ file, renameTo: "SKILL.md" }];
}

const IGNORE_FILE = ".skillignore";

/** A line for a junk file, or for the folder that makes it one, in `.skillignore`; none where its name means something there. */
function ignored(path: string, files: readonly PackageFile[]): Edit[] | null {
  const junk = junkOf(path) ?? path;
  if (/[*?[\]!\\\r\n#]|^\s|\s$|^\//.test(junk)) return null;
  const file = files.find((one) => one.path === IGNORE_FILE);
  const text = file === undefined ? "" : editedSource(file)?.text;
  if (text === undefined) return null;
  const line = junk.includes("/") ? junk : `/${junk}`;
  const gap = text === "" || text.endsWith("\n") ? "" : "\n";
  return [{ file: IGNORE_FILE, start: text.length, end: text.length, text: `${gap}${line}\n` }];
}
