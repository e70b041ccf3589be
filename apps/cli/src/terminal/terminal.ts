import { createInterface } from "node:readline/promises";
import picocolors from "picocolors";
import { plainJson, show, type Showable, type Shown, t } from "./shown-text.ts";

/** Where a verb speaks. Standard output carries what was asked for; everything else goes to standard error. */
export interface Terminal {
  readonly json: boolean;
  /** Standard input and error are a terminal, and `--json` was not given: a person can be asked. */
  readonly canAsk: boolean;
  /** Lines of progress are seen: standard error is a terminal, and neither `--quiet` nor `--json` was given, nor is this a CI job. */
  readonly showsProgress: boolean;
  /** What was asked for. */
  line(value: Showable): void;
  /** Advice and confirmations: silent under `--quiet` and `--json`. */
  note(value: Showable): void;
  /** Never silent. */
  warn(value: Showable): void;
  /** One JSON document on standard output, only under `--json`. */
  result(value: unknown): void;
  /** A line that is written over, only on a terminal; null takes it away. */
  progress(value: Showable | null): void;
  /** A yes or no from a person; anything but yes, and the end of input, is no. */
  ask(question: Showable): Promise<boolean>;
  /** A line from a person; what is usual where nothing is typed, and at the end of input. */
  askText(question: Showable, usual: string): Promise<string>;
}

/** The terminal of this process. `--json` keeps `line` silent, so that standard output is one document. */
export function processTerminal(options: {
  json: boolean;
  quiet: boolean;
  color: "never" | "terminal" | "always";
  showsProgress: boolean;
}): Terminal {
  const { json, quiet, color } = options;
  const colorsOn = ({ isTTY }: { isTTY?: boolean }) =>
    picocolors.createColors(color === "always" || (color === "terminal" && isTTY === true));
  const [outColors, errColors] = [colorsOn(process.stdout), colorsOn(process.stderr)];
  const showsProgress = options.showsProgress && process.stderr.isTTY && !quiet && !json;
  const progress = (value: Showable | null) => {
    if (!showsProgress) return;
    const width = Math.max(20, process.stderr.columns || 80) - 1;
    const text = value === null ? "" : render(show(value), picocolors.createColors(false)).slice(0, width);
    process.stderr.write(`\r\u001b[2K${text}`);
  };
  const error = (value: Showable) => {
    progress(null);
    process.stderr.write(`${render(show(value), errColors)}\n`);
  };
  return {
    json,
    showsProgress,
    canAsk: Boolean(process.stdin.isTTY && process.stderr.isTTY) && !json,
    line(value) {
      if (json) return;
      progress(null);
      process.stdout.write(`${render(show(value), outColors)}\n`);
    },
    note(value) {
      if (!json && !quiet) error(value);
    },
    warn: error,
    result(value) {
      if (json) process.stdout.write(`${plainJson(value)}\n`);
    },
    progress,
    async ask(question) {
      progress(null);
      return /^y(es)?$/i.test(await answerTo(`${render(show(question), errColors)} [y/N] `));
    },
    async askText(question, usual) {
      progress(null);
      return (
        (await answerTo(render(usual === "" ? t`${question}: ` : t`${question} (${usual}): `, errColors))) || usual
      );
    },
  };
}

/** One line that a person types; "" at the end of input. */
async function answerTo(question: string): Promise<string> {
  const asked = createInterface({ input: process.stdin, output: process.stderr });
  const closed = new Promise<string>((resolve) => asked.once("close", () => resolve("")));
  try {
    return (await Promise.race([asked.question(question).catch(() => ""), closed])).trim();
  } finally {
    asked.close();
  }
}

function render(value: Shown, colors: ReturnType<typeof picocolors.createColors>): string {
  return value.parts.map(({ text, style }) => (style === null || text === "" ? text : colors[style](text))).join("");
}
