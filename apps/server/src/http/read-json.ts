import { RegistryError } from "@gaia/registry";
import type { MiddlewareHandler } from "hono";
import type { Env } from "./env.ts";
import { holdsStorable } from "./storable-text.ts";
import { readBounded } from "./upload.ts";

/**
 * A JSON body of any shape, never more than `limitBytes` of it, whatever `Content-Length` says.
 * @throws RegistryError `invalid_request`, `package_too_large`
 */
export async function readJson(request: Request, limitBytes: number): Promise<unknown> {
  return JSON.parse(await readJsonText(request, limitBytes));
}

/**
 * The same as text, which `JSON.parse` takes.
 * @throws RegistryError `invalid_request` also for texts in it that no column can hold, `package_too_large`
 */
async function readJsonText(request: Request, limitBytes: number): Promise<string> {
  const tooLarge = () => new RegistryError("package_too_large", `The body is larger than ${limitBytes / 1024} KiB.`);
  const declared = Number(request.headers.get("content-length") ?? "0");
  if (declared > limitBytes) throw tooLarge();
  const bytes = request.body ? await readBounded(request.body, limitBytes, tooLarge) : new Uint8Array();
  let text: string;
  let value: unknown;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    value = JSON.parse(text);
  } catch {
    throw new RegistryError("invalid_request", "The body is not JSON in UTF-8.");
  }
  if (!holdsStorable(value)) {
    throw new RegistryError("invalid_request", "The body holds NUL characters or halves of surrogate pairs.");
  }
  return text;
}

/** Reads the JSON body of a request before anything looks at it; whoever asks for the body next gets this text. */
export const readBody: MiddlewareHandler<Env> = async function readBody(c, next) {
  const text = await readJsonText(c.req.raw, c.var.bodyLimitBytes);
  // The cache holds promises, whatever its type says.
  Object.assign(c.req.bodyCache, { text: Promise.resolve(text) });
  return next();
};
