import { t } from "./shown-text.ts";
import { inBytes, partInBytes } from "./sizes.ts";
import type { Terminal } from "./terminal.ts";

const BAR_WIDTH = 24;
/** Faster nobody reads, and a slow terminal would be kept busy. */
const DRAW_EVERY_MS = 80;

/** How far a batch of skills is: `done` of `total`, at work on `name`. */
interface Batch {
  done: number;
  total: number;
  name: string;
}

/** What one terminal shows: the batch that is worked through, and the downloads that run meanwhile. */
interface Line {
  batch: Batch | null;
  downloads: Map<symbol, { name: string; received: number; total: number | null }>;
  drawnAt: number;
}

const lines = new WeakMap<Terminal, Line>();

/** `[######..................] 3/12`, of ASCII alone: every terminal and font has it. */
function progressBar(done: number, total: number): string {
  return `${barOf(done / Math.max(1, total))} ${done}/${total}`;
}

function barOf(share: number): string {
  const filled = Math.floor(Math.min(1, Math.max(0, share)) * BAR_WIDTH);
  return `[${"#".repeat(filled)}${".".repeat(BAR_WIDTH - filled)}]`;
}

/** Shows how far a batch is; null: it is over. One alone is no batch. Nothing is shown where the terminal shows no progress. */
export function showBatch(terminal: Terminal, batch: Batch | null): void {
  const line = lineOf(terminal);
  line.batch = batch === null || batch.total < 2 ? null : batch;
  line.drawnAt = 0;
  draw(terminal, line);
}

/** Begins a download: `moved` is told how much has come and, where that is known, of how much; `ended` takes it away. */
export function beginDownload(
  terminal: Terminal,
  name: string,
): { moved(received: number, total: number | null): void; ended(): void } {
  const line = lineOf(terminal);
  const key = Symbol(name);
  return {
    moved(received, total) {
      line.downloads.set(key, { name, received, total });
      draw(terminal, line);
    },
    ended() {
      line.downloads.delete(key);
      draw(terminal, line);
    },
  };
}

function lineOf(terminal: Terminal): Line {
  const line = lines.get(terminal) ?? { batch: null, downloads: new Map(), drawnAt: 0 };
  lines.set(terminal, line);
  return line;
}

function draw(terminal: Terminal, line: Line): void {
  if (!terminal.showsProgress) return;
  const { batch, downloads } = line;
  if (batch === null && downloads.size === 0) {
    line.drawnAt = 0;
    terminal.progress(null);
    return;
  }
  const now = performance.now();
  if (line.drawnAt > 0 && now - line.drawnAt < DRAW_EVERY_MS) return;
  line.drawnAt = now;
  const came = downloadText([...downloads.values()], batch === null);
  terminal.progress(
    batch === null
      ? t`${came}`
      : t`${progressBar(batch.done, batch.total)} ${batch.name} ${came === "" ? "" : `(${came})`}`,
  );
}

/** `[####....] downloading web-search: 1.2 of 3.4 MiB`; without a bar where nobody says how much it is, or another bar is shown. */
function downloadText(
  all: readonly { name: string; received: number; total: number | null }[],
  hasBar: boolean,
): string {
  const [first] = all;
  if (first === undefined) return "";
  const received = all.reduce((sum, one) => sum + one.received, 0);
  const total = all.every((one) => one.total !== null) ? all.reduce((sum, one) => sum + (one.total ?? 0), 0) : null;
  const what = all.length === 1 ? `downloading ${first.name}` : `${all.length} downloads`;
  const size = total === null ? inBytes(received) : partInBytes(received, total);
  return `${hasBar && total !== null ? `${barOf(received / Math.max(1, total))} ` : ""}${what}: ${size}`;
}
