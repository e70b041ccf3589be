import { setTimeout as sleep } from "node:timers/promises";
import { MAX_BUNDLE_BYTES } from "@gaia/log";
import { CliError, EXIT } from "../failures/failures.ts";
import { problemOf } from "../session/registry.ts";
import { boundedFetch } from "../transport/bounded-fetch.ts";

const BUNDLE_LIMITS = { maxBytes: MAX_BUNDLE_BYTES, timeoutMs: 60_000, mayLeaveOrigin: true, attempts: 3 };

/** Who reads a log from its beginning is told to wait now and then. */
const MAX_WAITS = 20;
const LONGEST_WAIT_SECONDS = 60;

/**
 * Reads a log's resources from its registry, by their path below the log: null for what is not there. A token is sent to a closed registry
 * alone, for the entries that it shows to no stranger; a log is public elsewhere.
 * @param findToken the token for this very registry, asked for once it is needed
 */
export function logReader(
  registry: string,
  findToken: () => Promise<string | null>,
): (path: string) => Promise<Uint8Array | null> {
  const read = boundedFetch(BUNDLE_LIMITS);
  let token: string | null = null;
  return async (path) => {
    // A checkpoint that was kept on the way is an old one.
    const passing: Record<string, string> = path === "checkpoint" ? { "cache-control": "no-cache" } : {};
    for (let waits = 0; ; waits += 1) {
      const headers = token === null ? passing : { ...passing, authorization: `Bearer ${token}` };
      const response = await read(new Request(`${registry}/log/${path}`, { headers }));
      if (response.status === 401 && token === null && (token = await findToken()) !== null) continue;
      if (response.status === 404) return null;
      if (response.ok) return new Uint8Array(await response.arrayBuffer());
      const seconds = Number(response.headers.get("retry-after"));
      const mayWait = response.status === 429 && seconds > 0 && seconds <= LONGEST_WAIT_SECONDS && waits < MAX_WAITS;
      if (response.status === 401 || (response.status === 429 && !mayWait)) throw await problemOf(response);
      if (!mayWait) throw unexpectedStatus(response);
      await sleep(seconds * 1000);
    }
  };
}

const unexpectedStatus = ({ status }: Response): CliError =>
  new CliError(EXIT.unreachable, "registry_unreachable", `The registry answered ${status} when asked for its log`, {
    hint: "try again later",
  });
