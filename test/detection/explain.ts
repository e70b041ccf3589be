import type { Outcome } from "./detectors.ts";
import { describe, type Run } from "./report.ts";
import type { Sample } from "./sample.ts";

interface Case {
  sample: Sample;
  outcome: Outcome;
}

/** Misses, false alarms and errors by the text they were made from, for whoever writes rules. Never of the test split. */
export function explain(run: Run): string {
  const cases = run.samples.flatMap((sample, index): Case[] => {
    const outcome = run.own.outcomes[index];
    return outcome === undefined ? [] : [{ sample, outcome }];
  });
  const texts = [
    ...Map.groupBy(cases, ({ sample }) => `${sample.label} ${sample.behaviour}\n${sample.piece}`).values(),
  ];
  return `${describe(run)}\n\n${texts.flatMap(explainText).join("\n\n")}\n`;
}

function explainText(cases: Case[]): string[] {
  const wrong = cases.filter(({ sample, outcome }) => outcome.flagged !== (sample.label === "malicious"));
  const failed = cases.filter(({ outcome }) => outcome.error !== null);
  const [first] = wrong.length > 0 ? wrong : failed;
  if (first === undefined) return [];
  const { label, behaviour, piece } = first.sample;
  const kind = wrong.length === 0 ? "ERROR" : label === "malicious" ? "MISS" : "FALSE ALARM";
  const lines = [...new Set([...wrong, ...failed])].map(
    ({ sample, outcome }) =>
      `  - ${sample.id}: ${[...outcome.rules, ...(outcome.error === null ? [] : [outcome.error])].join(", ") || "nothing"}`,
  );
  const evaded = wrong.find(({ sample }) => sample.evasion !== "none" && sample.insertion !== "none") ?? first;
  return [
    [
      `#### ${kind} ${wrong.length} of ${cases.length} (${behaviour})`,
      indent(piece),
      ...lines,
      `  as placed (${evaded.sample.id}):`,
      indent(placed(evaded.sample)),
    ].join("\n"),
  ];
}

/** The files that the text was put into, the end of long ones. */
function placed({ files, insertion }: Sample): string {
  const likely = files.filter(({ path }) => !/LICENSE|requirements|background|[.]zip$/.test(path));
  const inManifest = /prerequisite|skill-body|front-matter|html-comment|code-fence|none/.test(insertion);
  const chosen = inManifest ? likely.slice(0, 1) : likely.slice(1);
  return chosen.map(({ path, bytes }) => `[${path}]\n${Buffer.from(bytes).toString().slice(-1_200)}`).join("\n");
}

function indent(text: string): string {
  return `    ${text.replaceAll("\n", "\n    ")}`;
}
