import { unverified } from "../failures.ts";
import { readRevocations } from "../revocations/kept-revocations.ts";
import { readSeenStatements } from "../seen/seen-statements.ts";
import { type Accounted, newerSeen, type Offer } from "../seen/rollback.ts";
import type { InstallContext } from "../terms/context.ts";
import { pinnedFor } from "../trust/trust-store.ts";

/**
 * A bundle cannot go back in silence either: every version in the range that this home has seen and that is newer than the chosen one is in
 * it, is revoked by the signed list that is kept here, or its user allows to go below it. Throws exit 5.
 */
export async function accountInBundle(context: InstallContext, offer: Offer): Promise<Accounted> {
  const { registry, paths, tell } = context;
  const { name, range, chosen, rows, allowDowngrade } = offer;
  const newer = newerSeen(await readSeenStatements(context, name), range, chosen).filter(
    (version) => !rows.some((row) => row.version === version),
  );
  if (newer.length === 0) return { seen: new Map(), forgotten: [] };
  const list = await readRevocations(paths, registry, await pinnedFor(paths.trust, registry));
  const revoked = list?.entries.filter((one) => one.name === name && one.status !== "published") ?? [];
  const missing = newer.find((version) => !revoked.some((one) => one.version === version));
  if (missing === undefined) return { seen: new Map(), forgotten: [] };
  const has = chosen === null ? "has no version of it that may be taken" : `has ${chosen}`;
  if (!allowDowngrade)
    throw unverified(
      "bundle_older",
      `This machine has seen ${name} ${missing} at ${registry}, and the bundle ${has}`,
      "take a newer bundle, name the version, or add --allow-downgrade",
    );
  tell({
    kind: "warning",
    text: `warning: ${name} ${missing} was seen here and is not in the bundle; you allowed to go below it`,
  });
  return { seen: new Map(), forgotten: [] };
}
