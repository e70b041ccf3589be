import { ensureMayAtAll, RegistryError } from "@gaia/catalog";
import type { Ctx } from "../kernel/context.ts";

/**
 * The publisher an account publishes as: the one it names, else its only one, else the one of its own handle.
 * @throws RegistryError `unauthorized`, `forbidden`, `invalid_request` when it has to name one
 */
export function choosePublisher(
  ctx: Ctx,
  handle: string | null,
  action: "publishSkill" | "stageSkill" = "publishSkill",
): { id: number; handle: string } {
  const actor = ensureMayAtAll(ctx, action, { publisher: handle ?? undefined });
  const { publishers } = actor;
  const only = publishers.length === 1 ? publishers[0] : undefined;
  const named = publishers.find((publisher) => publisher.handle === (handle ?? actor.handle));
  const chosen = handle === null ? (only ?? named) : named;
  if (chosen) return chosen;
  throw new RegistryError("invalid_request", "Your account has several publishers: name one with `?publisher=`.");
}
