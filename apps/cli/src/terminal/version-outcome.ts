import { calledAs } from "../failures/invocation.ts";
import { type components, signsRelease } from "@gaia/client";
import { toldSigner } from "@gaia/install/judged";
import { signersText } from "@gaia/policy";
import { bold, dim, green, red, type Shown, t, yellow } from "./shown-text.ts";
import type { Terminal } from "./terminal.ts";

type Version = components["schemas"]["Version"];

/** A tier in its colour. */
export function tierText(tier: string): Shown {
  if (tier === "verified") return green(tier);
  return tier === "community" ? t`${tier}` : yellow(tier);
}

/** A verdict in its colour; a dash when there is none yet. */
export function verdictText(verdict: string | null): Shown {
  if (verdict === "ALLOW") return green(verdict);
  if (verdict === "BLOCK") return red(verdict);
  return verdict === null ? dim("not inspected yet") : yellow(verdict);
}

/** `is deprecated: no longer kept; use other-skill instead`, as its publisher says it. */
export const deprecationText = ({ message, replacement }: NonNullable<Version["deprecated"]>): string =>
  `is deprecated: ${message}${replacement === null ? "" : `; use ${replacement} instead`}`;

/** Where a version stands: tier, verdict and its reason, and what its author can do next. */
export function showOutcome(terminal: Terminal, version: Version): void {
  terminal.line(
    t`  status   ${bold(version.status)}${version.status_reason === null ? "" : ` (${version.status_reason})`}`,
  );
  terminal.line(t`  tier     ${tierText(version.security_tier)}`);
  const reason = version.verdict_reason === null ? t`` : t`: ${version.verdict_reason}`;
  terminal.line(
    t`  verdict  ${verdictText(version.verdict)}${version.cleared ? " (cleared by an admin)" : ""}${reason}`,
  );
  const next = nextStep(version);
  if (next !== null) terminal.note(t`  next     ${next}`);
}

/** What its author can do next, or null when there is nothing. */
function nextStep(version: Version): string | null {
  const release = `${version.name}@${version.version}`;
  const isSigned = version.signatures.some(signsRelease);
  if (version.status === "received" || version.status === "inspecting")
    return `it is being inspected; look again with \`${calledAs(`info ${release}`)}\``;
  if (version.status === "quarantined")
    return (
      `it cannot be installed; its page and \`${calledAs("scan FOLDER")}\` list the findings: correct them and publish a new version, or ` +
      "ask an admin to look at it"
    );
  if (version.status === "staged") {
    const approve = calledAs(`approve ${version.name} ${version.version}`);
    return `only its publisher sees it; another member makes it live with \`${approve}\``;
  }
  if (version.status !== "published") return null;
  if (version.security_tier === "verified") return null;
  if (version.security_tier === "community") return `ask for the audit with \`${calledAs(`promote ${release}`)}\``;
  if (version.signer_change?.status === "pending") {
    const { from, to } = version.signer_change;
    const [until, now] = [from, to].map((signers) => signersText(signers.map(toldSigner)));
    const confirm = `confirm with \`${calledAs(`confirm-signer ${release}`)}\` that it is ${now} now`;
    return `no plain install takes it, because the skill was signed by ${until} until then: have that one sign it, or ${confirm}`;
  }
  if (version.verdict === "REVIEW" && !version.cleared)
    return (
      "it is held for review: no list shows it, and an install of it needs `--allow-held`, until an admin clears it or you publish a " +
      `version without what it is held for; \`${calledAs(`contest ${release} --reason TEXT`)}\` contests it (scope review)`
    );
  if (version.permissions.declared === null)
    return "declare its permissions in the manifest, publish a new version and sign that to reach community";
  if (!isSigned) return `sign it with \`${calledAs("sign DIR --gpg")}\` to reach community`;
  return null;
}
