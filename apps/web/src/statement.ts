import { plainJson } from "./plain-text.ts";

const MAX_PAYLOAD = 65_536;

/** The payload of a DSSE envelope for reading: its text, and the verdict or tier that it states. Never verified here. */
export function readStatement(payload: string): { text: string; verdict: string | null; tier: string | null } {
  const unreadable = { text: "This statement cannot be shown.", verdict: null, tier: null };
  if (payload.length > MAX_PAYLOAD) return unreadable;
  try {
    const statement: unknown = plainJson(JSON.parse(Buffer.from(payload, "base64").toString("utf8")));
    const predicate = member(statement, "predicate");
    const text = JSON.stringify(statement, null, 2);
    return { text, verdict: stringOf(member(predicate, "verdict")), tier: stringOf(member(predicate, "tier")) };
  } catch {
    return unreadable;
  }
}

function member(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, key) ? Reflect.get(value, key) : null;
}

const stringOf = (value: unknown) => (typeof value === "string" ? value : null);
