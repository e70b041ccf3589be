import type { MemoryResult, StartResult } from "./resting.ts";
import type { Aim } from "./results.ts";
import { median } from "./statistics.ts";

const START_CPU_MS = { empty: 3_000, warm: 2_000 };
const REST_MIB = 300;
const INSPECTING_MIB = 600;
const API_READ_MIB = 200;
const API_TAKING_MIB = 225;

/** What starts and memory are held against. */
export function restingAims(starts: StartResult[], memory: MemoryResult | null): Aim[] {
  return [
    ...starts.map(({ what, built }) =>
      most(`start (${what}): CPU time of ${START_CPU_MS[what]} ms or less`, median(built), START_CPU_MS[what], "ms"),
    ),
    ...(memory === null ? [] : [most(`memory at rest: ${REST_MIB} MiB or less`, memory.rest, REST_MIB, "MiB")]),
    ...(memory?.inspecting == null
      ? []
      : [most(`memory while inspecting: ${INSPECTING_MIB} MiB or less`, memory.inspecting, INSPECTING_MIB, "MiB")]),
    ...(memory?.api == null
      ? []
      : [
          most(`memory of ROLE=api while read: ${API_READ_MIB} MiB or less`, memory.api.reading, API_READ_MIB, "MiB"),
          most(
            `memory of ROLE=api while it takes packages: ${API_TAKING_MIB} MiB or less`,
            memory.api.taking,
            API_TAKING_MIB,
            "MiB",
          ),
        ]),
  ];
}

function most(aim: string, measured: number, bound: number, unit: string): Aim {
  const by = `${Math.round(measured - bound)} ${unit}`;
  return { aim, measured: `${Math.round(measured)} ${unit}`, met: measured <= bound, by };
}

/** Heads and rows of the tables of a run. */
export function restingTables(starts: StartResult[], memory: MemoryResult | null): [string, string[], string[][]][] {
  const tables: [string, string[], string[][]][] = [];
  if (starts.length > 0)
    tables.push([
      "CPU time of a start until it is ready",
      ["data", "runs", "built ms", "from sources ms", "built : sources"],
      starts.map(({ what, built, sources }) => [
        what,
        String(built.length),
        Math.round(median(built)).toString(),
        Math.round(median(sources)).toString(),
        `${Math.round((100 * median(built)) / median(sources))} %`,
      ]),
    ]);
  if (memory !== null) {
    const { started, rest, inspecting, after, most: ever } = memory;
    const show = (value: number | null) => (value === null ? "-" : String(Math.round(value)));
    tables.push([
      "Resident memory of the embedded registry, MiB",
      ["started", "at rest", "inspecting, at most", "at rest after it", "ever"],
      [[started, rest, inspecting, after, ever].map(show)],
    ]);
    const { api } = memory;
    if (api !== null)
      tables.push([
        "Resident memory of a process with ROLE=api, MiB",
        ["at rest", "being read, at most", "taking packages, at most", "at rest after it"],
        [[api.rest, api.reading, api.taking, api.after].map(show)],
      ]);
  }
  return tables;
}
