import { firstReason, type Status, type Tier, TIERS } from "@gaia/policy";
import { type Candidate, chooseVersion, parseRange } from "@gaia/resolver";

/** The version that an install without options takes, and its tier. */
export interface PlainInstall {
  version: string;
  security_tier: Tier;
}

/** A version as far as it decides what an install takes. */
interface Offered {
  version: string;
  status: Status;
  tier: Tier;
  held: boolean;
  /** Why it is held for review; null: it is not. */
  heldReason: string | null;
  signerChange: "pending" | "confirmed" | null;
}

/** What `install NAME` allows without an option. */
const PLAIN: readonly Tier[] = TIERS.filter((tier) => tier !== "experimental");

/** Options of `gaia-skill install` that let more in. */
export const INSTALL_OPTIONS = ["--allow-experimental", "--allow-held"] as const;

type InstallOption = (typeof INSTALL_OPTIONS)[number];

/** What an install without options takes, by the rule of every client (`chooseVersion`); null: nothing. */
export function plainInstallOf(versions: readonly Offered[]): PlainInstall | null {
  const { chosen } = chooseAmong(versions);
  const found = versions.find(({ version }) => version === chosen);
  return found === undefined ? null : { version: found.version, security_tier: found.tier };
}

/**
 * Published versions that are newer than what an install without options takes, newest first, and what each of them needs: options, and
 * whether it has to be named exactly.
 * @param versions newest first
 */
export function needingOption(versions: readonly Offered[]) {
  const { passedOver } = chooseAmong(versions);
  return passedOver.flatMap(({ version, code, reason }) => {
    const row = versions.find((one) => one.version === version);
    if (row === undefined || row.status !== "published") return [];
    const isExact = code === "prerelease" || row.signerChange === "pending";
    return [{ version, security_tier: row.tier, options: optionsFor(row), exact: isExact, reason }];
  });
}

/** Without which no install takes this version, however it is named. */
export function optionsFor({ tier, held }: Pick<Offered, "tier" | "held">): InstallOption[] {
  // The second one lets experimental in, too.
  if (held) return ["--allow-held"];
  return tier === "experimental" ? ["--allow-experimental"] : [];
}

const chooseAmong = (versions: readonly Offered[]) =>
  chooseVersion({ versions: versions.map(toCandidate), range: parseRange("*"), allowedTiers: PLAIN });

const toCandidate = ({ version, status, tier, held, heldReason, signerChange }: Offered): Candidate => ({
  version,
  status,
  tier,
  isSignerHeld: signerChange === "pending",
  heldFor: held ? firstReason(heldReason ?? "") : null,
});
