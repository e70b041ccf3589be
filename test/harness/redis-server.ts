import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ChildServer, findProgram, freePort, startChildServer } from "./child-server.ts";

export interface RedisServer extends ChildServer {
  url: string;
  port: number;
}

/** Many databases, so that each suite gets its own. */
const DATABASES = 4_096;

/**
 * A private Redis on loopback, without persistence. `again` starts it on the address of one that was stopped, `policy` is what it
 * does when its memory is full. Throws when redis-server is not installed.
 */
export async function startRedis(
  again?: { port: number; password: string },
  policy = "noeviction",
): Promise<RedisServer & { password: string }> {
  const program = findProgram("redis-server", ["/usr/bin"]);
  if (program === null) throw new Error("redis-server is not installed");
  const port = again?.port ?? (await freePort());
  const password = again?.password ?? randomBytes(12).toString("hex");
  const dir = await mkdtemp(join(tmpdir(), "gaia-redis-"));
  const settings = [
    "bind 127.0.0.1",
    `port ${port}`,
    `requirepass ${password}`,
    `dir ${dir}`,
    `databases ${DATABASES}`,
    'save ""',
    "appendonly no",
    `maxmemory-policy ${policy}`,
  ];
  const server = await startChildServer({ argv: [program, "-"], stdin: `${settings.join("\n")}\n`, port });
  const stop = async (): Promise<void> => {
    await server.stop();
    await rm(dir, { recursive: true, force: true });
  };
  return { url: `redis://:${password}@127.0.0.1:${port}`, port, password, pid: server.pid, stop };
}
