import { threadId } from "node:worker_threads";
import {
  type ConvertInput,
  convertPackage,
  digestPackage,
  type OpenInput,
  openPackage,
  type RewriteInput,
} from "@gaia/catalog/converting";
import { RegistryError } from "@gaia/catalog/errors";
import type { ArchiveLimits } from "@gaia/archive";
import { loadParsers } from "@gaia/manifest";
import { examineUpload, type ReadUpload, readUpload, type ReadUploadInput, splitBatch } from "@gaia/registry/reading";
import { move, transferableSymbol, valueSymbol } from "piscina";
import type { Task } from "../threads/bounded-threads.ts";
import { addToMeter, allowMore, beginMeter, type Meter, spentMs } from "../threads/meter.ts";
import { packingCpuMs, READING_CPU_MS } from "./reading-bounds.ts";
import type { Refusal } from "./reading-pool.ts";

// Runs in a thread of its own: whatever a package costs, the process goes on answering.

/** The task that this thread is at: it has one at a time. */
let current: Meter | null = null;

/** The parser looks at the clock only now and then: so much it may take beyond what it was given. */
const PARSER_LATE_MS = 300;

const parsers = loadParsers({
  leftMs: () => (current === null ? 0 : READING_CPU_MS - PARSER_LATE_MS - spentMs(current)),
  spend: (cpuMs) => {
    if (current !== null) addToMeter(current, cpuMs);
  },
});

/** Reads one upload; a refusal comes back as plain data, because errors lose their class between threads. */
export async function read({ input, meter }: Task<{ bytes: Uint8Array; input: ReadUploadInput }>) {
  const tools = { parsers: await parsers, beforePacking };
  begin(meter);
  const outcome = await refusing(() => readUpload(input.bytes, input.input, tools));
  return "done" in outcome ? handedOver(outcome) : outcome;
}

/** The same for a dry run. */
export async function examine({ input, meter }: Task<{ bytes: Uint8Array; input: ReadUploadInput }>) {
  const ready = await parsers;
  begin(meter);
  return refusing(() => examineUpload(input.bytes, input.input, ready));
}

/** Takes an archive of many skills apart. */
export async function split({ input, meter }: Task<{ bytes: Uint8Array; limits: ArchiveLimits }>) {
  begin(meter);
  const outcome = await refusing(() => splitBatch(input.bytes, input.limits));
  if ("refused" in outcome) return outcome;
  const buffers = new Set(outcome.done.flatMap(({ bytes }) => (isWhole(bytes) ? [bytes.buffer] : [])));
  return move({ [transferableSymbol]: [...buffers], [valueSymbol]: outcome });
}

export async function convert({ input, meter }: Task<ConvertInput>) {
  begin(meter);
  return refusing(async () => convertPackage(input, beforePacking));
}

export async function digest({ input, meter }: Task<RewriteInput>) {
  begin(meter);
  return refusing(async () => digestPackage(input));
}

export async function open({ input, meter }: Task<OpenInput>) {
  begin(meter);
  return refusing(async () => openPackage(input));
}

function beforePacking(sizeBytes: number): void {
  if (current !== null) allowMore(current, packingCpuMs(sizeBytes));
}

function begin(meter: Meter): void {
  current = meter;
  beginMeter(meter, threadId);
}

async function refusing<Result>(run: () => Promise<Result>): Promise<{ done: Result } | { refused: Refusal }> {
  try {
    return { done: await run() };
  } catch (error) {
    if (!(error instanceof RegistryError)) throw error;
    return { refused: { code: error.code, message: error.message, errors: error.errors, format: error.format } };
  }
}

/** The archives go to the other thread as they are: a copy of each would double what a package takes. */
function handedOver(outcome: { done: ReadUpload }) {
  const { upload, zip, tgz } = outcome.done;
  const buffers = new Set([upload.bytes, zip.bytes, tgz.bytes].filter(isWhole).map(({ buffer }) => buffer));
  return move({ [transferableSymbol]: [...buffers], [valueSymbol]: outcome });
}

const isWhole = ({ buffer, byteLength }: Uint8Array): boolean => buffer.byteLength === byteLength;
