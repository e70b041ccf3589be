import type { CodeLanguage, CodeUnit, TextFile } from "@gaia/reading";
import type { Reading, StartedFile } from "./reader.ts";
import { HOLE } from "./value.ts";

const FAMILIES: Partial<Record<CodeLanguage, string>> = {
  typescript: "javascript",
  tsx: "javascript",
  jscript: "javascript",
};
const familyOf = (language: CodeLanguage): string => FAMILIES[language] ?? language;

/**
 * Answers which files of the package are yet to be read because a command starts them in a language that neither their name nor what
 * stands in them told: `bash notes.txt`, `node data.cfg`, `cat list | sh`. Each is given once for each language.
 */
export function startedFiles(
  units: readonly CodeUnit[],
  texts: readonly TextFile[],
): (readings: readonly Reading[]) => CodeUnit[] {
  const read = new Set(
    units.filter(({ from }) => from === "file").flatMap(({ path, language }) => [path, keyOf(path, language)]),
  );
  // `Map.groupBy` is not in Node 20, on which the command line runs.
  const named = new Map<string, TextFile[]>();
  for (const text of texts) {
    const name = text.path.slice(text.path.lastIndexOf("/") + 1);
    const known = named.get(name);
    if (known === undefined) named.set(name, [text]);
    else known.push(text);
  }
  return (readings) =>
    readings.flatMap(({ unit, events, starts = [] }) => {
      const evaluated = events
        .filter(({ act }) => act === "evaluate")
        .flatMap(({ inputs }) => inputs.flatMap(({ sources }) => sources))
        .filter(({ taint }) => taint === "file")
        .map(({ what }): StartedFile => ({ path: what, language: unit.language, isByName: false }));
      return [...starts, ...evaluated].flatMap((started) => {
        const file = findFile(named, unit.path, started.path);
        if (file === undefined || (started.isByName && read.has(file.path))) return [];
        const key = keyOf(file.path, started.language);
        if (read.has(key)) return [];
        read.add(key);
        const { path, text } = file;
        return [{ path, text, language: started.language, firstLine: 1, from: "file" as const, ...triggerOf(unit) }];
      });
    });
}

const keyOf = (path: string, language: CodeLanguage): string => `${familyOf(language)} ${path}`;
const triggerOf = ({ trigger }: CodeUnit): Pick<CodeUnit, "trigger"> => (trigger === undefined ? {} : { trigger });

/** The file that a path means: from the folder of who says it, from the package's, or by the end of it that is known. */
function findFile(named: ReadonlyMap<string, readonly TextFile[]>, from: string, said: string): TextFile | undefined {
  const known = said
    .slice(said.lastIndexOf(HOLE) + 1)
    .replaceAll(/\/(?:\.\/)+|\/{2,}/g, "/")
    .replace(/^(?:~|\.{0,2})(?:\/(?:\.\.\/)*)/, "");
  if (known === "" || known.length > 400) return undefined;
  const folder = from.slice(0, from.lastIndexOf("/") + 1);
  const name = known.slice(known.lastIndexOf("/") + 1);
  const texts = named.get(name) ?? [];
  const isElsewhere = /^[/~\uFFFC]/.test(said);
  return (
    texts.find(({ path }) => path === folder + known) ??
    texts.find(({ path }) => path === known) ??
    texts.find(({ path }) => path.endsWith(`/${known}`)) ??
    (isElsewhere ? texts[0] : undefined)
  );
}
