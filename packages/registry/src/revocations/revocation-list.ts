import { readRevocations } from "@gaia/catalog";
import { createHash } from "node:crypto";
import {
  type Envelope,
  isRevoked,
  type Revocation,
  revocationsText,
  revocationsTextOf,
  signRevocations,
} from "@gaia/trust";
import type { Registry } from "../kernel/context.ts";
import { ensureCurrentKey } from "../kernel/current-key.ts";

/** An answer, as its bytes. */
interface ServedRevocations {
  body: Uint8Array<ArrayBuffer>;
  etag: string;
}

/** The list of what was taken back, kept in memory: made once per change, and signed again while it lasts. */
export interface RevocationList {
  /** The whole list, or what changed after statement `since` where that is not much. */
  answer(since: number | null): Promise<ServedRevocations>;
  /** Something was decided. */
  changed(): void;
}

interface Made {
  at: number;
  sequence: number;
  envelope: Envelope;
  /** By `since_sequence`, newest first; what was given back included. */
  entries: readonly Revocation[];
  text: string;
  /** By the registry's clock. */
  signedAt: number;
  answers: Map<number, ServedRevocations>;
  tookMs: number;
}

const LASTS_MS = 10 * 60_000;
/** A notification that was lost is made up for after this; clients ask every 25 seconds, caches keep an answer for 30. */
const MOST_AGE_MS = 4_000;
/** However much is decided, the list is read at most a tenth of the time. */
const REST = 9;
const LONGEST_DELTA = 1_000;
const MOST_ANSWERS = 64;
const WHOLE = -1;

/** Makes the list of a registry; nothing is read before the first answer. */
export function revocationList(ctx: Pick<Registry, "db" | "signer" | "publicUrl" | "now">): RevocationList {
  let made: Made | null = null;
  let making: Promise<Made> | null = null;
  let isStale = true;
  const make = async (): Promise<Made> => {
    isStale = false;
    try {
      made = await makeList(ctx, made);
      return made;
    } catch (error) {
      isStale = true;
      throw error;
    } finally {
      making = null;
    }
  };
  const current = (): Promise<Made> | Made => {
    const age = made === null ? Infinity : performance.now() - made.at;
    if (made !== null && age < (isStale ? Math.min(made.tookMs * REST, MOST_AGE_MS) : MOST_AGE_MS)) return made;
    return (making ??= make());
  };
  return {
    async answer(since) {
      return answerOf(await current(), since);
    },
    changed() {
      isStale = true;
    },
  };
}

async function makeList(
  ctx: Pick<Registry, "db" | "signer" | "publicUrl" | "now">,
  before: Made | null,
): Promise<Made> {
  const at = performance.now();
  await ensureCurrentKey(ctx.db, ctx.signer.publicKey);
  const { sequence, entries: all } = await readRevocations(ctx.db);
  const entries = all.toSorted((a, b) => b.since_sequence - a.since_sequence);
  const text = revocationsText(entries);
  const issuedAt = ctx.now();
  const isSame = before !== null && before.text === text && before.sequence === sequence;
  // A signature may come from a slow device: one list keeps its own for a tenth of its time.
  if (isSame && issuedAt.getTime() - before.signedAt < LASTS_MS / 10)
    return { ...before, at: performance.now(), tookMs: performance.now() - at };
  const head = {
    registry: ctx.publicUrl,
    sequence,
    issued_at: issuedAt.toISOString(),
    expires_at: new Date(issuedAt.getTime() + LASTS_MS).toISOString(),
    count: entries.filter(isRevoked).length,
  };
  const envelope = await signRevocations(ctx.signer, head, text);
  const tookMs = performance.now() - at;
  const signedAt = issuedAt.getTime();
  return { at: performance.now(), tookMs, sequence, envelope, entries, text, signedAt, answers: new Map() };
}

function answerOf(made: Made, since: number | null): ServedRevocations {
  const changed = since === null || since > made.sequence ? null : changedAfter(made.entries, since);
  const key = changed === null ? WHOLE : (since ?? WHOLE);
  const kept = made.answers.get(key);
  if (kept) return kept;
  const text = changed === null ? made.text : revocationsTextOf(changed);
  const from = changed === null ? null : since;
  const body = Buffer.from(`{"envelope":${JSON.stringify(made.envelope)},"since":${from},"entries":${text}}`);
  // The signature says what the entries are, so it need not be computed over thousands of them.
  const etag = createHash("sha256").update(`${made.envelope.payload} ${from}`).digest("base64url");
  const served = { body, etag: `"${etag}"` };
  const [oldest] = made.answers.keys();
  if (made.answers.size >= MOST_ANSWERS && oldest !== undefined) made.answers.delete(oldest);
  made.answers.set(key, served);
  return served;
}

/** Null when that is much: then the whole list is no longer, and is made already. */
function changedAfter(entries: readonly Revocation[], since: number): Revocation[] | null {
  const end = entries.findIndex(({ since_sequence }) => since_sequence <= since);
  const length = end < 0 ? entries.length : end;
  return length > LONGEST_DELTA ? null : entries.slice(0, length);
}
