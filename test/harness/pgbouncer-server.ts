import { chown, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ChildServer, freePort, startChildServer } from "./child-server.ts";
import { unprivilegedUser } from "./postgres-server.ts";

export interface PgbouncerServer extends ChildServer {
  /** The address of a database through the pooler. */
  through(databaseUrl: string): string;
}

/** A private PgBouncer with its own defaults, but for the mode and what `settings` say, in front of the server of `databaseUrl`. */
export async function startPgbouncer(
  program: string,
  input: { databaseUrl: string; mode: "session" | "transaction" | "statement"; settings?: string[] },
): Promise<PgbouncerServer> {
  const behind = new URL(input.databaseUrl);
  const port = await freePort();
  const dir = await mkdtemp(join(tmpdir(), "gaia-pgbouncer-"));
  const files = { "users.txt": `"${behind.username}" "${behind.password}"\n`, "pgbouncer.ini": "" };
  files["pgbouncer.ini"] = [
    "[databases]",
    `* = host=${behind.hostname} port=${behind.port}`,
    "[pgbouncer]",
    "listen_addr = 127.0.0.1",
    `listen_port = ${port}`,
    "unix_socket_dir =",
    "auth_type = scram-sha-256",
    `auth_file = ${join(dir, "users.txt")}`,
    `admin_users = ${behind.username}`,
    `pool_mode = ${input.mode}`,
    ...(input.settings ?? []),
    "",
  ].join("\n");
  const user = process.getuid?.() === 0 ? unprivilegedUser() : null;
  for (const [name, text] of Object.entries(files)) await writeFile(join(dir, name), text, { mode: 0o600 });
  if (user !== null)
    for (const path of [dir, ...Object.keys(files).map((name) => join(dir, name))])
      await chown(path, user.uid, user.gid);
  const argv = [program, join(dir, "pgbouncer.ini")];
  const server = await startChildServer({
    argv,
    port,
    // SIGINT would wait for its clients.
    stopSignal: "SIGTERM",
    ...(user === null ? {} : { user: user.name }),
  });
  return {
    pid: server.pid,
    through(databaseUrl) {
      const url = new URL(databaseUrl);
      url.port = String(port);
      return url.href;
    },
    async stop() {
      await server.stop();
      await rm(dir, { recursive: true, force: true });
    },
  };
}
