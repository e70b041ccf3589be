import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { freePort } from "../../harness/child-server.ts";
import { NODE, startQuietly } from "./start-quietly.ts";
import { type Bodies, type Target, toRequests } from "./target.ts";

const SERVER = new URL("../bare-hono-server.ts", import.meta.url).pathname;

/** Hono on Node as the registry uses it, with nothing around three ready-made bodies: no log, no limits, no database. */
export async function startBareHono(dir: string, bodies: Bodies): Promise<Target> {
  await writeFile(join(dir, "metadata.json"), bodies.metadata);
  await writeFile(join(dir, "archive.zip"), bodies.archive);
  await writeFile(join(dir, "proof.json"), bodies.proof);
  const port = await freePort();
  const child = await startQuietly({
    argv: [
      ...NODE,
      SERVER,
      String(port),
      join(dir, "metadata.json"),
      join(dir, "archive.zip"),
      join(dir, "proof.json"),
    ],
    port,
    log: join(dir, "log"),
  });
  const base = `http://127.0.0.1:${port}`;
  const { version } = (await (await fetch(`${base}/version`)).json()) as { version: string };
  return {
    name: "bare Hono",
    version,
    pids: [child.pid],
    requests: await toRequests(`${base}/metadata`, `${base}/archive`, `${base}/proof`),
    stop: () => child.stop(),
  };
}
