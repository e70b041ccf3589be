import type { MiddlewareHandler } from "hono";
import type { Env } from "./env.ts";
import { problem } from "./problem.ts";
import { addressOf } from "./serve-page.ts";
import { isSoundAddress } from "./storable-text.ts";

/** Refuses addresses that are no text, before any part of them is looked up. */
export const refuseMalformedAddress: MiddlewareHandler<Env> = async function refuseMalformedAddress(c, next) {
  if (isSoundAddress(addressOf(c.req.raw.url))) return next();
  return problem(c, "invalid_request", "The address holds what is not UTF-8, or a NUL character.");
};
