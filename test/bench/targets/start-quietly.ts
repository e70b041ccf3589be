import { type ChildServer, type ChildServerInput, startChildServer } from "../../harness/child-server.ts";

/**
 * Starts a server whose standard output goes to the file `log`: it pays for its log lines, and nobody reads them while
 * others are measured.
 */
export function startQuietly(input: ChildServerInput & { log: string }): Promise<ChildServer> {
  const { log, argv, ...rest } = input;
  return startChildServer({
    ...rest,
    argv: ["/bin/sh", "-c", 'exec "$0" "$@" >>"$BENCH_LOG"', ...argv],
    env: { ...rest.env, BENCH_LOG: log },
  });
}

/** Node as this process runs it: TypeScript directly, without its warning. */
export const NODE = [process.execPath, "--disable-warning=ExperimentalWarning"];
