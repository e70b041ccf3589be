import type { Actor, Ctx } from "./context.ts";
import { RegistryError } from "./errors.ts";

/** @throws RegistryError `unauthorized` when the request carries no valid token */
export function ensureActor(ctx: Ctx): Actor {
  if (!ctx.actor) {
    throw new RegistryError("unauthorized", "This needs a token: send `Authorization: Bearer gsk_…`.");
  }
  return ctx.actor;
}

/** @throws RegistryError `unauthorized`, `forbidden` */
export function ensureAdmin(ctx: Ctx): Actor {
  const actor = ensureActor(ctx);
  if (actor.role !== "admin") throw new RegistryError("forbidden", "This needs an admin's token.");
  return actor;
}

/** @throws RegistryError `unauthorized`, `forbidden` when the account does not belong to that publisher */
export function ensureMemberOf(ctx: Ctx, publisher: { id: number; handle: string }): Actor {
  const actor = ensureActor(ctx);
  if (!isMemberOf(actor, publisher.id)) {
    throw new RegistryError(
      "forbidden",
      `Your account ${actor.handle} does not belong to publisher ${publisher.handle}.`,
    );
  }
  return actor;
}

export function isMemberOf(actor: Actor | null, publisherId: number): boolean {
  return actor?.publishers.some((publisher) => publisher.id === publisherId) ?? false;
}

/** How much of a skill's states this actor may see (design §5). */
export function viewerOf(actor: Actor | null, publisherId: number): "anyone" | "owner" | "admin" {
  if (actor?.role === "admin") return "admin";
  return isMemberOf(actor, publisherId) ? "owner" : "anyone";
}

/** The publisher an account publishes as: the one it names, else its only one, else the one of its own handle. */
export function choosePublisher(actor: Actor, handle: string | null): { id: number; handle: string } {
  if (handle !== null) {
    const named = actor.publishers.find((publisher) => publisher.handle === handle);
    if (named) return named;
    throw new RegistryError("forbidden", `Your account ${actor.handle} does not belong to publisher ${handle}.`);
  }
  const own = actor.publishers.find((publisher) => publisher.handle === actor.handle);
  const chosen = actor.publishers.length === 1 ? actor.publishers[0] : own;
  if (chosen) return chosen;
  throw new RegistryError("invalid_request", "Your account has several publishers: name one with `?publisher=`.");
}
