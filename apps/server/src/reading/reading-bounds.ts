/** The CPU time that reading one package may take, its parsing included. No real one comes near it. */
export const READING_CPU_MS = 1_500;

/**
 * What packing may take beyond it, for each MiB that is packed. Bytes that cannot be made smaller took 45 to 65 ms
 * (Node 24, 2 cores); machines differ by a factor of four.
 */
const PACKING_CPU_MS_PER_MIB = 200;

/** The CPU time that packing so many bytes may take, in milliseconds. */
export const packingCpuMs = (sizeBytes: number): number => (sizeBytes / (1024 * 1024)) * PACKING_CPU_MS_PER_MIB;

/** The CPU time that taking apart one archive of many skills may take: 100 MiB are unpacked and hashed. */
export const SPLITTING_CPU_MS = 20_000;

/** The outer bound, for where CPU time does not pass: the largest package, on a machine that others keep busy. */
export const READING_WALL_MS = 30_000;
