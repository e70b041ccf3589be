import { calledAs } from "../invocation.ts";
import { type ChosenRelease, chooseRelease, settleSeen } from "../chosen-release.ts";
import { ensureRange } from "../chosen-version.ts";
import { ensureConsent, neededConsent } from "../consent.ts";
import { besideFiles, dependenciesHash } from "../generated-files.ts";
import { installedPlace, parseSpec } from "../home.ts";
import { changeInstalled, placeSkill } from "../installed-skills.ts";
import type { JudgedRelease } from "../judged-release.ts";
import { learnCertificates } from "../known-certificates.ts";
import { rememberPublisher } from "../known-publishers.ts";
import type { Session } from "../session.ts";
import { bold, dim, t, yellow } from "../shown-text.ts";
import type { LockEntry } from "../skill-lock.ts";
import { tierText } from "../version-outcome.ts";

interface InstallInput {
  specs: readonly string[];
  allowExperimental?: boolean | undefined;
  allowDowngrade?: boolean | undefined;
  yes?: boolean | undefined;
}

/**
 * `install <name[@range]>…`: chooses versions, checks every byte, signature and statement, asks for what has to be asked for, and only then
 * writes. Nothing is installed unless all can be.
 */
export async function install(session: Session, input: InstallInput): Promise<void> {
  const { terminal, paths } = session;
  const specs = new Map(input.specs.map(parseSpec).map(({ name, range }) => [name, ensureRange(range ?? "*")]));
  const allowed = {
    allowExperimental: input.allowExperimental ?? false,
    allowDowngrade: input.allowDowngrade ?? false,
  };
  const judged: ChosenRelease[] = [];
  for (const [name, range] of specs) {
    await installedPlace(paths, name);
    judged.push(await chooseRelease(session, { name, range, ...allowed }));
  }
  for (const one of judged) {
    const { version } = one.release;
    showTrust(session, one);
    const subject = `${version.name} ${version.version}`;
    const needed = neededConsent(version, one.skill);
    await ensureConsent(terminal, { subject, needed, alarms: one.alarms, yes: input.yes ?? false });
  }
  const installed: (LockEntry & { name: string })[] = [];
  await changeInstalled(paths, async () => {
    for (const one of judged) await settleSeen(session, one);
    for (const one of judged) installed.push({ name: one.release.version.name, ...(await write(session, one)) });
  });
  terminal.result({ installed });
  for (const { name, version, security_tier } of installed)
    terminal.line(t`Installed ${bold(name)} ${version} ${dim("[")}${tierText(security_tier)}${dim("]")}`);
}

/** Who vouches for it, in one line each; a missing voucher is said as plainly. */
function showTrust({ terminal }: Session, { release, signature, attestation, skill }: JudgedRelease): void {
  const { version } = release;
  terminal.note(
    t`${bold(version.name)} ${version.version} by ${version.publisher} [${tierText(version.security_tier)}]`,
  );
  if (signature.state === "valid") terminal.note(t`  signed with ${signature.fingerprint}`);
  else if (signature.state === "unchecked") terminal.note(t`  signature not checked: ${signature.reason}`);
  else terminal.note(t`  ${yellow("not signed")} by its publisher`);
  if (attestation.state === "valid") terminal.note(t`  what the registry says of it is signed with its pinned key`);
  else terminal.note(`  tier is the registry's word: pin its key with \`${calledAs("trust add")}\``);
  if (version.permissions.declared === null && skill?.permissions.declared == null)
    terminal.note(t`  ${yellow("declares no permissions")}: what it may do is unknown`);
}

async function write({ config, paths }: Session, one: JudgedRelease): Promise<LockEntry> {
  const { release, skill, signature } = one;
  const { version, files } = release;
  const fetchedAt = new Date();
  const entry: LockEntry = {
    version: version.version,
    integrity: version.integrity,
    security_tier: version.security_tier,
    installed_at: fetchedAt.toISOString(),
    dependencies_hash: dependenciesHash(skill),
    content_digest: version.content_digest,
    release_digest: version.release_digest,
    publisher: version.publisher,
    registry: config.registry,
    signer: signature.state === "valid" ? signature.fingerprint : null,
  };
  const beside = besideFiles(release, { skill, signature, registry: config.registry, fetchedAt });
  // Before the files: a key that is in place without being remembered would look like a stranger's.
  await rememberPublisher(paths.publishers, one.seen);
  if (signature.state === "valid") await learnCertificates(paths, [signature.publicKey], true);
  await placeSkill(paths, { name: version.name, files: [...files, ...beside], entry });
  return entry;
}
