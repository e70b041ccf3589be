import {
  type Ctx,
  ensureActor,
  ensureAdmin,
  ensureOwnPublisher,
  ensureOwnRelease,
  RegistryError,
} from "@gaia/registry";
import type { Access } from "./definitions/define-route.ts";

/** What an address names, judged by its route's schema already. */
type Names = Record<string, string>;

/**
 * Refuses whoever may not ask at all: first those without a token, then those who have no business there. Verbs ask again, in the
 * transaction that acts.
 * @throws RegistryError `unauthorized`, `forbidden`, and `not_found` or `purged` for what is not there for them
 */
export const ENSURE: Record<Access, (ctx: Ctx, names: Names) => unknown> = {
  account: ensureActor,
  admin: ensureAdmin,
  publisher: (ctx, { handle }) => ensureOwnPublisher(ctx, { handle: ensureNamed(handle) }),
  release: (ctx, { name, version }) =>
    ensureOwnRelease(ctx, { name: ensureNamed(name), version: ensureNamed(version) }),
};

function ensureNamed(value: string | undefined): string {
  if (value === undefined) throw new RegistryError("not_found", "There is nothing at this address.");
  return value;
}
