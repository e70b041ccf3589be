import { readFileSync, writeFileSync } from "node:fs";
import { DEFAULT_LIMITS, readArchive } from "@gaia/archive";
import { RegistryError } from "@gaia/catalog";
import { readingPool } from "../../../apps/server/src/reading/reading-pool.ts";
import { sampleZip } from "../../harness/samples.ts";
import { COSTLY_PACKAGES } from "./costly-packages.ts";

// A process of its own, so that all of its CPU time and memory is that of reading: prints one JSON line a package.

const MIB = 1024 * 1024;

export interface ReadingCost {
  id: string;
  /** `too_long`, `too_large`: stopped at a bound. Else `read`, or the code of the refusal. */
  outcome: string;
  sizeMib: number;
  /** Of its files; 0 where the archive is refused. */
  unpackedMib: number;
  /** Until the answer was there; of all threads of the process. */
  cpuMs: number;
  /** The same with the thread that takes the place of one that was stopped. */
  cpuWithNewThreadMs: number;
  /** The most that was resident, beyond what was before. */
  peakMib: number;
  /** The most that was resident, beyond what was before the first of all. */
  sinceStartMib: number;
}

const wanted = new RegExp(process.argv[2] ?? "");
const collectGarbage = ((globalThis as { gc?: () => void }).gc ??= () => undefined);

const pool = readingPool(1);
const read = (bytes: Uint8Array, version: string | null = null) =>
  pool.read(bytes, { version, defaultVersion: null, publisher: "someone", limits: DEFAULT_LIMITS }).then(
    () => "read",
    (error: unknown) => {
      if (!(error instanceof RegistryError)) throw error;
      if (error.message.startsWith("This package takes longer")) return "too_long";
      return error.message.startsWith("This package takes more memory") ? "too_large" : error.code;
    },
  );

const cpuMs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};
const memoryOf = (field: string) =>
  (Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(readFileSync("/proc/self/status", "utf8"))?.[1]) * 1024) / MIB;
function unpackedBytes(bytes: Uint8Array): number {
  try {
    return readArchive(bytes, DEFAULT_LIMITS).files.reduce((total, file) => total + file.bytes.byteLength, 0);
  } catch {
    return 0;
  }
}
const rest = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Until no thread starts or collects its garbage any more. */
async function quiet(): Promise<void> {
  for (;;) {
    const before = cpuMs();
    await rest(100);
    if (cpuMs() - before < 10) return;
  }
}

for (let n = 0; n < 20; n += 1) await read(sampleZip({ name: `warm-${n}` }));
collectGarbage();
await quiet();
const baseline = memoryOf("VmRSS");
for (const { id, build } of COSTLY_PACKAGES.filter((each) => wanted.test(each.id))) {
  const bytes = build();
  const sizeBytes = bytes.byteLength;
  const unpackedMib = Number((unpackedBytes(bytes) / MIB).toFixed(1));
  collectGarbage();
  await quiet();
  const before = { cpu: cpuMs(), resident: memoryOf("VmRSS") };
  // Linux: the high-water mark begins again at what is resident now.
  writeFileSync("/proc/self/clear_refs", "5");
  const outcome = await read(bytes, /skill-md|typescript/.test(id) ? "1.0.0" : null);
  const cpu = cpuMs() - before.cpu;
  const peakMib = memoryOf("VmHWM") - before.resident;
  await quiet();
  const cost: ReadingCost = {
    id,
    outcome,
    sizeMib: Number((sizeBytes / MIB).toFixed(1)),
    unpackedMib,
    cpuMs: Math.round(cpu),
    cpuWithNewThreadMs: Math.round(cpuMs() - before.cpu),
    peakMib: Math.round(peakMib),
    sinceStartMib: Math.round(peakMib + before.resident - baseline),
  };
  console.log(JSON.stringify(cost));
}
await pool.close();
