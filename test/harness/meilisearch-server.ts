import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ChildServer, findProgram, freePort, startChildServer } from "./child-server.ts";

export interface MeilisearchServer extends ChildServer {
  url: string;
  port: number;
  apiKey: string;
  /** Where its data is; `stop` removes it. */
  dir: string;
}

/**
 * A private Meilisearch on loopback, in a directory of its own, empty. `again` starts one on the address and with the key of one that was
 * killed, and with its data where `dir` is given. Throws when it is not on the PATH.
 */
export async function startMeilisearch(again?: {
  port: number;
  apiKey: string;
  dir?: string;
}): Promise<MeilisearchServer> {
  const program = findProgram("meilisearch", []);
  if (program === null) throw new Error("MEILI_URL is not set and meilisearch is not on the PATH");
  const port = again?.port ?? (await freePort());
  const apiKey = again?.apiKey ?? randomBytes(16).toString("hex");
  const dir = again?.dir ?? (await mkdtemp(join(tmpdir(), "gaia-meili-")));
  const argv = [program, "--http-addr", `127.0.0.1:${port}`, "--db-path", join(dir, "data"), "--master-key", apiKey];
  // It leaves dumps and snapshots where it stands, and may be a script that unpacks it below the home directory.
  const places = ["--dump-dir", join(dir, "dumps"), "--snapshot-dir", join(dir, "snapshots"), "--no-analytics"];
  const env = Object.fromEntries(
    ["HOME", "XDG_CACHE_HOME"].flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  );
  const server = await startChildServer({ argv: [...argv, ...places], env, port, startTimeoutMs: 60_000 });
  const stop = async (): Promise<void> => {
    await server.stop();
    await rm(dir, { recursive: true, force: true });
  };
  return { url: `http://127.0.0.1:${port}`, port, apiKey, dir, pid: server.pid, stop };
}
