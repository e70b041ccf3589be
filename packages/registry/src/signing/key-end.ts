import type { PublicKeyInfo } from "@gaia/trust";
import type { KeyRow } from "./publisher-key.ts";

interface KeyEnd {
  revokedAt: Date;
  revokedAs: "compromised" | "retired";
}

/**
 * How a key stands after its owner's own revocations and what was revoked here; null: in use. The first date stays, and the
 * worse of the two words: nothing turns back.
 */
export function endOf(
  key: PublicKeyInfo,
  row: Pick<KeyRow, "revokedAt" | "revokedAs"> | null,
  now: Date,
): KeyEnd | null {
  const here: KeyEnd | null =
    row?.revokedAt && row.revokedAs ? { revokedAt: row.revokedAt, revokedAs: row.revokedAs } : null;
  const own = key.revocations.filter(({ of }) => of === key.fingerprint);
  if (own.length === 0) return here;
  const first = Math.min(now.getTime(), ...own.map(({ at }) => at.getTime()));
  const isCompromised = here?.revokedAs === "compromised" || own.some(({ isHard }) => isHard);
  return { revokedAt: here?.revokedAt ?? new Date(first), revokedAs: isCompromised ? "compromised" : "retired" };
}
