import { signersText } from "@gaia/policy";
import { type components, noPermissionsWords } from "@gaia/client";
import { misused } from "../failures.ts";
import { isVersion, parseSpec } from "@gaia/install";
import { ensureAnswer, openRegistry } from "../registry.ts";
import type { Session } from "../session.ts";
import { bold, dim, green, joined, red, type Showable, t, yellow } from "../shown-text.ts";
import type { Terminal } from "../terminal.ts";
import { tierText, verdictText } from "../version-outcome.ts";

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
    return;
  }
  const skill = await ensureAnswer(api.GET("/skills/{name}", { params: { path: { name } } }));
  terminal.result(skill);
  showVersion(terminal, skill);
  showHistory(terminal, skill);
}

function showVersion(terminal: Terminal, version: Version): void {
  const row = (label: string, value: Showable) => terminal.line(t`  ${dim(label.padEnd(12))} ${value}`);
  terminal.line(
    t`${bold(version.name)} ${version.version}  ${version.display_name === version.name ? "" : version.display_name}`,
  );
  terminal.line(t`  ${version.description}`);
  row("publisher", version.publisher);
  row("tier", tierText(version.security_tier));
  const change = version.signer_change;
  if (change)
    row("signer", yellow(`${signersText(change.to)}, until then ${signersText(change.from)}: ${change.status}`));
  row("verdict", t`${verdictText(version.verdict)} ${version.verdict_reason}`);
  if (version.status !== "published") row("status", t`${red(version.status)} ${version.status_reason}`);
  const signatures = version.signatures.map(
    ({ kind, signer, status }) => t`${status === "valid" ? green(status) : red(status)} ${kind} ${signer}`,
  );
  row("signatures", signatures.length === 0 ? yellow("none") : joined(signatures, ", "));
  row("permissions", permissionsText(version.permissions));
  if (version.permissions.inferred.length > 0)
    row("found in it", yellow(version.permissions.inferred.map(({ permission }) => permission).join(", ")));
  row("tools", version.tools.map(({ name }) => name).join(", ") || "none");
  row("format", `${version.format}, ${version.kind}`);
  row("licence", version.license ?? "none stated");
  if (version.requirements.dependencies.length > 0) row("needs", version.requirements.dependencies.join(", "));
  if (version.homepage !== null) row("homepage", version.homepage);
  row("size", `${version.size_bytes} bytes, ${version.file_count} files`);
  row("digest", version.content_digest);
  for (const { severity, code, message } of version.diagnostics.slice(0, 20)) row(severity, `${code} ${message}`);
}

function permissionsText({ declared, inferred }: Version["permissions"]): Showable {
  const asked = (declared ?? []).filter((one) => !one.endsWith(":none"));
  if (asked.length > 0) return asked.join(", ");
  if (inferred.length > 0) return yellow("none declared: unknown");
  return declared === null ? yellow(noPermissionsWords(false)) : noPermissionsWords(true);
}

function showHistory(terminal: Terminal, skill: Skill): void {
  terminal.line(t`  ${dim("downloads".padEnd(12))} ${skill.downloads}`);
  for (const { version, reason } of skill.passed_over)
    terminal.line(t`  ${yellow(version)} is newer and passed over: ${reason}`);
  for (const one of skill.versions.slice(0, 20))
    terminal.line(
      t`  ${dim("version".padEnd(12))} ${one.version}  ${tierText(one.security_tier)}  ${one.status}  ${dim(one.published_at)}`,
    );
}
