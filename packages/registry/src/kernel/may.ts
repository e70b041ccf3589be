import { type Action, type ActorOf, refusalOf, refuseUnconfirmed, type Target, type TargetOf } from "@gaia/policy";
import type { Ctx } from "./context.ts";
import { RegistryError } from "./errors.ts";
import { ensurePublisher } from "./ensure-publisher.ts";
import {
  ensureShown,
  findVersion,
  type FoundVersion,
  type PublisherRow,
  subjectOf,
  versionNotFound,
} from "./find-version.ts";

/**
 * Refuses an actor that may not do this to that, by `policy`'s table of actions. Every verb that not everybody may use asks, in its own
 * body, and compares nothing by hand (docs/ARCHITECTURE.md, Who may do what).
 * @returns the actor
 * @throws RegistryError `unauthorized`, `forbidden`
 */
export function ensureMay<A extends Action>(
  ctx: Ctx,
  action: A,
  ...[target]: TargetOf<A> extends null ? [] : [target: TargetOf<A>]
): ActorOf<A> {
  return ensureMayAtAll(ctx, action, target ?? {});
}

/** The same while the target is not known, or not wholly: before a body is read, or a row looked up. @throws as `ensureMay` */
export function ensureMayAtAll<A extends Action>(ctx: Ctx, action: A, known: Target = {}): ActorOf<A> {
  const refusal = refusalOf(action, ctx.actor, known);
  if (refusal !== null) throw new RegistryError(refusal.code, refusal.reason);
  // Any other kind is refused.
  return ctx.actor as ActorOf<A>;
}

/** What may be done to a version that is not live yet; all else is about what others have. */
const WHILE_AWAITING: ReadonlySet<Action> = new Set<Action>(["addSignature", "approveVersion", "rejectVersion"]);

/**
 * The rows of a version that this actor may do this to. Who may do something to a version may know that it is there, whatever it may
 * read; to anybody else it is there as far as it is shown.
 * @throws RegistryError `unauthorized`, `forbidden`, `not_found`, `quarantined`, `purged`, `conflict` for what is only staged
 */
export async function ensureMayOn<A extends Action>(
  ctx: Ctx,
  action: A,
  input: { name: string; version: string },
): Promise<{ actor: ActorOf<A>; found: FoundVersion }> {
  const actor = ensureMayAtAll(ctx, action);
  const found = await findVersion(ctx, input, action);
  if (!found) throw versionNotFound(input);
  const refusal = refusalOf(action, ctx.actor, { ...subjectOf(found), isStaged: found.version.awaitsApproval });
  const shown = ensureShown(ctx, input, found, refusal === null ? "owner" : undefined);
  if (refusal !== null) throw new RegistryError(refusal.code, refusal.reason);
  if (shown.version.awaitsApproval && !WHILE_AWAITING.has(action)) {
    throw new RegistryError(
      "conflict",
      `${input.name} ${input.version} awaits approval: until then it is signed, approved or rejected.`,
    );
  }
  return { actor, found: shown };
}

/**
 * The publisher for which this actor may do this.
 * @throws RegistryError `unauthorized`, `forbidden`, `not_found`
 */
export async function ensureMayFor<A extends Action>(
  ctx: Ctx,
  action: A,
  input: { handle: string },
): Promise<{ actor: ActorOf<A>; publisher: PublisherRow }> {
  ensureMayAtAll(ctx, action);
  const publisher = await ensurePublisher(ctx, input.handle);
  return { actor: ensureMayAtAll(ctx, action, { publisher: publisher.handle }), publisher };
}

/**
 * Refuses a change that a stolen token or an open browser must not be enough for, until whoever has a second factor has shown it. After
 * `ensureMay…`, which says whether they may at all.
 * @throws RegistryError `second_factor_required`
 */
export function ensureConfirmed(ctx: Ctx): void {
  const refusal = refuseUnconfirmed(ctx.actor, ctx.now());
  if (refusal !== null) throw new RegistryError(refusal.code, refusal.reason);
}
