import { inPieces } from "@gaia/reading";
import type { CodeEvent } from "../engine/event.ts";
import type { Value } from "../engine/value.ts";
import { isTelling } from "./matching/matching.ts";

/** Whether what is run names a path: as the program, or as what an interpreter is given. */
export function names({ act, callee, target, inputs }: CodeEvent, path: string): boolean {
  if (!isTelling(path)) return false;
  // A module that was written beside the program.
  if (act === "import") return path === `${target.text}.py` || path === `./${target.text}.py`;
  const items = target.items;
  // The words of a program that takes this one's place do not begin with where it lies.
  if (/^os\.(?:exec|posix_spawn|spawn)/.test(callee) && inputs.some(({ text }) => text === path)) return true;
  if (items !== null && RUNS_FILE.test(items[0]?.text ?? "")) {
    // A program of its own that is handed the file as an argument does not run it.
    const script = items.slice(1).find(({ text }) => text === null || !text.startsWith("-"));
    return (
      script !== undefined &&
      (script.text === path || script.text === `./${path}` || script.text?.startsWith(`${path}/`) === true)
    );
  }
  if (items !== null)
    return (
      items
        .slice(0, 6)
        .some((item, at) => (item.text === path || item.text === `./${path}`) && !isOutput(items, at, path)) &&
      !isReader(items[0])
    );
  const text = target.text ?? "";
  if (text === path) return true;
  if (inputs.some((input) => input.text === path)) return true;
  return text.includes(path) && !isReader(target);
}

/** What a program makes, or a document that it is given: neither is run by it. */
const isOutput = (items: readonly Value[], at: number, path: string): boolean =>
  at > 0 &&
  (/^(?:-o|-O|--out|--output(?:-file)?|--outfile|>)$/.test(items[at - 1]?.text ?? "") ||
    /\.(?:md|pdf|docx|pptx|xlsx|csv|png|jpe?g|svg)$/i.test(path));

const RUNS_FILE = /^(?:\S{0,200}\/)?(?:(?:ba|z|da|k)?sh|python[\d.]*w?|node|deno|perl|ruby|php|Rscript)(?:\.exe)?$/;

const IS_READER_PATTERN = inPieces(
  "",
  String.raw`^\s*(?:\S*\/)?(?:ffmpeg|ffprobe|curl|wget|aria2c|chmod|cat|less|head|tail|open|xdg-open|unzip|tar|gunzip|7z|file|ln|rsync|`,
  String.raw`install|identify|convert|magick|pdftotext|sha256sum|md5sum|shasum|gpg|age|cp|mv|rm|shred|srm|unlink|stat|wc|diff|cmp|xz|`,
  String.raw`zstd|bzip2|ls|git|jq|sqlite3|code|vim|nano|tesseract|pandoc|libreoffice|soffice)\b`,
);

/** Programs that look at a file and do not run it. */
const isReader = (program: Value | undefined): boolean => IS_READER_PATTERN.test(program?.text ?? "");
