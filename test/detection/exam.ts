import { readdirSync, readFileSync } from "node:fs";
import { judgeWithOwnAnalysers } from "./detectors.ts";
import { sha256 } from "./read-texts.ts";
import type { Sample } from "./sample.ts";
import { shown, wilson } from "./wilson.ts";

// `npm run bench:exams`: whole skills by authors who saw neither the rules nor the model's texts nor the generator. docs/detection.md says
// which of them were used for what afterwards.

const FOLDER = new URL("exams/", import.meta.url);

/** The skills of exams/<exam>-<label>.txt: a line `@@@ name | what it does` opens each. */
function readExam(exam: string, label: Sample["label"]): Sample[] {
  return readFileSync(new URL(`${exam}-${label}.txt`, FOLDER), "utf8")
    .split(/^@@@ /m)
    .slice(1)
    .map((part): Sample => {
      const end = part.indexOf("\n");
      const [name = "", behaviour = ""] = part.slice(0, end).split("|");
      const bytes = Buffer.from(part.slice(end + 1));
      return {
        id: `${exam}/${name.trim()}/${sha256(bytes).slice(0, 8)}`,
        label,
        layer: "instruction",
        behaviour: behaviour.trim(),
        insertion: "none",
        evasion: "none",
        split: "test",
        publisher: "somebody",
        piece: "",
        files: [{ path: "SKILL.md", bytes }],
      };
    });
}

const exams = [...new Set(readdirSync(FOLDER).map((name) => name.split("-")[0] ?? ""))].sort();
for (const exam of exams) {
  for (const label of ["malicious", "benign"] as const) {
    const samples = readExam(exam, label);
    const { outcomes } = await judgeWithOwnAnalysers(samples);
    const held = outcomes.filter(({ flagged }) => flagged).length;
    const blocked = outcomes.filter(({ verdict }) => verdict === "BLOCK").length;
    const errors = outcomes.filter(({ error }) => error !== null).length;
    process.stdout.write(
      `exam ${exam}, ${label}: held ${shown(wilson(held, samples.length))} of ${samples.length}, blocked ${blocked}, errors ${errors}\n`,
    );
    const told = samples.filter((_, index) => outcomes[index]?.flagged === (label === "benign"));
    for (const { id, behaviour } of told) process.stdout.write(`  ${id} (${behaviour})\n`);
  }
}
