import { heldRowFor, isNewer } from "@gaia/install";
import { type LockEntry, readSkillLock, settleInstalled } from "@gaia/install/installed";
import { type Consulted, consultRevocations, type Standing, standingOf } from "@gaia/install/judged";
import { EXIT, type ExitCode, toCliError } from "../../failures/failures.ts";
import { openRegistry } from "../../session/registry.ts";
import { inPlace, type PlaceOption } from "../../session/place.ts";
import { installContext } from "../../installing/registry-door.ts";
import { type Session, sessionAt } from "../../session/session.ts";
import { bold, columns, dim, green, red, type Shown, t, yellow } from "../../terminal/shown-text.ts";

export interface AuditInput extends PlaceOption {
  offline?: boolean | undefined;
  replay?: string | undefined;
  /** An environment of Bandit and detect-secrets, for `replay`. */
  scanners?: string | undefined;
}

interface Row extends Pick<LockEntry, "version" | "registry" | "security_tier" | "release_digest"> {
  name: string;
  standing: Standing | "unsound";
  detail: string;
  /** Only a note: an older version is no fault. */
  newer: string | null;
  /** Only a note, too: why it is held for review; offline, why it was when it was taken. */
  held: string | null;
}

const COLOURS: Record<Row["standing"], (text: string) => Shown> = {
  withdrawn: red,
  unsound: red,
  demoted: yellow,
  yanked: yellow,
  unknown: yellow,
  good: green,
};

/**
 * `audit`: everything installed against what its registries took back. Exit 5 when anything is quarantined or purged, or a list does not
 * hold; 4 when anything was yanked, fell below the tier that was agreed to, or cannot be judged; else 0.
 */
export async function audit(session: Session, input: AuditInput): Promise<ExitCode> {
  if (input.replay !== undefined) {
    const { replay } = await import("./replay.ts");
    return replay(session, { target: input.replay, scanners: input.scanners });
  }
  // By the place's own session: what a project's lock names is believed less than a person's own.
  const placed = await inPlace(session, input);
  const { paths } = placed;
  await settleInstalled(paths);
  const entries = [...(await readSkillLock(paths.lockFile))];
  const isOffline = input.offline ?? false;
  const now = new Date();
  const lists = new Map<string, Consulted | string>();
  for (const registry of new Set(entries.map(([, entry]) => entry.registry)))
    lists.set(registry, await consult(placed, registry, { isOffline, now }));
  const rows: Row[] = [];
  for (const [name, entry] of entries) {
    const { version, registry, security_tier, release_digest } = entry;
    const list = lists.get(registry) ?? "";
    const said =
      typeof list === "string"
        ? { standing: "unsound" as const, text: list }
        : standingOf(list, { releaseDigest: release_digest, tier: security_tier }, now);
    const offered = isOffline ? null : await offeredOf(placed, { registry, name, version });
    const { newer, held } = offered ?? { newer: null, held: entry.held };
    const { standing, text: detail } = said;
    rows.push({ name, version, registry, security_tier, release_digest, standing, detail, newer, held });
  }
  show(session, rows);
  if (rows.some(({ standing }) => standing === "withdrawn" || standing === "unsound")) return EXIT.verification;
  return rows.every(({ standing }) => standing === "good") ? EXIT.ok : EXIT.refused;
}

/** One list for each registry; a text says why it does not hold. */
async function consult(
  session: Session,
  registry: string,
  { isOffline, now }: { isOffline: boolean; now: Date },
): Promise<Consulted | string> {
  const context = await installContext(await sessionAt(session, registry));
  try {
    return await consultRevocations(context, { isOffline, allowDowngrade: false, now });
  } catch (error) {
    const failure = toCliError(error);
    if (failure?.exitCode !== EXIT.verification) throw error;
    return failure.message;
  }
}

/**
 * The newest version that a registry offers, when that is a newer one, and why it holds this one for review. Null where it does not
 * answer. With the token of that registry, which may be another one than this run's: a closed one shows nothing without.
 */
async function offeredOf(
  session: Session,
  { registry, name, version }: { registry: string; name: string; version: string },
): Promise<Pick<Row, "newer" | "held"> | null> {
  try {
    const api = await openRegistry(await sessionAt(session, registry));
    const { data } = await api.GET("/skills/{name}", { params: { path: { name } } });
    if (data === undefined) return null;
    const latest = data.latest_version;
    const row = data.versions.find((one) => one.version === version);
    return { newer: isNewer(latest, version) ? latest : null, held: row === undefined ? null : heldRowFor(row) };
  } catch {
    return null;
  }
}

function show({ terminal }: Session, rows: readonly Row[]): void {
  terminal.result({ skills: rows });
  if (rows.length === 0) terminal.note("No skill is installed.");
  const cells = rows.map(({ name, version, standing, detail, newer, held }) => [
    bold(name),
    version,
    COLOURS[standing](standing),
    detail,
    newer === null ? "" : dim(`${newer} is there`),
    held === null ? "" : yellow("held for review"),
  ]);
  for (const line of columns(cells)) terminal.line(t`${line}`);
}
