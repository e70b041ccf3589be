import { setTimeout as sleep } from "node:timers/promises";
import { MAX_BUNDLE_BYTES } from "@gaia/log";
import { CliError, EXIT } from "../failures/failures.ts";
import { boundedFetch } from "../transport/bounded-fetch.ts";

const BUNDLE_LIMITS = { maxBytes: MAX_BUNDLE_BYTES, timeoutMs: 60_000, mayLeaveOrigin: true, attempts: 3 };

/** Who reads a log from its beginning is told to wait now and then. */
const MAX_WAITS = 20;
const LONGEST_WAIT_SECONDS = 60;

/** Reads a log's resources from its registry, by their path below the log: null for what is not there. Sends no token: a log is public. */
export function logReader(registry: string): (path: string) => Promise<Uint8Array | null> {
  const read = boundedFetch(BUNDLE_LIMITS);
  return async (path) => {
    // A checkpoint that was kept on the way is an old one.
    const headers = path === "checkpoint" ? { "cache-control": "no-cache" } : {};
    for (let waits = 0; ; waits += 1) {
      const response = await read(new Request(`${registry}/log/${path}`, { headers }));
      if (response.status === 404) return null;
      if (response.ok) return new Uint8Array(await response.arrayBuffer());
      const seconds = Number(response.headers.get("retry-after"));
      const mayWait = response.status === 429 && seconds > 0 && seconds <= LONGEST_WAIT_SECONDS && waits < MAX_WAITS;
      if (!mayWait) throw unexpectedStatus(response);
      await sleep(seconds * 1000);
    }
  };
}

const unexpectedStatus = ({ status }: Response): CliError =>
  new CliError(EXIT.unreachable, "registry_unreachable", `The registry answered ${status} when asked for its log`, {
    hint: "try again later",
  });
