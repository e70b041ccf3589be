import { registerHooks } from "node:module";

/**
 * What postgres.js 3.4.9 gets wrong when a connection dies with a write still buffered (its issues 1066, 1154, 1208): the write meets a
 * socket that is null and throws where nobody can catch it, which ends the process; or the connection keeps a timer that never fires
 * again, and every later query on it hangs; or its last error is given to the next query. And what it lacks: settings for a session, in its
 * first query. Each repair is a piece of its source, what
 * replaces it, and how often it occurs.
 */
const REPAIRS: { from: string; to: string; times: number }[] = [
  {
    // The query fails with CONNECTION_CLOSED instead.
    from: "const x = socket.write(chunk, fn)",
    to:
      "if (socket === null) { chunk = nextWriteTimer = null; error(Errors.connection('CONNECTION_CLOSED', " +
      "options, socket)); return false } const x = socket.write(chunk, fn)",
    times: 1,
  },
  {
    from: "    clearImmediate(nextWriteTimer)\n",
    to: "    clearImmediate(nextWriteTimer); chunk = nextWriteTimer = null\n",
    times: 2,
  },
  // What a dead connection was told last would be the answer to the first query after it is made again.
  {
    from: "      statements = {}\n",
    to: "      query = results = errorResponse = null; rows = 0; result = new Result(); statements = {}\n",
    times: 1,
  },
  // Settings that poolers refuse as parameters of the start (`session-settings.ts`).
  {
    from: "const types = await new Query([`",
    to: "const types = await new Query([options.firstQuery || `",
    times: 1,
  },
  // A connection that dies before its first query: the pool makes another one, and nobody awaits this promise.
  { from: "return fetchArrayTypes()", to: "return fetchArrayTypes().catch(() => {})", times: 1 },
];

const MARK = "gaiaMendedPostgres";
const DRIVER = /\/node_modules\/postgres\/src\/connection\.js$/;

/**
 * Loads postgres.js with the repairs; later imports get the same module. Does nothing when it was loaded before.
 * @throws Error when its source is not the one that the repairs were written for: then look whether they are still needed
 */
export async function loadMendedDriver(): Promise<void> {
  const hooks = registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context);
      if (!DRIVER.test(url)) return loaded;
      return { ...loaded, source: mend(Buffer.from(loaded.source as Uint8Array).toString("utf8")) }; // a file's source
    },
  });
  try {
    await import("postgres");
  } finally {
    hooks.deregister();
  }
}

/** Whether the driver that is loaded has the repairs; not where somebody else loaded it first, as a test. */
export const isMended = (): boolean => MARK in globalThis;

/** @throws Error when a repair does not find its place */
export function mend(source: string): string {
  const mended = REPAIRS.reduce((text, { from, to, times }) => {
    if (text.split(from).length - 1 !== times)
      throw new Error(`postgres.js has changed: the repair of "${from.trim()}" does not fit`);
    return text.replaceAll(from, to);
  }, source);
  return `${mended}\nglobalThis.${MARK} = true\n`;
}
