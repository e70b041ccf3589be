import type { Action } from "@gaia/policy";
import { type Ctx, ensureMayAtAll, ensureMayFor, ensureMayOn, RegistryError } from "@gaia/registry";
import type { Access } from "./definitions/define-route.ts";

/** What an address names, judged by its route's schema already. */
type Names = Record<string, string>;

/**
 * Refuses whoever may not ask at all: first those without a token, then those who may not do what the route does, as far as the address
 * tells. Verbs ask again, with all that they know.
 * @throws RegistryError `unauthorized`, `forbidden`, and `not_found` or `purged` for what is not there for them
 */
export const ENSURE: Record<Access, (ctx: Ctx, action: Action, names: Names) => unknown> = {
  account: (ctx, action) => ensureMayAtAll(ctx, action),
  admin: (ctx, action) => ensureMayAtAll(ctx, action),
  publisher: (ctx, action, { handle }) => ensureMayFor(ctx, action, { handle: ensureNamed(handle) }),
  release: (ctx, action, { name, version }) =>
    ensureMayOn(ctx, action, { name: ensureNamed(name), version: ensureNamed(version) }),
};

function ensureNamed(value: string | undefined): string {
  if (value === undefined) throw new RegistryError("not_found", "There is nothing at this address.");
  return value;
}
