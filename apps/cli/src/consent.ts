import { calledAs } from "./invocation.ts";
import { type CanonicalSkill, parsePermission, permissionText } from "@gaia/manifest";
import { consentNeeded } from "@gaia/policy";
import { CliError, EXIT, refused } from "./failures.ts";
import type { Version } from "./fetched-release.ts";
import { bold, t, yellow } from "./shown-text.ts";
import type { Terminal } from "./terminal.ts";

/** Something an install may only do when a person agrees. `why` says where it comes from. */
export interface Needed {
  what: string;
  why: string;
}

/**
 * The permissions to ask for (spec §3.3, §4.2): what the registry says is declared or inferred, and what the manifest that came
 * declares, so that an answer which leaves one out hides nothing. What cannot be read as a permission is always asked for.
 */
export function neededConsent(version: Version, skill: CanonicalSkill | null): Needed[] {
  const sources = new Map<string, string>();
  const add = (text: string, why: string) => {
    if (!sources.has(text)) sources.set(text, why);
  };
  for (const text of version.permissions.declared ?? []) add(text, "declared");
  for (const permission of skill?.permissions.declared ?? []) add(permissionText(permission), "declared");
  for (const { permission, evidence } of version.permissions.inferred) {
    const [first] = evidence;
    const place = first === undefined ? "" : `, ${first.file}${first.line === null ? "" : `:${first.line}`}`;
    add(permission, `found in its files${place}`);
  }
  return [...sources].flatMap(([what, why]) => {
    const parsed = parsePermission(what);
    if (!("permission" in parsed)) return [{ what, why: `${why}; not a permission this version knows` }];
    return consentNeeded(version.security_tier, [parsed.permission]).length > 0 ? [{ what, why }] : [];
  });
}

/** Experimental comes in only by its flag (spec §4.3). */
export function ensureTierAllowed(version: Version, allowExperimental: boolean): void {
  if (version.security_tier !== "experimental" || allowExperimental) return;
  throw refused(
    "experimental_not_allowed",
    `${version.name} ${version.version} is experimental: nobody vouches for it`,
    `look at it with \`${calledAs("info")}\`, then add --allow-experimental`,
  );
}

/** Asks for what is needed, or takes `--yes`. Without a terminal and without `--yes` it refuses with exit 4 and lists it. */
export async function ensureConsent(
  terminal: Terminal,
  input: { subject: string; needed: readonly Needed[]; alarms: readonly string[]; yes: boolean },
): Promise<void> {
  const { subject, needed, alarms, yes } = input;
  for (const alarm of alarms) terminal.warn(t`${yellow(bold("WARNING"))} ${alarm}`);
  if (needed.length === 0 && alarms.length === 0) return;
  if (needed.length > 0) terminal.note(t`${bold(subject)} asks for:`);
  for (const { what, why } of needed) terminal.note(t`  ${yellow(what)} (${why})`);
  if (yes) return;
  if (terminal.canAsk) {
    if (await terminal.ask(t`Install ${subject}?`)) return;
    throw refused("consent_missing", "Not installed: you did not agree");
  }
  const row = (message: string, code: string) => ({
    code,
    severity: "error",
    file: null,
    line: null,
    column: null,
    message,
    hint: null,
  });
  throw new CliError(EXIT.refused, "consent_missing", `${subject} needs your consent, and nobody can be asked here`, {
    hint: "read what it asks for, then add --yes",
    errors: [
      ...alarms.map((alarm) => row(alarm, "publisher_changed")),
      ...needed.map(({ what, why }) => row(`${what} (${why})`, "permission")),
    ],
  });
}
