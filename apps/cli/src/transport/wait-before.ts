const FIRST_MS = 250;
const LONGEST_MS = 5_000;
/** Longer than this nobody waits for a registry unasked. */
const LONGEST_NAMED_MS = 60_000;

/**
 * How long to wait before a request is repeated, in milliseconds: as the registry says (`Retry-After`, RFC 9110 §10.2.3), else twice as
 * long each time, with a random part, so that many who were cut off at once do not come back at once. Null: longer than there is time for.
 */
export function waitBefore(input: { attempt: number; retryAfter: string | null; leftMs: number }): number | null {
  const { attempt, retryAfter, leftMs } = input;
  const namedMs = retryAfter === null ? null : readRetryAfter(retryAfter);
  const doubledMs = Math.min(FIRST_MS * 2 ** (attempt - 1), LONGEST_MS);
  const waitMs = (namedMs ?? doubledMs / 2) + (Math.random() * doubledMs) / 2;
  return waitMs < leftMs && (namedMs ?? 0) <= LONGEST_NAMED_MS ? waitMs : null;
}

/** As long as a person hardly notices. */
const BRIEF_MS = 2_000;

/**
 * The wait that a refusal names, in milliseconds, where it is two seconds at most; null otherwise. Too many requests (429) were refused
 * before they did anything. So were writes at a registry that is away (503); of a read it may say that there is nothing yet.
 */
export function briefWait(
  { status, headers }: Response,
  { isRead, leftMs }: { isRead: boolean; leftMs: number },
): number | null {
  const isRefusal = status === 429 || (status === 503 && !isRead);
  const namedMs = isRefusal ? readRetryAfter(headers.get("retry-after") ?? "") : null;
  return namedMs !== null && namedMs <= BRIEF_MS && namedMs < leftMs ? namedMs + Math.random() * FIRST_MS : null;
}

/** Seconds or a date; null for what is neither. */
function readRetryAfter(text: string): number | null {
  if (/^\d{1,9}$/.test(text.trim())) return Number(text) * 1000;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : Math.max(0, at - Date.now());
}
