import { readdirSync, readFileSync } from "node:fs";
import { sha256 } from "./read-texts.ts";
import type { Sample } from "./sample.ts";

const FOLDER = new URL("exams/", import.meta.url);

/** The skills of exams/<exam>-<label>.txt: a line `@@@ name | what it does` opens each. */
export function readExam(exam: string, label: Sample["label"]): Sample[] {
  return readFileSync(new URL(`${exam}-${label}.txt`, FOLDER), "utf8")
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
export const examNames = (): string[] =>
  [...new Set(readdirSync(FOLDER).map((name) => name.split("-")[0] ?? ""))].sort();

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
