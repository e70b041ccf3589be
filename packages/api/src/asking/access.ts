import { type Action, isAction } from "@gaia/policy";
import { ensureMayAtAll, ensureMayFor, ensureMayOn, RegistryError } from "@gaia/catalog";
import type { Ctx } from "@gaia/registry";
import type { Guarded } from "@gaia/edge";
import type { MiddlewareHandler } from "hono";
import { ctxOf, type Env } from "./env.ts";

/**
 * Who may ask: anyone, any account, an admin, a member of the publisher `{handle}`, or a member of the publisher of the release
 * `{name}` `{version}`. Judged before the query and the body are looked at.
 */
type Access = "anyone" | "account" | "admin" | "publisher" | "release";

/** What an address names, judged by its route's schema already. */
type Names = Record<string, string>;

/**
 * Refuses whoever may not ask at all: first those without a token, then those who may not do what the route does, as far as the address
 * tells. Verbs ask again, with all that they know.
 * @throws RegistryError `unauthorized`, `forbidden`, and `not_found` or `purged` for what is not there for them
 */
const ENSURE: Record<Exclude<Access, "anyone">, (ctx: Ctx, action: Action, names: Names) => unknown> = {
  account: (ctx, action) => ensureMayAtAll(ctx, action),
  admin: (ctx, action) => ensureMayAtAll(ctx, action),
  publisher: (ctx, action, { handle }) => ensureMayFor(ctx, action, { handle: ensureNamed(handle) }),
  release: (ctx, action, { name, version }) =>
    ensureMayOn(ctx, action, { name: ensureNamed(name), version: ensureNamed(version) }),
};

const isGuarding = (access: string): access is keyof typeof ENSURE => Object.hasOwn(ENSURE, access);

function ensureNamed(value: string | undefined): string {
  if (value === undefined) throw new RegistryError("not_found", "There is nothing at this address.");
  return value;
}

/** Who asks (401), what the address names (404), whether they may (403): in this order, before the query and the body. */
export function authorise(access: string, { operationId = "", params }: Guarded): MiddlewareHandler<Env> {
  if (!isGuarding(access)) throw new Error(`${access} is no word for who may ask`);
  if (!isAction(operationId)) throw new Error(`${operationId} has no row in the table of actions`);
  return async function authorise(c, next) {
    const ctx = ctxOf(c);
    ensureMayAtAll(ctx, "whoAmI");
    const names = params?.safeParse(c.req.param());
    if (names?.success === false) throw new RegistryError("not_found", "There is nothing at this address.");
    await ENSURE[access](ctx, operationId, c.req.param());
    return next();
  };
}
