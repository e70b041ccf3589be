import { readFile } from "node:fs/promises";
import { type ChildServer, type ChildServerInput, startChildServer } from "../../harness/child-server.ts";

/**
 * Starts a server whose standard output goes to the file `log`: it pays for its log lines, and nobody reads them while
 * others are measured.
 * @throws Error with the end of that file when it does not start
 */
export async function startQuietly(input: ChildServerInput & { log: string }): Promise<ChildServer> {
  const { log, argv, ...rest } = input;
  try {
    return await startChildServer({
      ...rest,
      argv: ["/bin/sh", "-c", 'exec "$0" "$@" >>"$BENCH_LOG"', ...argv],
      env: { ...rest.env, BENCH_LOG: log },
    });
  } catch (error) {
    const said = await readFile(log, "utf8").catch(() => "");
    throw new Error(`${String(error)}\n${argv.join(" ")} on port ${rest.port}:\n${said.slice(-2_000)}`, {
      cause: error,
    });
  }
}

/** Node as this process runs it: TypeScript directly, without its warning. */
export const NODE = [process.execPath, "--disable-warning=ExperimentalWarning"];
