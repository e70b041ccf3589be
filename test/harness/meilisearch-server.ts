import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ChildServer, findProgram, freePort, startChildServer } from "./child-server.ts";

/** A private Meilisearch on loopback, in a directory of its own. Throws when it is not on the PATH. */
export async function startMeilisearch(): Promise<ChildServer & { url: string; apiKey: string }> {
  const program = findProgram("meilisearch", []);
  if (program === null) throw new Error("MEILI_URL is not set and meilisearch is not on the PATH");
  const port = await freePort();
  const apiKey = randomBytes(16).toString("hex");
  const dir = await mkdtemp(join(tmpdir(), "gaia-meili-"));
  const argv = [program, "--http-addr", `127.0.0.1:${port}`, "--db-path", join(dir, "data"), "--master-key", apiKey];
  const server = await startChildServer({ argv: [...argv, "--no-analytics"], port });
  const stop = async (): Promise<void> => {
    await server.stop();
    await rm(dir, { recursive: true, force: true });
  };
  return { url: `http://127.0.0.1:${port}`, apiKey, pid: server.pid, stop };
}
