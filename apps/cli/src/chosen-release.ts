import type { Range } from "@gaia/resolver";
import { chooseFrom, ensureChosen } from "./chosen-version.ts";
import { ensureTierAllowed } from "./consent.ts";
import { CliError } from "./failures.ts";
import { fetchRelease } from "./fetched-release.ts";
import { changeInstalled } from "./installed-skills.ts";
import { type JudgedRelease, judgeRelease } from "./judged-release.ts";
import { ensureAnswer, openRegistry } from "./registry.ts";
import { type Accounted, accountForSeen, ensureUnchanged, newerSeen, type Offer, vanished } from "./rollback.ts";
import { readSeenStatements } from "./seen-statements.ts";
import { readSeen, rememberSeen } from "./seen-versions.ts";
import type { Session } from "./session.ts";
import { t } from "./shown-text.ts";

/** What is asked for by name. */
interface Wish {
  name: string;
  range: Range;
  allowExperimental: boolean;
  allowDowngrade: boolean;
}

/** A release that may be installed, and what it goes by: what this home has seen of the skill. */
export interface ChosenRelease extends JudgedRelease {
  range: Range;
  accounted: Accounted;
}

const GONE = new Set(["not_found", "quarantined", "purged"]);

/** Chooses a version, fetches it and judges it against everything this home knows. Nothing is written but what was seen. */
export async function chooseRelease(session: Session, wish: Wish): Promise<ChosenRelease> {
  const { name, range, allowExperimental, allowDowngrade } = wish;
  const api = await openRegistry(session);
  const skill = await ensureAnswer(api.GET("/skills/{name}", { params: { path: { name } } })).catch(
    async (error: unknown) => {
      if (error instanceof CliError && GONE.has(error.code))
        await account(session, { ...wish, rows: [], chosen: null });
      throw error;
    },
  );
  const choice = chooseFrom(skill, range, allowExperimental);
  const accounted = await account(session, { ...wish, rows: skill.versions, chosen: choice.chosen });
  const { chosen, note, passedOver } = ensureChosen({ ...skill, name }, range, choice);
  for (const { version, reason } of passedOver)
    session.terminal.note(t`${name} ${version} is newer and was passed over: ${reason}`);
  if (note !== null) session.terminal.note(t`${name} ${note}`);
  const release = await fetchRelease(session, name, chosen);
  ensureTierAllowed(release.version, allowExperimental);
  const judged = await judgeRelease(session, release);
  await ensureSeenUnchanged(session, judged, allowDowngrade);
  return { ...judged, range, accounted };
}

/** Looks once more under the lock, because another run may have seen newer versions meanwhile. Call inside `changeInstalled`. */
export async function settleSeen(session: Session, { release, range, accounted }: ChosenRelease): Promise<void> {
  const { paths, config } = session;
  const { name, version } = release.version;
  const skill = { registry: config.registry, name };
  const { seen, forgotten } = accounted;
  const newer = newerSeen(await readSeen(paths, skill), range, version).find(
    (one) => !seen.has(one) && !forgotten.includes(one),
  );
  if (newer !== undefined) throw vanished(config.registry, name, newer, version);
  await rememberSeen(paths, skill, { seen: new Map(), forgotten });
}

async function account(session: Session, offer: Offer): Promise<Accounted> {
  const accounted = await accountForSeen(session, offer);
  if (accounted.seen.size > 0) await remember(session, offer.name, accounted.seen);
  return accounted;
}

async function ensureSeenUnchanged(session: Session, judged: JudgedRelease, allowDowngrade: boolean): Promise<void> {
  const { name, version, release_digest: releaseDigest } = judged.release.version;
  const found = {
    sequence: judged.attestation.state === "valid" ? judged.attestation.sequence : null,
    releaseDigest,
  };
  const { seen: known } = await readSeenStatements(session, name);
  ensureUnchanged(`${name} ${version}`, known.get(version), found, allowDowngrade);
  await remember(session, name, new Map([[version, found]]));
}

const remember = (session: Session, name: string, seen: Accounted["seen"]): Promise<void> =>
  changeInstalled(session.paths, () =>
    rememberSeen(session.paths, { registry: session.config.registry, name }, { seen, forgotten: [] }),
  );
