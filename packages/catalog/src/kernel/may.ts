import {
  type Action,
  type ActorOf,
  asksEachTime,
  type AskedWhenLaxer,
  refusalOf,
  refuseUnconfirmed,
  type Target,
  type TargetOf,
} from "@gaia/policy";
import type { ReadCtx } from "./context.ts";
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
 * body, and compares nothing by hand (docs/architecture/rights.md). It asks for the second factor, too, where the row says so.
 * @returns the actor
 * @throws RegistryError `unauthorized`, `forbidden`, `second_factor_required`
 */
export function ensureMay<A extends Action>(
  ctx: ReadCtx,
  action: A,
  ...[target]: TargetOf<A> extends null ? [] : [target: TargetOf<A>]
): ActorOf<A> {
  return ensureMayAtAll(ctx, action, target ?? {});
}

/**
 * The same while the target is not known, or not wholly: before a body is read, or a row looked up. Whatever else is called `ensureMay…`
 * ends with this, of the target that it found: it is the one place that gives out an actor, and that asks for the second factor.
 * @throws as `ensureMay`
 */
export function ensureMayAtAll<A extends Action>(ctx: ReadCtx, action: A, known: Target = {}): ActorOf<A> {
  const refusal = refusalOf(action, ctx.actor, known);
  if (refusal !== null) throw new RegistryError(refusal.code, refusal.reason);
  if (asksEachTime(action, known)) ensureShownFactor(ctx);
  // Any other kind is refused.
  return ctx.actor as ActorOf<A>;
}

/** What may be done to a version that is not live yet; all else is about what others have. */
const WHILE_AWAITING: ReadonlySet<Action> = new Set<Action>(["addSignature", "approveVersion", "rejectVersion"]);

/**
 * The rows of a version that this actor may do this to. Who may do something to a version may know that it is there, whatever it may
 * read; to anybody else it is there as far as it is shown.
 * @throws RegistryError `unauthorized`, `forbidden`, `second_factor_required`, `not_found`, `quarantined`, `purged`, `conflict` for what is
 *   only staged
 */
export async function ensureMayOn<A extends Action>(
  ctx: ReadCtx,
  action: A,
  input: { name: string; version: string },
): Promise<{ actor: ActorOf<A>; found: FoundVersion }> {
  ensureMayAtAll(ctx, action);
  const found = await findVersion(ctx, input, action);
  if (!found) throw versionNotFound(input);
  const target = { ...subjectOf(found), isStaged: found.version.awaitsApproval };
  const refusal = refusalOf(action, ctx.actor, target);
  const shown = ensureShown(ctx, input, found, refusal === null ? "owner" : undefined);
  if (refusal === null && shown.version.awaitsApproval && !WHILE_AWAITING.has(action)) {
    throw new RegistryError(
      "conflict",
      `${input.name} ${input.version} awaits approval: until then it is signed, approved or rejected.`,
    );
  }
  return { actor: ensureMayAtAll(ctx, action, target), found: shown };
}

/**
 * The publisher for which this actor may do this.
 * @throws RegistryError `unauthorized`, `forbidden`, `second_factor_required`, `not_found`
 */
export async function ensureMayFor<A extends Action>(
  ctx: ReadCtx,
  action: A,
  input: { handle: string },
): Promise<{ actor: ActorOf<A>; publisher: PublisherRow }> {
  ensureMayAtAll(ctx, action);
  const publisher = await ensurePublisher(ctx, input.handle);
  return { actor: ensureMayAtAll(ctx, action, { publisher: publisher.handle }), publisher };
}

/**
 * The same where the action's row leaves it to the verb whether this change is one (`when laxer`).
 * @throws RegistryError `second_factor_required`
 */
export function ensureConfirmed(ctx: ReadCtx, _action: AskedWhenLaxer): void {
  ensureShownFactor(ctx);
}

/** Refuses what a stolen token or an open browser must not be enough for, until an actor that has a second factor has shown it. */
function ensureShownFactor(ctx: ReadCtx): void {
  const refusal = refuseUnconfirmed(ctx.actor, ctx.now());
  if (refusal !== null) throw new RegistryError(refusal.code, refusal.reason);
}
