import type { ServeContext } from "./context.ts";
import { consulting } from "./consulted.ts";
import { type Catalog, EMPTY, loadCatalog } from "./catalog.ts";
import { stampOf } from "./stamp.ts";

const LOOK_MS = 2_000;

/** The catalog as it is now. */
export interface KeptCatalog {
  /** Loaded anew where anything changed since; asking costs a few dozen `lstat`. */
  current(): Promise<Catalog>;
  /** Loaded anew in any case: something was found to be other than it was judged. */
  reload(): Promise<Catalog>;
  stop(): void;
}

/**
 * Keeps a catalog up to date: it looks every two seconds whether anything changed, and asks the registries every `refreshMs` what they
 * took back. `changed` is told of each load; before the first there is none. A load that fails keeps nothing on offer and is said.
 */
export function keepCatalog(
  context: ServeContext,
  changed: (now: Catalog, before: Catalog | null) => void,
): KeptCatalog {
  let kept: { stamp: string; catalog: Catalog } | null = null;
  let turn: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const next = turn.then(work, work);
    turn = next.catch(() => {});
    return next;
  };
  const load = async (stamp: string): Promise<Catalog> => {
    const before = kept?.catalog ?? null;
    const catalog = await loadCatalog(context).catch((error: unknown) => {
      context.log("warning", `nothing can be offered: ${error instanceof Error ? error.message : String(error)}`);
      return EMPTY;
    });
    kept = { stamp, catalog };
    changed(catalog, before);
    return catalog;
  };
  const current = () =>
    inTurn(async () => {
      const stamp = await stampOf(context);
      return kept !== null && kept.stamp === stamp ? kept.catalog : load(stamp);
    });
  const reload = () => inTurn(async () => load(await stampOf(context)));
  // A registry may take its time: nobody waits for it.
  const refresh = async () => {
    const standing = await askedAnew(context, kept?.catalog ?? EMPTY);
    await inTurn(async () => {
      if (kept !== null && standing !== kept.catalog.standing) await load(kept.stamp);
    });
  };
  const quietly = (work: () => Promise<unknown>) => () =>
    void work().catch((error: unknown) => context.log("warning", String(error)));
  const timers = [setInterval(quietly(current), LOOK_MS)];
  if (context.refreshMs !== null) timers.push(setInterval(quietly(refresh), context.refreshMs));
  for (const timer of timers) timer.unref();
  quietly(async () => {
    await current();
    if (context.refreshMs !== null) await refresh();
  })();
  return { current, reload, stop: () => timers.forEach(clearInterval) };
}

/** Asks every registry what it took back, and says as `Catalog.standing` does what holds now. One that cannot be asked keeps its list. */
async function askedAnew(context: ServeContext, { registries }: Catalog): Promise<string> {
  const online = consulting(context, { isOffline: false });
  for (const registry of registries)
    // One that does not hold is told as the reason why its skills are not offered.
    await online.consult(registry).catch(() => {});
  return online.standing();
}
