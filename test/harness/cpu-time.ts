/**
 * CPU time of this thread so far, in milliseconds: what a bound on the cost of synchronous code is measured in, because
 * on a busy machine the clock on the wall tells of its neighbours.
 */
export function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
