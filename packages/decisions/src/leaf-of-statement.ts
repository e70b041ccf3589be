import { createHash } from "node:crypto";
import type { Leaf } from "@gaia/log";
import type { DecisionStatement, Envelope } from "@gaia/trust";

/**
 * The leaf that says the same as a signed statement and names it: `statement` is the SHA-256 of the payload that the
 * envelope carries.
 */
export function leafOfStatement(envelope: Envelope): Leaf {
  const payload = Buffer.from(envelope.payload, "base64");
  // Written by `signStatement`.
  const { subject, predicate } = JSON.parse(payload.toString("utf8")) as DecisionStatement;
  const [release, content] = subject;
  const { publisher, name, version, decision, verdict, tier, status, report_digest: report } = predicate;
  const restamped = predicate.restamped_digest;
  const ofContent = { content: `sha256:${content.digest.sha256}` };
  return {
    kind: decision,
    at: new Date(predicate.issued_at),
    fields: {
      publisher,
      name,
      version,
      release: `sha256:${release.digest.sha256}`,
      ...(decision === "publish" && ofContent),
      ...(decision === "verdict" && { verdict, ...(report !== undefined && { report }) }),
      ...(decision === "tier" && { tier }),
      ...(restamped !== undefined && { ...ofContent, restamped }),
      ...(decision === "release" && { status }),
      statement: `sha256:${createHash("sha256").update(payload).digest("hex")}`,
    },
  };
}
