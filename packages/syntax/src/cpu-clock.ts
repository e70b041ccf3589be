/**
 * CPU time of this thread so far, in milliseconds: what work on untrusted input is bounded in, because on a busy machine the clock on
 * the wall tells of its neighbours. Of the whole process on a Node.js that cannot tell threads apart (before 24).
 */
export function cpuMs(): number {
  const { user, system } = usage();
  return (user + system) / 1_000;
}

// Type libraries know the newest Node.js only.
const threadUsage = process.threadCpuUsage as typeof process.threadCpuUsage | undefined;
const usage = (): NodeJS.CpuUsage => (threadUsage === undefined ? process.cpuUsage() : threadUsage.call(process));
