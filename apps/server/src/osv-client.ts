import type { AskOsv } from "@gaia/registry";
import type { Settings } from "./config.ts";

const TIMEOUT_MS = 20_000;
const MAX_BYTES = 16 * 1024 * 1024;

/**
 * Asks the OSV service of OSV_URL, and no other address: its redirects are refused. Rejects when it does not answer in time,
 * within 16 MiB, with JSON.
 */
export function osvClient(osvUrl: string): AskOsv {
  const base = osvUrl.replace(/\/+$/, "").replace(/\/v1\/query$/, "");
  return async (queries, abort) => {
    const response = await fetch(`${base}/v1/querybatch`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ queries }),
      redirect: "error",
      signal: AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), abort]),
    });
    if (!response.ok || !response.body) throw new Error(`the OSV service answered ${response.status}`);
    const chunks: Uint8Array[] = [];
    let total = 0;
    for await (const chunk of response.body) {
      total += chunk.byteLength;
      if (total > MAX_BYTES) throw new Error("the OSV service answered too much");
      chunks.push(chunk);
    }
    return JSON.parse(Buffer.concat(chunks).toString("utf8")) as unknown;
  };
}

const PROBE_MS = 5_000;

/** Finds out whether the OSV service answers anything at all, in five seconds. @throws Error with the reason in words */
export async function probeOsv(osvUrl: string): Promise<void> {
  const base = osvUrl.replace(/\/+$/, "").replace(/\/v1\/query$/, "");
  const response = await fetch(`${base}/v1/querybatch`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ queries: [] }),
    redirect: "error",
    signal: AbortSignal.timeout(PROBE_MS),
  });
  await response.body?.cancel();
  // Whoever refuses an empty question is there.
  if (response.status >= 500) throw new Error(`it answered ${response.status}`);
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
