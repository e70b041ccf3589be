import { applyRevocations, judgeRevocations } from "@gaia/trust";
import type { InstallContext } from "../terms/context.ts";
import { followHandovers } from "../handover/follow-handovers.ts";
import { InstallError, unverified } from "../failures.ts";
import type { HomePaths } from "../home/home.ts";
import { pinnedFor, type PinnedKey } from "../trust/trust-store.ts";
import { keepRevocations, type KeptRevocations, readRevocations } from "./kept-revocations.ts";

type Context = Pick<InstallContext, "registry" | "paths" | "door" | "tell" | "isOffline">;
type Answer = Awaited<ReturnType<InstallContext["door"]["revocations"]>>;

/** What can be said of revocations. `list` null: nothing is known; `unreached` says why no newer one was fetched. */
export interface Consulted {
  isPinned: boolean;
  list: KeptRevocations | null;
  isExpired: boolean;
  unreached: string | null;
}

/** A list is good for so long without asking: with a cache's 30 seconds and the registry's own it makes less than a minute. */
const FRESH_MS = 25_000;

/**
 * The registry's list of revocations, as its pinned keys signed it: kept, or fetched when the kept one is not of this moment. What cannot
 * be fetched is said and not thrown. Throws exit 5 for a list that does not hold, or that is older than one seen here.
 */
export async function consultRevocations(
  context: Context,
  { isOffline, allowDowngrade, now }: { isOffline: boolean; allowDowngrade: boolean; now: Date },
): Promise<Consulted> {
  const { paths, registry } = context;
  const pinned = await pinnedFor(paths.trust, registry);
  if (pinned.length === 0) return NOT_PINNED;
  const kept = await readRevocations(paths, registry, pinned);
  let list = kept;
  let unreached: string | null = isOffline ? NOT_ASKED : null;
  const age = kept === null ? Infinity : now.getTime() - kept.fetchedAt.getTime();
  if (!isOffline && (age < 0 || age >= FRESH_MS)) {
    try {
      list = await fetchRevocations(context, { kept, pinned, allowDowngrade, now });
      await keepRevocations(paths, registry, { kept: list, pinned, isAllowedBack: allowDowngrade });
    } catch (error) {
      if (error instanceof InstallError || !(error instanceof Error)) throw error;
      unreached = error.message;
    }
  }
  return toConsulted(list, unreached, now);
}

/** The same by what is kept here alone, of any registry. */
export async function keptConsulted(
  paths: Pick<HomePaths, "trust" | "revocations">,
  registry: string,
  now: Date,
): Promise<Consulted> {
  const pinned = await pinnedFor(paths.trust, registry);
  if (pinned.length === 0) return NOT_PINNED;
  return toConsulted(await readRevocations(paths, registry, pinned), NOT_ASKED, now);
}

const NOT_PINNED: Consulted = { isPinned: false, list: null, isExpired: false, unreached: null };
const NOT_ASKED = "it was not asked";

const toConsulted = (list: KeptRevocations | null, unreached: string | null, now: Date): Consulted => ({
  isPinned: true,
  list,
  isExpired: list !== null && now >= new Date(list.head.expires_at),
  unreached,
});

interface Fetching {
  kept: KeptRevocations | null;
  pinned: readonly PinnedKey[];
  allowDowngrade: boolean;
  now: Date;
}

async function fetchRevocations(context: Context, input: Fetching): Promise<KeptRevocations> {
  const { door, registry, paths } = context;
  const { kept } = input;
  const first = settle(await door.revocations({ since: kept?.head.sequence ?? null, isFresh: false }), input);
  if (typeof first !== "string") return first;
  // A cache may be behind, and statements commit out of order: the whole list, from the registry itself, decides.
  // And a machine that only verifies sleeps through a change of the registry's key, too.
  await followHandovers(context);
  const followed = { ...input, pinned: await pinnedFor(paths.trust, registry) };
  const second = settle(await door.revocations({ since: null, isFresh: true }), followed);
  if (typeof second !== "string") return second;
  throw unverified(
    second === OLDER ? "revocations_rolled_back" : "revocations_invalid",
    `The list of revocations of ${registry} does not hold: ${second}`,
    second === OLDER
      ? "try again; install with --allow-downgrade when the registry's operators say that it lost data"
      : "try again, and tell the registry's operators if it stays",
  );
}

const OLDER = "it is older than one that this machine has seen";

function settle(answer: Answer, { kept, pinned, allowDowngrade, now }: Fetching): KeptRevocations | string {
  const { envelope, since } = answer;
  if (since !== null && since !== kept?.head.sequence) return "it begins elsewhere than was asked for";
  const entries = since === null ? answer.entries : applyRevocations(kept?.entries ?? [], answer.entries);
  const judged = judgeRevocations({ envelope, entries }, pinned);
  if ("reason" in judged) return judged.reason;
  const { head } = judged;
  if (kept !== null && head.registry !== kept.head.registry && !allowDowngrade) return "it is another registry's";
  if (kept !== null && head.sequence < kept.head.sequence && !allowDowngrade) return OLDER;
  // Issued earlier over the same statements: what is kept says no less.
  if (kept !== null && head.sequence === kept.head.sequence && head.issued_at < kept.head.issued_at)
    return { ...kept, fetchedAt: now };
  return { ...judged, envelope, fetchedAt: now };
}
