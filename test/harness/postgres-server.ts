import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { readdirSync } from "node:fs";
import { chmod, chown, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ChildServer, findProgram, freePort, startChildServer } from "./child-server.ts";

export interface PostgresServer extends ChildServer {
  /** Of the maintenance database, as a superuser. */
  url: string;
}

/** Nothing here outlives the run, so nothing is synced to disk. */
const SETTINGS = [
  "listen_addresses=127.0.0.1",
  "unix_socket_directories=",
  "fsync=off",
  "synchronous_commit=off",
  "full_page_writes=off",
  "max_connections=200",
  "shared_buffers=64MB",
  "logging_collector=off",
];

/** The directory with initdb and postgres, newest first, or null. */
export function findPostgres(): string | null {
  let versions: string[] = [];
  try {
    versions = readdirSync("/usr/lib/postgresql").sort((a, b) => Number(b) - Number(a));
  } catch {
    versions = [];
  }
  const dirs = versions.map((version) => join("/usr/lib/postgresql", version, "bin"));
  const initdb = findProgram("initdb", dirs);
  return initdb === null ? null : join(initdb, "..");
}

/** A private PostgreSQL cluster on loopback in a temporary directory. Throws when it is not installed. */
export async function startPostgres(): Promise<PostgresServer> {
  const bin = findPostgres();
  if (bin === null) throw new Error("PostgreSQL is not installed");
  const owner = process.getuid?.() === 0 ? unprivilegedUser() : null;
  const dir = await mkdtemp(join(tmpdir(), "gaia-postgres-"));
  const remove = (): Promise<void> => rm(dir, { recursive: true, force: true });
  try {
    const data = join(dir, "data");
    const passwordFile = join(dir, "password");
    const password = randomBytes(12).toString("hex");
    await mkdir(data, { mode: 0o700 });
    await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
    if (owner !== null) {
      await chmod(dir, 0o711);
      await chown(data, owner.uid, owner.gid);
      await chown(passwordFile, owner.uid, owner.gid);
    }
    makeCluster({ bin, data, passwordFile, owner });
    const port = await freePort();
    const settings = [...SETTINGS, `port=${port}`].flatMap((setting) => ["-c", setting]);
    const server = await startChildServer({
      argv: [join(bin, "postgres"), "-D", data, ...settings],
      port,
      stopSignal: "SIGINT",
      ...(owner === null ? {} : { user: owner.name }),
    });
    const stop = async (): Promise<void> => {
      await server.stop();
      await remove();
    };
    return { url: `postgres://gaia:${password}@127.0.0.1:${port}/postgres`, pid: server.pid, stop };
  } catch (error) {
    await remove();
    throw error;
  }
}

interface Owner {
  name: string;
  uid: number;
  gid: number;
}

function makeCluster(input: { bin: string; data: string; passwordFile: string; owner: Owner | null }): void {
  const { bin, data, passwordFile, owner } = input;
  const options = [
    "--username=gaia",
    "--auth=scram-sha-256",
    `--pwfile=${passwordFile}`,
    "--encoding=UTF8",
    "--locale=C.UTF-8",
  ];
  const done = spawnSync(join(bin, "initdb"), ["-D", data, "--no-sync", ...options], {
    cwd: "/",
    encoding: "utf8",
    ...(owner === null ? {} : { uid: owner.uid, gid: owner.gid }),
  });
  if (done.status !== 0) throw new Error(`initdb failed: ${done.error?.message ?? done.stderr.trim().slice(-1_000)}`);
}

/** PostgreSQL and PgBouncer refuse to run as root. */
export function unprivilegedUser(): Owner {
  for (const name of ["postgres", "nobody"]) {
    const [uid, gid] = ["-u", "-g"].map((flag) =>
      Number(spawnSync("id", [flag, name], { encoding: "utf8" }).stdout.trim() || Number.NaN),
    );
    if (Number.isInteger(uid) && Number.isInteger(gid)) return { name, uid: uid as number, gid: gid as number }; // checked on this line
  }
  throw new Error("no unprivileged user to run PostgreSQL as");
}
