import { isRecord } from "@gaia/install/installed";
import { boundedFetch } from "../transport/bounded-fetch.ts";

const LIMITS = { maxBytes: 64 * 1024, timeoutMs: 5_000, mayLeaveOrigin: false };

/** What the registry is doing to install its scanners, as its `/readyz` says; null when it does not, or does not say. */
export async function findInstallation(registry: string): Promise<string | null> {
  try {
    const answer: unknown = await (await boundedFetch(LIMITS)(new Request(new URL("/readyz", registry)))).json();
    const scanners = isRecord(answer) ? answer["scanners"] : null;
    if (!isRecord(scanners) || scanners["status"] !== "installing") return null;
    return String(scanners["progress"]).slice(0, 200);
  } catch {
    return null;
  }
}
