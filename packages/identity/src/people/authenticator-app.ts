import { randomBytes } from "node:crypto";
import { Secret, TOTP } from "otpauth";

/** A key for an app: 32 letters, whose bytes are the key. */
export const newKey = (): string => randomBytes(24).toString("base64url");

/** The address that an app is set up with, and which holds its key. @param label whose it is, as the app shows it */
export const appAddress = (key: string, { issuer, label }: { issuer: string; label: string }): string =>
  new TOTP({ issuer, label, secret: Secret.fromUTF8(key) }).toString();

const STEP_SECONDS = 30;

/** The time step (RFC 6238 §4.2) of which this is the code of 6 digits: now, or one before or after; null: none. */
export function stepOf(key: string, code: string, now: Date): number | null {
  const timestamp = now.getTime();
  const secret = Secret.fromUTF8(key);
  const delta = TOTP.validate({ token: code, secret, digits: 6, period: STEP_SECONDS, timestamp, window: 1 });
  return delta === null ? null : TOTP.counter({ period: STEP_SECONDS, timestamp }) + delta;
}
