import { signersText, whyAllYanked } from "@gaia/policy";
import { type components, noPermissionsWords } from "@gaia/client";
import { misused } from "../../failures/failures.ts";
import { chooseFrom, ensureRange, foundBeyond, heldFor, heldRowFor, parseSpec } from "@gaia/install";
import { isVersion } from "@gaia/install/installed";
import { toldSigner } from "@gaia/install/judged";
import { buildRows } from "../../terminal/build-rows.ts";
import { ensureAnswer, openRegistry } from "../../session/registry.ts";
import { showRemediation } from "../../inspection/show-remediation.ts";
import { showContestOf } from "../community/contest.ts";
import { countedFiles, inBytes } from "../../terminal/sizes.ts";
import type { Session } from "../../session/session.ts";
import { bold, dim, green, joined, red, type Showable, type Shown, t, yellow } from "../../terminal/shown-text.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import { deprecationText, tierText, verdictText } from "../../terminal/version-outcome.ts";

type Version = components["schemas"]["Version"];
type Skill = components["schemas"]["Skill"];

/** `info <name[@version]>`: everything the registry says about a skill or one version of it. */
export async function info(session: Session, input: { spec: string }): Promise<void> {
  const { terminal } = session;
  const { name, range } = parseSpec(input.spec);
  const api = await openRegistry(session);
  if (range !== null) {
    if (!isVersion(range)) throw misused(`"${range}" is not an exact version`);
    const version = await ensureAnswer(
      api.GET("/skills/{name}/{version}", { params: { path: { name, version: range } } }),
    );
    terminal.result(version);
    showVersion(terminal, version);
    await showRemediation(session, version);
    await showContestOf(session, version);
    return;
  }
  const skill = await ensureAnswer(api.GET("/skills/{name}", { params: { path: { name } } }));
  terminal.result(skill);
  showVersion(terminal, skill);
  await showRemediation(session, skill);
  await showContestOf(session, skill);
  showHistory(terminal, skill);
}

function showVersion(terminal: Terminal, version: Version): void {
  const row = (label: string, value: Showable) => terminal.line(t`  ${dim(label.padEnd(12))} ${value}`);
  terminal.line(
    t`${bold(version.name)} ${version.version}  ${version.display_name === version.name ? "" : version.display_name}`,
  );
  terminal.line(t`  ${version.description}`);
  const held = heldFor(version);
  if (held !== null) row("held", yellow(`for review: ${version.verdict_reason ?? held}`));
  row("publisher", version.publisher);
  // Who released it signed it; a skill that changed hands is somebody else's by now.
  if (version.owner !== undefined && version.owner !== version.publisher)
    row("owner", t`${bold(version.owner)}, since the skill was transferred`);
  if (version.published_via) row("via", viaText(version.published_via));
  const from = version.mirrored_from;
  if (from) row("mirrored", t`from ${from.origin}${from.publisher === null ? "" : `, of ${from.publisher} there`}`);
  row("tier", tierText(version.security_tier));
  const change = version.signer_change;
  if (change)
    row(
      "signer",
      yellow(
        `${signersText(change.to.map(toldSigner))}, until then ${signersText(change.from.map(toldSigner))}: ${change.status}`,
      ),
    );
  const { verdict_reason: why, status_reason: whyStatus } = version;
  row("verdict", held === null ? t`${verdictText(version.verdict)} ${why}` : verdictText(version.verdict));
  if (version.status !== "published")
    row("status", whyStatus === why ? red(version.status) : t`${red(version.status)} ${whyStatus}`);
  if (version.deprecated) row("deprecated", yellow(deprecationText(version.deprecated)));
  const signatures = version.signatures.map(
    ({ kind, signer, status, file }) =>
      t`${STATUS_COLOURS[status](status)} ${kind} ${signer}${file === undefined ? "" : ` over the directory (${file})`}`,
  );
  row("signatures", signatures.length === 0 ? yellow("none") : joined(signatures, ", "));
  for (const build of buildRows(version)) row("build", build);
  row("permissions", permissionsText(version.permissions));
  const found = foundBeyond(version).map(({ permission }) => permission);
  if (found.length > 0) row("found in it", yellow(found.join(", ")));
  row("tools", version.tools.map(({ name }) => name).join(", ") || "none");
  row("format", `${version.format}, ${version.kind}`);
  row("licence", version.license ?? "none stated");
  if (version.requirements.dependencies.length > 0) row("needs", version.requirements.dependencies.join(", "));
  if (version.homepage !== null) row("homepage", version.homepage);
  row("size", `${inBytes(version.size_bytes)}, ${countedFiles(version.file_count)}`);
  const { context_tokens: context } = version;
  if (context != null)
    row(
      "context",
      `${context.always} tokens always, ${context.when_used} when used, ${context.at_most} at most (${context.encoding})`,
    );
  row("digest", version.content_digest);
  for (const { severity, code, message } of version.diagnostics.slice(0, 20)) row(severity, `${code} ${message}`);
}

