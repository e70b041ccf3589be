import type { Verdict } from "./verdicts.ts";
import type { Status } from "./states.ts";
import { compareTiers } from "./tiers.ts";
import type { Tier } from "./tiers.ts";

/** Everything that the tier of a version depends on. */
export interface Standing {
  status: Status;
  /** Of its current inspection; null while there is none. */
  verdict: Verdict | null;
  /** Whether an admin cleared exactly that inspection. */
  cleared: boolean;
  /** Whether its manifest declares permissions; inferred ones are not declared. */
  permissionsDeclared: boolean;
  /** Whether a signature over its `SHA256SUMS` verifies against a key its publisher had registered before. */
  signatureValid: boolean;
  /** Whether its signers, or that it has none, wait for its owner's confirmation. */
  signerHeld: boolean;
  /** Why an admin took its tier away; null: none did. */
  demotedReason: string | null;
}

/** What keeps a version from the community tier (docs/specification.md §4.2, §4.4), as sentences for its author. Empty: it may rise. */
export function communityObstacles(standing: Standing): string[] {
  const { status, verdict, cleared, permissionsDeclared, signatureValid, signerHeld, demotedReason } = standing;
  const obstacles: string[] = [];
  if (status !== "published") obstacles.push(`The version is ${status}; only a published one can rise.`);
  if (verdict === null) obstacles.push("Its inspection has not come to a verdict yet.");
  if (verdict === "BLOCK") obstacles.push("Its inspection ended with BLOCK.");
  if (verdict === "REVIEW" && !cleared)
    obstacles.push("Its inspection ended with REVIEW, and no admin has cleared it.");
  if (!permissionsDeclared) obstacles.push("Its manifest declares no permissions.");
  if (!signatureValid) obstacles.push("No signature of its publisher over SHA256SUMS has been verified.");
  if (signerHeld)
    obstacles.push("Others signed this skill until now: its owner has to confirm who signs it (`confirm-signer`).");
  if (demotedReason !== null) obstacles.push(`An admin took its tier away: ${demotedReason}`);
  return obstacles;
}

/**
 * What keeps a version from the verified tier (docs/specification.md §4.1, §4.4). It must be community, and still deserve that.
 * `sameActor` is whether the admin who decides is its publisher or belongs to it; leave it out where nobody decides yet. `undeclared` is
 * what its files surely use and its manifest does not declare: verified grants without asking (docs/specification.md §3.3), so its
 * ceiling is what was declared.
 */
export function verifiedObstacles(
  standing: Standing & { tier: Tier; undeclared: readonly string[]; sameActor?: boolean | undefined },
): string[] {
  const { tier, undeclared, sameActor } = standing;
  const obstacles = communityObstacles(standing);
  if (tier === "verified") obstacles.push("The version is verified already.");
  if (compareTiers(tier, "community") < 0)
    obstacles.push(`The version is ${tier}; it has to be community before it can be verified.`);
  if (undeclared.length > 0)
    obstacles.push(`An audit approves what is declared, and its files use ${undeclared.join(", ")} beyond that.`);
  if (sameActor === true) obstacles.push("A publisher of a skill cannot be the admin who verifies it.");
  return obstacles;
}
