import { basename, join, resolve } from "node:path";
import { withoutReserved, sha256Hex } from "@gaia/archive";
import {
  homePaths,
  installedPlace,
  isLocalFile,
  isSkillName,
  kindOf,
  NO_PINS,
  readPins,
  readSkillLock,
  settleInstalled,
} from "@gaia/install/installed";
import { isSound } from "@gaia/install/judged";
import { permissionText, readSkill } from "@gaia/manifest";
import type { RunContext, RunnableSkill } from "@gaia/runner";
import { CliError, EXIT, misused, notFound, refused, unverified } from "../failures/failures.ts";
import { calledAs } from "../failures/invocation.ts";
import { believedHere, judgeInstalled } from "../installing/judged-installation.ts";
import { notInstalled } from "../session/place.ts";
import type { Session } from "../session/session.ts";
import { t, yellow } from "../terminal/shown-text.ts";
import { readAuthorDirectory } from "../authoring/skill-directory.ts";

/**
 * An installed skill, verified and held against the list of what its registry took back, or null when it is not installed: the list is
 * asked for, and where nobody answers soon the kept one counts, which is said. Throws exit 5 when its files do not hold or it was
 * withdrawn, exit 4 when it is disabled.
 */
async function findInstalled(session: Session, name: string, isOffline: boolean): Promise<RunnableSkill | null> {
  const { paths } = session;
  if (!isSkillName(name)) return null;
  const entry = (await readSkillLock(paths.lockFile)).get(name) ?? null;
  const { path: directory, exists } = await installedPlace(paths, name);
  if (entry === null || !exists) return null;
  if (!entry.enabled)
    throw refused("disabled", `${name} is disabled`, `\`${calledAs(`enable ${name}`)}\` has it served again`);
  if (isOffline && session.config.requiresRevocations)
    throw misused("--offline checks no registry for revocations, and you require that (GAIA_REQUIRE_REVOCATIONS)");
  const { found, checks } = await judgeInstalled(session, { directory, name, entry }, isOffline ? "never" : "briefly");
  if (!isSound(checks)) {
    const failed = checks.filter(({ state }) => state === "failed").map(({ check, detail }) => `${check}: ${detail}`);
    throw unverified(
      "verification_failed",
      `${name} failed verification, and nothing of it was run: ${failed.join("; ")}`,
      `\`${calledAs(`verify ${name}`)}\` says what does not hold`,
    );
  }
  const { files } = found;
  const { tier, granted, countsPins } = await believedHere(session, { name, entry, checks, files });
  const { skill } = readSkill(withoutReserved(files), { version: entry.version });
  const pinned = await readPins(paths, { skill, entry, files, counts: true });
  if (!countsPins && (pinned.pip !== null || pinned.npm !== null))
    session.terminal.note(
      t`what this repository pins the packages of ${name} to does not count here; \`${calledAs(`enable ${name} --local`)}\` names them`,
    );
  return {
    name,
    version: entry.version,
    directory,
    tier,
    granted,
    digests: new Map(files.map(({ path, bytes }) => [path, sha256Hex(bytes)])),
    pins: countsPins ? pinned : NO_PINS,
  };
}

/**
 * What `run` is about: an installed skill by its name, or an author's directory, which is experimental and has the permissions that it
 * declares: whoever names their own directory agrees to them. Throws exit 3 when it is neither.
 */
export async function ensureRunnable(session: Session, target: string, isOffline: boolean): Promise<RunnableSkill> {
  await settleInstalled(session.paths);
  const installed = await findInstalled(session, target, isOffline);
  if (installed !== null) return installed;
  const directory = resolve(session.config.directory, target);
  const isThere = (await kindOf(directory)) === "directory";
  // Whoever names an installed skill has not agreed to what lies where they stand.
  if (isThere && isSkillName(target))
    throw notFound(`${target} is not an installed skill`, `./${target} is how the directory that lies here is named`);
  if (!isThere)
    throw await notInstalled(
      session,
      { name: target, project: session.paths.place.scope === "project" },
      {
        sentence: `${target} is neither an installed skill nor a directory`,
        hint: `\`${calledAs("list")}\` shows what is installed`,
      },
    );
  return authorsSkill(directory, target);
}

/** What of a directory would be published, and nothing beside it: what works here works for those who install it, too. */
async function authorsSkill(directory: string, target: string): Promise<RunnableSkill> {
  const { files, errors } = await readAuthorDirectory(directory, (path) => !isLocalFile(path));
  // Of the whole directory: more lies there than was read.
  const excess = errors.filter(({ file }) => file === null);
  if (excess.length > 0)
    throw new CliError(EXIT.refused, "invalid_package", `${target} holds more than a package may`, { errors: excess });
  const read = readSkill(files, { defaultVersion: "0.0.0", mode: "import", folder: basename(directory) });
  if (read.skill === null)
    throw new CliError(EXIT.refused, "invalid_package", `The manifest of ${target} cannot be read`, {
      errors: read.diagnostics.filter(({ severity }) => severity === "error"),
    });
  const { name, version, permissions } = read.skill;
  const granted = (permissions.declared ?? []).map(permissionText);
  return {
    name: name.value,
    version: version.value,
    directory,
    tier: "experimental",
    granted,
    digests: null,
    pins: null,
    files,
  };
}

const marksOf = ({ config }: Session): string => join(config.home, "running");

/** Finishes what a process that ran skills left when it was killed, and says what lies under another name now. */
export async function finishEnded(session: Session): Promise<void> {
  const { finishRuns } = await import("@gaia/sandbox");
  for (const made of await finishRuns(marksOf(session))) {
    if (made.kind === "unended")
      session.terminal.warn(
        t`${yellow("warning:")} something of a run that ended before its time does not end; the next run looks again at what it makes`,
      );
    if (made.kind === "guarded")
      session.terminal.warn(
        t`${yellow("warning:")} a run that ended before its time made ${made.path}; ${
          made.aside === null ? "it could not be moved: look at it" : `it lies as ${made.aside} now`
        }`,
      );
  }
}

/** What runs tools for this session; the sandbox is loaded and tried here. */
export async function runContext(session: Session, isOffline = false): Promise<RunContext> {
  const { confinedRunner } = await import("@gaia/sandbox");
  const { config } = session;
  await finishEnded(session);
  const own = homePaths(config.home, config.userHome);
  return {
    confine: await confinedRunner({ marks: marksOf(session) }),
    userHome: config.userHome,
    gaiaHome: config.home,
    directory: config.directory,
    environment: config.childEnvironment,
    // A project's skills stand on their own; what they need may be a person's.
    findSkill: async (name) =>
      (await findInstalled(session, name, isOffline)) ??
      (await findInstalled({ ...session, paths: own }, name, isOffline)),
  };
}
