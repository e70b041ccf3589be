import { type Confined, NO_GUARDS, WORK } from "../src/confine/confined.ts";

const MIB = 1024 ** 2;

/** A command that gets nothing, and little of the rest. */
export const PLAIN: Confined = {
  argv: ["true"],
  stdin: "",
  mounts: [],
  guarded: NO_GUARDS,
  hidden: [],
  directory: WORK,
  env: {},
  network: null,
  programs: [],
  limits: {
    cpuMs: 5_000,
    timeoutMs: 30_000,
    memoryBytes: 128 * MIB,
    processes: 32,
    diskBytes: 4 * MIB,
    outputBytes: 64_000,
    networkBytes: 100_000,
  },
};
