import { writeSync } from "node:fs";
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
  // Without a least length it calls a flush done that has only begun.
  const destination = pino.destination({ dest: descriptor, sync: false, minLength: 1, maxLength: MOST_WAITING_BYTES });
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
      // What a thread has only just been given may be lost with the process: with nothing under way, it is written here.
      const isBusy = Reflect.get(destination, "_writing") === true;
      if (isBusy) {
        // What it has was given first. It goes on while this thread sleeps, and nothing tells when it is done.
        sleep(MOMENT_MS);
        pass();
      }
      destination.flushSync();
      writeNow(descriptor, waiting.splice(0).join(""));
      length = 0;
    },
  };
  setInterval(pass, FLUSH_MS).unref();
  flushAtExit(lines);
  return lines;
}

const MOST_TRIES = 500;
const MOMENT_MS = 50;

function sleep(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

/** Writes all of it before it returns; a busy pipe is asked again for up to a second. */
function writeNow(descriptor: number, text: string): void {
  let rest = Buffer.from(text);
  for (let tries = 0; rest.length > 0 && tries < MOST_TRIES; tries += 1) {
    try {
      rest = rest.subarray(writeSync(descriptor, rest));
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "EAGAIN")) return;
      sleep(2);
    }
  }
}

let open: Lines[] | null = null;

function flushAtExit(lines: Lines): void {
  if (open === null) {
    open = [];
    process.once("exit", () => open?.forEach((each) => each.flushSync()));
  }
  open.push(lines);
}
