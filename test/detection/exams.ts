import { readdirSync, readFileSync } from "node:fs";
import { sha256 } from "./read-texts.ts";
import type { Sample } from "./sample.ts";

const FOLDER = new URL("exams/", import.meta.url);

/** Skills in other languages: measured, and nothing is fitted to them. */
const LANGUAGES = new URL("languages/", import.meta.url);

/** The skills of exams/<exam>-<label>.txt: a line `@@@ name | what it does` opens each. */
export const readExam = (exam: string, label: Sample["label"]): Sample[] => readWhole(FOLDER, exam, label);

/** The skills of languages/<language>-<label>.txt, as `readExam`. */
export const readLanguage = (language: string, label: Sample["label"]): Sample[] =>
  readWhole(LANGUAGES, language, label);

function readWhole(folder: URL, exam: string, label: Sample["label"]): Sample[] {
  return readFileSync(new URL(`${exam}-${label}.txt`, folder), "utf8")
    .split(/^@@@ /m)
    .slice(1)
    .map((part) => {
      const end = part.indexOf("\n");
      const [name = "", behaviour = ""] = part.slice(0, end).split("|");
      const bytes = Buffer.from(part.slice(end + 1));
      return sampleOf(`${exam}/${name.trim()}`, label, behaviour.trim(), [{ path: "SKILL.md", bytes }]);
    });
}

/** The exams that are there. */
export const examNames = (): string[] => namesIn(FOLDER);

/** The languages that skills are measured in. */
export const languageNames = (): string[] => namesIn(LANGUAGES);

const namesIn = (folder: URL): string[] =>
  [...new Set(readdirSync(folder).map((name) => name.split("-")[0] ?? ""))].sort();

/** A whole skill of somebody's. */
export function sampleOf(
  name: string,
  label: Sample["label"],
  behaviour: string,
  files: Sample["files"],
  publisher = "somebody",
): Sample {
  return {
    id: `${name}/${sha256(files[0]?.bytes ?? Buffer.of()).slice(0, 8)}`,
    label,
    layer: "instruction",
    behaviour,
    insertion: "none",
    evasion: "none",
    split: "test",
    publisher,
    piece: "",
    files,
  };
}
