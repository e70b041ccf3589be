import { readFile } from "node:fs/promises";
import { LogError, parsePolicy, type Policy, type WitnessReply } from "@gaia/log";
import { askOperators } from "../outside/ask-operators.ts";

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
  const headers = { "content-type": "text/plain; charset=utf-8" };
  return askOperators(url, { body, headers, maxBytes: MOST_BYTES, timeoutMs: TIMEOUT_MS });
}