/** Which run of which workflow it was, as its CI said. */
function viaText({ repository, subject, workflow, ref, run, issuer }: NonNullable<Version["published_via"]>): Shown {
  const words = [repository ?? subject, workflow, ref === null ? null : `at ${ref}`];
  const said = words.filter((one) => one !== null).join(" ");
  return t`${said}${run === null ? "" : `, run ${run}`} ${dim(`(${issuer})`)}`;
}

/** `unregistered` and `unknown`: of the package's own, by nobody of its publisher's. */
const STATUS_COLOURS = { valid: green, revoked: red, invalid: red, unregistered: yellow, unknown: yellow };

function permissionsText({ declared, inferred }: Version["permissions"]): Showable {
  const asked = (declared ?? []).filter((one) => !one.endsWith(":none"));
  if (asked.length > 0) return asked.join(", ");
  if (inferred.length > 0)
    return yellow(declared === null ? "none declared: unknown" : "It declares that it needs nothing; more was found.");
  return declared === null ? yellow(noPermissionsWords(false)) : noPermissionsWords(true);
}

/** Which version an install without options takes, when that is not the one that is shown. */
function showInstall(terminal: Terminal, skill: Skill): void {
  const yanked = whyAllYanked({
    name: skill.name,
    versions: skill.versions,
    newest: { version: skill.version, reason: skill.status_reason },
  });
  if (yanked !== null) return terminal.line(t`  ${dim("install".padEnd(12))} ${yellow(yanked)}`);
  const plain = { range: ensureRange("*"), allowExperimental: false, allowHeld: false, leastTier: null, minAge: null };
  const choice = chooseFrom(skill, plain);
  const { chosen, passedOver } = choice;
  const why = passedOver.map(tellingOnce(skill)).join("; ");
  const codes = new Set(passedOver.map(({ code }) => code));
  const option = codes.has("tier") ? "--allow-experimental" : codes.has("held") ? "--allow-held" : null;
  const without = option === null ? "" : ` without ${option}`;
  if (chosen === null) terminal.line(t`  ${dim("install".padEnd(12))} ${yellow(`takes none${without}`)} (${why})`);
  else if (chosen !== skill.version || passedOver.length > 0) {
    const tier = skill.versions.find(({ version }) => version === chosen)?.security_tier ?? "";
    terminal.line(t`  ${dim("install".padEnd(12))} takes ${bold(chosen)} ${tierText(tier)}, and passes over ${why}`);
  }
}

/** Why each version is passed over; what holds it for review is not said again where the version that is shown said it. */
function tellingOnce(skill: Skill): (passed: { version: string; code: string; reason: string }) => string {
  const said = new Set([heldFor(skill)]);
  return ({ version, code, reason }) => {
    const row = skill.versions.find((one) => one.version === version);
    const held = row === undefined ? null : heldRowFor(row);
    const isSaid = code === "held" && said.has(held);
    said.add(held);
    return `${version}: ${isSaid ? "it is held for review" : reason}`;
  };
}

function showHistory(terminal: Terminal, skill: Skill): void {
  terminal.line(t`  ${dim("downloads".padEnd(12))} ${skill.downloads}`);
  showInstall(terminal, skill);
  for (const one of skill.versions.slice(0, 20)) {
    const held = heldRowFor(one) === null ? "" : yellow("held  ");
    terminal.line(
      t`  ${dim("version".padEnd(12))} ${one.version}  ${tierText(one.security_tier)}  ${one.status}  ${held}${dim(one.published_at)}`,
    );
  }
}
