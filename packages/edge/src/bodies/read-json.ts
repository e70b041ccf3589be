import type { MiddlewareHandler } from "hono";
import { ensureStillSomebody } from "../credentials/find-caller.ts";
import type { Env } from "../terms/env.ts";
import { Refusal } from "../terms/refusal.ts";
import { readBounded } from "./read-bounded.ts";
import { holdsStorable } from "./storable-text.ts";

/**
 * A JSON body of any shape, never more than `limitBytes` of it, whatever `Content-Length` says.
 * @throws Refusal `invalid_request`, `package_too_large`
 */
export async function readJson(request: Request, limitBytes: number): Promise<unknown> {
  return (await readJsonText(request, limitBytes)).value;
}

/**
 * The same, and as text.
 * @throws Refusal `invalid_request` also for texts in it that no column can hold, `package_too_large`
 */
async function readJsonText(request: Request, limitBytes: number): Promise<{ text: string; value: unknown }> {
  const tooLarge = () => new Refusal("package_too_large", `The body is larger than ${limitBytes / 1024} KiB.`);
  const declared = Number(request.headers.get("content-length") ?? "0");
  if (declared > limitBytes) throw tooLarge();
  const bytes = request.body ? await readBounded(request.body, limitBytes, tooLarge) : new Uint8Array();
  let text: string;
  let value: unknown;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    value = JSON.parse(text);
  } catch {
    throw new Refusal("invalid_request", "The body is not JSON in UTF-8.");
  }
  if (!holdsStorable(value)) {
    throw new Refusal("invalid_request", "The body holds NUL characters or halves of surrogate pairs.");
  }
  return { text, value };
}

/**
 * Reads the JSON body of a request before anything looks at it; whoever asks for the body next gets this text. After one that dribbles in,
 * the caller is looked up again.
 * @param ensureKeys throws for a value with keys that nobody reads; null: whatever it holds is the handler's
 */
export function readBody(ensureKeys: ((value: unknown) => void) | null): MiddlewareHandler<Env> {
  return async function readBody(c, next) {
    const { text, value } = await readJsonText(c.req.raw, c.var.bodyLimitBytes);
    await ensureStillSomebody(c);
    ensureKeys?.(value);
    // The cache holds promises, whatever its type says.
    Object.assign(c.req.bodyCache, { text: Promise.resolve(text) });
    return next();
  };
}

/**
 * The same where a route takes no body: one that is JSON with keys asks for something (`{"as": "retired"}`), so it is refused by
 * `ensureKeys`; anything else is nobody's.
 */
export function readNoBody(ensureKeys: (value: unknown) => void): MiddlewareHandler<Env> {
  return async function readNoBody(c, next) {
    if (c.req.method === "GET" || c.req.method === "HEAD") return next();
    const { body } = c.req.raw;
    const tooLarge = () => new Refusal("invalid_request", "This address takes no body.");
    const bytes = body ? await readBounded(body, c.var.bodyLimitBytes, tooLarge) : new Uint8Array();
    await ensureStillSomebody(c);
    ensureKeys(jsonOrNull(bytes));
    return next();
  };
}

function jsonOrNull(bytes: Uint8Array): unknown {
  try {
    return bytes.byteLength === 0 ? null : JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return null;
  }
}
