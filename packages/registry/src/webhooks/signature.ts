import { createHmac, randomBytes } from "node:crypto";

const PREFIX = "whsec_";

/** `whsec_` and 32 random bytes in base64 (Standard Webhooks, *Signature scheme*). */
export const newSecret = (): string => `${PREFIX}${randomBytes(32).toString("base64")}`;

/**
 * The headers of one message (Standard Webhooks 1.0): HMAC-SHA256 of id, time and body by each of the secrets, so that a receiver which
 * knows any of them verifies it.
 * @param at when it is sent, which is anew for each try
 */
export function signedHeaders(input: {
  id: string;
  at: Date;
  body: string;
  secrets: string[];
}): Record<string, string> {
  const { id, body, secrets } = input;
  const timestamp = String(Math.floor(input.at.getTime() / 1_000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), "base64");
    return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
  });
  return { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signatures.join(" ") };
}
