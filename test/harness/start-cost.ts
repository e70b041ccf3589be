import { execFile } from "node:child_process";
import { promisify } from "node:util";

const STARTS = 5;

/**
 * What one start of `program` with `args` costs, in milliseconds of CPU time: the mean of five, as the shell counts its children. For
 * ratios of two of them; what they write is thrown away.
 */
export async function startsCpuMs(program: string, args: readonly string[]): Promise<number> {
  const script = `n=0; while [ $n -lt ${STARTS} ]; do "$@" >/dev/null 2>&1; n=$((n+1)); done; times`;
  const { stdout } = await promisify(execFile)("bash", ["-c", script, "bash", program, ...args]);
  // The second line is the children's: user and system, as 0m0.123s.
  const [user = 0, system = 0] = [...(stdout.split("\n")[1] ?? "").matchAll(/(\d+)m([\d.]+)s/g)].map(
    ([, minutes, seconds]) => Number(minutes) * 60_000 + Number(seconds) * 1_000,
  );
  return (user + system) / STARTS;
}
