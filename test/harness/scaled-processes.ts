import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startFakeOsv } from "./fake-osv-server.ts";
import { type Ended, runProcess, type ServerProcess, startProcess } from "./process.ts";
import { scaledEnvironment } from "./scaled.ts";
import { sharedScanners } from "./scanners.ts";

/** A registry spread over processes, on PostgreSQL, Redis and S3 of its own. */
export interface ScaledRegistry {
  environment: Record<string, string>;
  adminToken: string;
  start(role: "api" | "worker" | "all", more?: Record<string, string>): Promise<ServerProcess>;
  /** Runs one of the server's commands. */
  run(args: string[]): Promise<Ended & { output: string }>;
  /** Kills what still runs. */
  close(): Promise<void>;
}

/**
 * Migrates a fresh database. Leases and the sweep are short, so that what was lost is found soon. `given` says where the database of this
 * address is reached.
 */
export async function scaledRegistry(
  given: (databaseUrl: string) => Promise<Record<string, string>> = async () => ({}),
): Promise<ScaledRegistry> {
  const dir = await mkdtemp(join(tmpdir(), "scaled-"));
  const adminToken = "test-admin-token-of-24-characters-or-more";
  const osv = await startFakeOsv();
  const { binDir } = await sharedScanners();
  const services = await scaledEnvironment();
  const environment = {
    ...services,
    ...(await given(services["DATABASE_URL"] ?? "")),
    ADMIN_TOKEN: adminToken,
    AUTH_SECRET: "test-auth-secret-of-32-characters-or-more",
    OSV_URL: osv.url,
    SCANNER_DIR: binDir,
    RATE_LIMIT_READS: "0",
    RATE_LIMIT_WRITES: "0",
    LEASE_SECONDS: "2",
    SWEEP_SECONDS: "1",
  };
  const processes: ServerProcess[] = [];
  const migrated = await runProcess({ env: { ...environment, ROLE: "migrate", DATA_DIR: join(dir, "migrate") } });
  if (migrated.exitCode !== 0) throw new Error(`ROLE=migrate failed: ${migrated.output}`);
  return {
    environment,
    adminToken,
    async start(role, more = {}) {
      const env = { ...environment, ROLE: role, DATA_DIR: join(dir, `${role}-${processes.length}`), ...more };
      const started = await startProcess({ env });
      processes.push(started);
      return started;
    },
    run: (args) => runProcess({ args, env: { ...environment, DATA_DIR: join(dir, "command") } }),
    async close() {
      await Promise.all(processes.map((each) => each.close()));
      await osv.close();
      await rm(dir, { recursive: true, force: true });
    },
  };
}
