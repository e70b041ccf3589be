import { planInstall, type PlanWish } from "../choice/planned-install.ts";
import type { InstallContext } from "../terms/context.ts";
import { installedPlace } from "../home/home.ts";
import type { Person } from "./proposal.ts";
import { type Allowed, type Copying, type Failed, type Outcome, writePlan } from "./write-plan.ts";

/** What is asked for, and the agents for which it is copied as well. */
export interface InstallWish extends Allowed, Copying {
  roots: PlanWish["roots"];
}

/**
 * Installs skills with what they need (docs/specification.md §7, §10.3): chosen, fetched, judged, agreed to, and only then written, all of
 * them or none. Throws an `InstallError`, or what the context's door or the person throws.
 */
export async function install(context: InstallContext, wish: InstallWish, person: Person): Promise<Outcome> {
  for (const { name } of wish.roots) await installedPlace(context.paths, name);
  const plan = await planInstall(context, { ...wish, mayMove: new Set() });
  await person.chosen?.({ plan, passedOver: [], held: [], signerNews: [], underReview: [] });
  return ofAll(await writePlan(plan, { ...wish, sparesOthers: false, deed: "install" }, person));
}

/** All or none: what of it is refused ends all of it. */
function ofAll(done: Outcome | Failed): Outcome {
  if (!("failed" in done)) return done;
  throw [...done.failed.values()][0];
}
