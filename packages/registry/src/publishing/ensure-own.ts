import { ensureMemberOf } from "../kernel/actor.ts";
import type { Ctx } from "../kernel/context.ts";
import { ensureVisible } from "../kernel/find-version.ts";
import { ensurePublisher } from "../kernel/ensure-publisher.ts";

/** That the actor is of the publisher. @throws RegistryError `unauthorized`, `forbidden`, `not_found` */
export async function ensureOwnPublisher(ctx: Ctx, input: { handle: string }): Promise<void> {
  ensureMemberOf(ctx, await ensurePublisher(ctx, input.handle));
}

/** That the actor is of the release's publisher. @throws RegistryError `unauthorized`, `forbidden`, and as `ensureVisible` does */
export async function ensureOwnRelease(ctx: Ctx, input: { name: string; version: string }): Promise<void> {
  ensureMemberOf(ctx, (await ensureVisible(ctx, input)).publisher);
}
