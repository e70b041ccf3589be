import { describeTimes, type Run } from "./report.ts";

/** Misses and false alarms with the texts they were made from, for whoever writes rules. Never of the test split. */
export function explain({ samples, own, missedAims, times }: Run): string {
  const parts = samples.flatMap((sample, index) => {
    const outcome = own.outcomes[index];
    if (outcome === undefined) return [];
    const wrong = outcome.flagged !== (sample.label === "malicious");
    if (!wrong && outcome.error === null) return [];
    const what = outcome.error !== null && !wrong ? "ERROR" : sample.label === "malicious" ? "MISS" : "FALSE ALARM";
    const said = [...outcome.rules, ...(outcome.error === null ? [] : [outcome.error])].join(", ") || "nothing";
    const text = sample.insertion === "none" ? "(an ordinary skill)" : placed(sample.files, sample.insertion);
    return [
      `${what} ${sample.id}\n  said: ${said}\n  as written: ${indent(sample.piece)}\n  as placed: ${indent(text)}`,
    ];
  });
  const head = [describeTimes(times), ...missedAims.map((aim) => `missed: ${aim}`)];
  return `${head.join("\n")}\n\n${parts.join("\n\n")}\n`;
}

/** The end of the files that the text was put into. */
function placed(files: Run["samples"][number]["files"], insertion: string): string {
  const likely = files.filter(({ path }) => !/LICENSE|requirements|background|[.]zip$/.test(path));
  const inManifest = /prerequisite|skill-body|front-matter|html-comment|code-fence/.test(insertion);
  const chosen = inManifest ? likely.slice(0, 1) : likely.slice(1);
  return chosen.map(({ path, bytes }) => `[${path}]\n${Buffer.from(bytes).toString().slice(0, 1_500)}`).join("\n");
}

function indent(text: string): string {
  return text.replaceAll("\n", "\n    ");
}
