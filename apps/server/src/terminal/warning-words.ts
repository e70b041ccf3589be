const LABELS: { [level: string]: string } = { warn: "Warning", error: "Error", fatal: "Error" };

/**
 * What a line of the log says to a person, or null for what only the log need know.
 * @param line one JSON line as `log.ts` writes it
 */
export function warningWords(line: string): string | null {
  const label = LABELS[/^\{"level":"([a-z]+)"/.exec(line)?.[1] ?? ""];
  if (label === undefined) return null;
  const { event, msg, err, error, reason, why } = JSON.parse(line) as Record<string, unknown>;
  const what = typeof msg === "string" && msg !== event ? msg : String(event ?? msg).replaceAll(/[_.]/g, " ");
  const cause = [err, error, reason, why].map(textOf).find((text) => text !== null);
  return cause === undefined ? `${label}: ${what}` : `${label}: ${what}: ${cause}`;
}

function textOf(value: unknown): string | null {
  if (typeof value === "string" && value !== "") return value;
  if (typeof value !== "object" || value === null || !("message" in value)) return null;
  return typeof value.message === "string" ? value.message : null;
}
