import type { BundledRelease } from "@gaia/bundle";
import { type Envelope, verifyEnvelope } from "@gaia/trust";

const MOST_STATEMENTS = 100;
/** Of what is kept of one release, as JSON. */
const MOST_BYTES = 512 * 1024;

/**
 * Of what came along as statements, those that the other registry's key signed about this release and no other: the newest, as many as
 * are kept, in the order in which they came. Anything else is left out.
 */
export function statementsOf(
  value: unknown,
  { release, keys }: { release: BundledRelease; keys: readonly { key_id: string; public_key: string }[] },
): Envelope[] {
  const list: unknown = (value as { attestations?: unknown } | null)?.attestations;
  const all = Array.isArray(list) ? list.slice(-MOST_STATEMENTS) : [];
  const kept: Envelope[] = [];
  let bytes = 0;
  for (const one of all.toReversed()) {
    const envelope: unknown = (one as { envelope?: unknown } | null)?.envelope;
    const verdict = verifyEnvelope(envelope, keys);
    if (!verdict.ok) continue;
    const { subject, predicate } = verdict.statement;
    const isOf =
      predicate.name === release.name &&
      predicate.version === release.version &&
      `sha256:${subject[0].digest.sha256}` === release.release_digest;
    if (!isOf) continue;
    bytes += Buffer.byteLength(JSON.stringify(envelope));
    if (bytes > MOST_BYTES) break;
    // It verified, so it is one.
    kept.unshift(envelope as Envelope);
  }
  return kept;
}
