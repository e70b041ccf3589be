import { replaceHidden } from "@gaia/text";
/** The person at a terminal: few lines in plain words. The log goes elsewhere (`log.ts`). */
export interface Terminal {
  /** A line that stays. */
  line(text: string): void;
  /** A line that is written over; null takes it away. */
  status(text: string | null): void;
}

/** What a stream to a terminal has. */
export interface TerminalStream {
  isTTY?: boolean | undefined;
  columns?: number | undefined;
  write(text: string): unknown;
}

const CLEAR = "\r\u001b[2K";

/** The terminal that standard output leads to, or null when that is a file or a pipe. */
export const findTerminal = (stream: TerminalStream = process.stdout): Terminal | null =>
  stream.isTTY === true ? terminalOn(stream) : null;

function terminalOn(stream: TerminalStream): Terminal {
  let shown = "";
  const show = (text: string): void => {
    if (text === shown) return;
    shown = text;
    stream.write(`${CLEAR}${text}`);
  };
  return {
    line(text) {
      const status = shown;
      show("");
      stream.write(`${withoutControls(text)}\n`);
      show(status);
    },
    status(text) {
      // Shorter than a row: what wraps could not be taken away again.
      show(withoutControls(text ?? "").slice(0, Math.max(20, stream.columns || 80) - 1));
    },
  };
}

/** Names from packages and addresses stand in warnings: none of them may steer the terminal or reorder its text. */
const withoutControls = (text: string): string => replaceHidden(text, " ");
