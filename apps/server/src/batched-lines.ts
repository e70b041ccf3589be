import { pino } from "pino";

/** Lines wait for company up to this long and this much. */
const FLUSH_MS = 50;
const FLUSH_LENGTH = 64 * 1024;
/** With nobody reading them, lines beyond this are dropped: a stalled reader must not fill the memory. */
const MOST_WAITING_BYTES = 16 * 1024 * 1024;

/** Where a logger writes; what pino asks of a stream. */
export interface Lines {
  write(line: string): void;
  flush(done?: (error?: Error) => void): void;
  flushSync(): void;
}

/**
 * Writes lines to a descriptor many at a time, and never makes their writer wait: a write for each would cost more than
 * many a request. What waits is written when the process exits, but not when it is killed: at most the last 50 ms.
 */
export function batchedLines(descriptor: number): Lines {
  // It knows about partial writes, busy pipes and closed ones; but it measures all that waits with every line.
  const destination = pino.destination({ dest: descriptor, sync: false, maxLength: MOST_WAITING_BYTES });
  let waiting: string[] = [];
  let length = 0;
  const pass = (): void => {
    if (length === 0) return;
    destination.write(waiting.join(""));
    waiting = [];
    length = 0;
  };
  const lines: Lines = {
    write(line) {
      waiting.push(line);
      length += line.length;
      if (length >= FLUSH_LENGTH) pass();
    },
    flush(done) {
      pass();
      destination.flush(done);
    },
    flushSync() {
      pass();
      destination.flushSync();
    },
  };
  setInterval(pass, FLUSH_MS).unref();
  flushAtExit(lines);
  return lines;
}

let open: Lines[] | null = null;

function flushAtExit(lines: Lines): void {
  if (open === null) {
    open = [];
    process.once("exit", () => open?.forEach((each) => each.flushSync()));
  }
  open.push(lines);
}
