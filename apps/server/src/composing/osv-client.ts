import type { AskOsv } from "@gaia/registry";
import type { Settings } from "../config/config.ts";
import { askOperators } from "../outside/ask-operators.ts";

const TIMEOUT_MS = 20_000;
const MAX_BYTES = 16 * 1024 * 1024;

/**
 * Asks the OSV service of OSV_URL, and no other address: its redirects are refused. Rejects when it does not answer in time,
 * within 16 MiB, with JSON.
 */
export function osvClient(osvUrl: string): AskOsv {
  return async (queries, abort) => {
    const { status, body } = await askBatch(osvUrl, { queries, maxBytes: MAX_BYTES, timeoutMs: TIMEOUT_MS, abort });
    if (status < 200 || status > 299) throw new Error(`the OSV service answered ${status}`);
    return JSON.parse(Buffer.from(body).toString("utf8")) as unknown;
  };
}

const PROBE_MS = 5_000;

/** Finds out whether the OSV service answers anything at all, in five seconds. @throws Error with the reason in words */
export async function probeOsv(osvUrl: string): Promise<void> {
  const { status } = await askBatch(osvUrl, { queries: [], maxBytes: MAX_BYTES, timeoutMs: PROBE_MS });
  // Whoever refuses an empty question is there.
  if (status >= 500) throw new Error(`it answered ${status}`);
}

function askBatch(
  osvUrl: string,
  { queries, ...bounds }: { queries: unknown[]; maxBytes: number; timeoutMs: number; abort?: AbortSignal },
) {
  const base = osvUrl.replace(/\/+$/, "").replace(/\/v1\/query$/, "");
  const headers = { "content-type": "application/json" };
  return askOperators(`${base}/v1/querybatch`, { body: JSON.stringify({ queries }), headers, ...bounds });
}

/** Whether OSV_URL is this registry: under its public address, or where it listens on this machine. */
export function isOwnAddress(settings: Settings, publicUrl: string): boolean {
  const own = [
    publicUrl,
    ...["127.0.0.1", "localhost", settings.HOST].map((host) => `http://${host}:${settings.PORT}`),
  ];
  const asked = new URL(settings.OSV_URL).origin;
  return own.some((address) => URL.canParse(address) && new URL(address).origin === asked);
}
