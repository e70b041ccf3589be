import { join } from "node:path";
import { builtServer } from "../harness/built-server.ts";
import type { ChildServer } from "../harness/child-server.ts";
import { machineNetwork } from "./machine-network.ts";
import { startQuietly } from "./targets/start-quietly.ts";

/** The token of the account `admin` of a registry that `startEmbedded` started. */
export const ADMIN_TOKEN = "bench-admin-token-of-24-characters-or-more";

/** The built server with its data below `dir`, the network of this machine and no limits on requests. Throws when it does not start. */
export const startEmbedded = (at: { dir: string; port: number; scannerDir: string }): Promise<ChildServer> =>
  startQuietly({
    argv: builtServer(),
    port: at.port,
    log: join(at.dir, "log"),
    startTimeoutMs: 120_000,
    env: {
      ...machineNetwork(),
      HOME: process.env["HOME"] ?? "/",
      PORT: String(at.port),
      DATA_DIR: join(at.dir, "data"),
      ADMIN_TOKEN,
      SCANNER_DIR: at.scannerDir,
      RATE_LIMIT_WRITES: "0",
      RATE_LIMIT_READS: "0",
    },
  });
