import type { MiddlewareHandler } from "hono";
import type { Area } from "../terms/area.ts";
import type { Env } from "../terms/env.ts";
import { addressOf } from "../terms/address.ts";
import { isSoundAddress } from "./storable-text.ts";

/** Refuses addresses that are no text, before any part of them is looked up. */
export function refuseMalformedAddress({ dialect }: Area): MiddlewareHandler<Env> {
  return async function refuseMalformedAddress(c, next) {
    if (isSoundAddress(addressOf(c.req.raw.url))) return next();
    return dialect.refuse(c, "invalid_request", "The address holds what is not UTF-8, or a NUL character.");
  };
}
