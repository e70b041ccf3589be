// What installs: everything that one install, update or sync needs, and what it gives.
export { install, type InstallWish } from "./deeds/install.ts";
export { update } from "./deeds/update.ts";
export type { FallenTier } from "./deeds/fallen-tiers.ts";
export { sync } from "./deeds/sync.ts";
export type { Outcome } from "./deeds/write-plan.ts";
export type { Chosen, PermissionDifference, Person, Proposal, ProposedRelease } from "./deeds/proposal.ts";
export type { Held } from "./choice/planned-update.ts";
export { type Plan, planInstall, type Planned, type PlanWish } from "./choice/planned-install.ts";
export { chooseFrom, ensureMinAge, ensureRange, isNewer } from "./choice/chosen-version.ts";
export type {
  Needed,
  FetchedRelease,
  InstallContext,
  Pin,
  ResolveNpmPins,
  ResolvePins,
  RegistryDoor,
  Told,
  Version,
} from "./terms/context.ts";
export type { PlannedRelease } from "./plan/planned-release.ts";
export { type FailureKind, InstallError } from "./failures.ts";
export { heldFor, heldRowFor } from "./terms/held.ts";
export { parseSpec } from "./home/home.ts";
export { offlineDoor } from "./cache/offline-door.ts";
export { MOST_BILL_BYTES } from "./terms/bill.ts";
export { fetchRelease } from "./release/fetched-release.ts";
export { foundBeyond } from "./terms/needed-consent.ts";
