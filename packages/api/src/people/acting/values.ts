import { z } from "@hono/zod-openapi";

/** Values of more than one noun of `/auth`. */

/** Bounded before it is hashed. */
export const Password = z.string().min(1).max(256);
/** Of who is signed in, where a change asks for it. */
export const OwnPassword = z.object({ password: Password.nullable().default(null) });
export const Email = z.email().max(254);
export const Code = z.string().min(1).max(64);
/** What was sent by mail, or a token. */
export const Secret = z.string().min(1).max(512);
/** Of a session, a passkey or an identity. */
export const Id = z.string().min(1).max(64);
/** Only cookies come of it. */
export const Nothing: z.ZodType<object> = z.object({});
/** That it was done. */
export const done = <Word extends string>(...words: [Word, ...Word[]]) => z.object({ status: z.enum(words) });
