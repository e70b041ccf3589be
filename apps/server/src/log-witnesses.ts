import { readFile } from "node:fs/promises";
import { LogError, parsePolicy, type Policy, type WitnessReply } from "@gaia/log";
import { readBounded } from "./http/upload.ts";

const TIMEOUT_MS = 5_000;
const MOST_BYTES = 64 * 1024;

/** The policy of LOG_POLICY. @throws Error that names the variable */
export async function readLogPolicy(path: string | null): Promise<Policy | null> {
  if (path === null) return null;
  try {
    return parsePolicy(await readFile(path));
  } catch (error) {
    const reason = error instanceof LogError ? error.message : "the file cannot be read";
    throw new Error(`LOG_POLICY: ${path}: ${reason}`, { cause: error });
  }
}

/** Sends a witness its request (C2SP tlog-witness), without following it elsewhere. Rejects when no answer comes in time. */
export async function postToWitness(url: string, body: string): Promise<WitnessReply> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "text/plain; charset=utf-8" },
    body,
    redirect: "error",
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const tooMuch = () => new Error("the witness answered too much");
  const bytes = response.body ? await readBounded(response.body, MOST_BYTES, tooMuch) : new Uint8Array();
  return { status: response.status, body: bytes };
}
