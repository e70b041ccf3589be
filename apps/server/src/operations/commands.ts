import { parseArgs } from "node:util";
import { DatabaseError, describeError, DumpError, isUnavailable, sqlState, stackOf } from "@gaia/db";
import { TrustError } from "@gaia/trust";
import { type AdvisorySource, collectOrphans, receiveAdvisories, rebuildSearch } from "@gaia/registry";
import { compose } from "../composing/compose.ts";
import type { Settings } from "../config/config.ts";
import type { Logger } from "../logging/log.ts";
import type { Services } from "../composing/services.ts";
import { advisoryFiles } from "./advisory-files.ts";
import { backUp } from "./backup.ts";
import { openBackup } from "./backup-format.ts";
import { OperationError } from "./operation-error.ts";
import { restore, signingKeyFor, verifyBackup } from "./restore.ts";
import { rotateKey } from "./rotate-key.ts";
import {
  ensureRegistryThere,
  placeHubSigningKey,
  placeSigningKey,
  readHubSigningKey,
  readSigningKey,
} from "./signing-key-file.ts";

const USAGE = `Usage: main.ts [COMMAND]     without a command: starts what ROLE says

  backup DIR            copies all rows and blobs into a new directory
    --with-signing-key    puts the registry's private key into it too
    --skip-unreadable     leaves out blobs that storage does not give intact
  restore DIR           fills an empty registry from a backup
    --expect sha256:HEX   takes only the backup whose digest was printed as this
    --new-signing-key     allows a signing key other than the backup's
  collect-orphans       removes blobs that no version names
    --older-than-hours N  only those of that age; default ORPHAN_HOURS
  rebuild-search        makes the search index anew from the rows
  rotate-key            announces SIGNING_KEY_NEXT as the key that signs after SIGNING_KEY
    --compromised         the current key is in other hands: revoked, and hands nothing over
  import-advisories PATH…  takes OSV advisories: JSON files, directories of them, or an ecosystem's all.zip

Commands read the same variables as the server. On the embedded database they need the server stopped.
Result on standard output, progress on standard error. Exit codes: 0 done, 1 refused or failed, 2 wrong usage.
`;

/** pino's number for warnings. */
const WARN = 40;

/** The arguments make no command. */
class UsageError extends Error {}

interface Call {
  settings: Settings;
  log: Logger;
  args: string[];
}

const COMMANDS: Record<string, (call: Call) => Promise<string>> = {
  backup: runBackup,
  restore: runRestore,
  "collect-orphans": runCollectOrphans,
  "rebuild-search": runRebuildSearch,
  "rotate-key": runRotateKey,
  "import-advisories": runImportAdvisories,
};

/**
 * Runs the command that the arguments name.
 * @param argv what comes after the script's name
 * @returns the exit code (0 done, 1 refused or failed, 2 wrong usage), or null when there is no command: then it is the server
 */
export async function runCommand(argv: string[], settings: Settings, log: Logger): Promise<number | null> {
  const [name, ...args] = argv;
  if (name === undefined) return null;
  if (argv.includes("--help") || argv.includes("-h") || name === "help") {
    process.stdout.write(USAGE);
    return 0;
  }
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) return misused(`There is no command ${JSON.stringify(name.slice(0, 100))}.`);
  try {
    // What a server tells at each start is not this command's result.
    const quiet = log.levelVal < WARN ? log.child({}, { level: "warn" }) : log;
    process.stdout.write(`${await command({ settings, log: quiet, args })}\n`);
    return 0;
  } catch (error) {
    if (error instanceof UsageError) return misused(error.message);
    process.stderr.write(`${name} failed: ${wordsFor(error)}\n`);
    return 1;
  }
}

/** Errors with a code speak to the operator; of any other the stack is needed. Never a database error's own text: it quotes rows. */
function wordsFor(error: unknown): string {
  const kinds = [OperationError, DatabaseError, DumpError, TrustError];
  if (error instanceof Error && kinds.some((kind) => error instanceof kind)) return error.message;
  const known = (error instanceof Error && "code" in error) || sqlState(error) !== null || isUnavailable(error);
  return known ? describeError(error) : `${describeError(error)}\n${stackOf(error)}`;
}

async function runBackup({ settings, log, args }: Call): Promise<string> {
  const { dir, values } = readArguments(args, { "with-signing-key": "boolean", "skip-unreadable": "boolean" }, true);
  ensureRegistryThere(settings);
  const withKey = values["with-signing-key"] === true;
  const { manifest, digest } = await withRegistry(settings, log, async (services) =>
    backUp(services, {
      dir,
      signingKey: withKey ? await readSigningKey(settings) : null,
      hubSigningKey: withKey ? await readHubSigningKey(settings) : null,
      skipUnreadable: values["skip-unreadable"] === true,
      onProgress,
    }),
  );
  const { tables, blobs, missing_blobs: missing, signing_key: key } = manifest;
  return [
    `Backed up ${tables["skills"]} skills with ${tables["versions"]} versions and ${blobs.count} blobs ` +
      `(${blobs.size_bytes} bytes) to ${dir}`,
    ...(missing.length > 0
      ? [`LEFT OUT ${missing.length} blobs that storage did not give intact; the manifest lists them`]
      : []),
    withKey
      ? "It holds the registry's private key: keep it as you keep that key."
      : `It does not hold the signing key ${key.fingerprint}: keep that one apart.`,
    `Digest sha256:${digest}`,
  ].join("\n");
}

async function runRestore({ settings, log, args }: Call): Promise<string> {
  const { dir, values } = readArguments(args, { expect: "string", "new-signing-key": "boolean" }, true);
  const expect = values["expect"] === undefined ? null : /^sha256:([0-9a-f]{64})$/.exec(String(values["expect"]))?.[1];
  if (expect === undefined) throw new UsageError("--expect takes sha256: and 64 hex digits.");
  const newSigningKey = values["new-signing-key"] === true;
  const backup = await openBackup(dir, expect);
  onProgress("checking every file of the backup");
  await verifyBackup(backup);
  const opening = await signingKeyFor(settings, { backup, newSigningKey });
  const onEmpty = async () => {
    if (opening.placeKey !== null) await placeSigningKey(settings, opening.placeKey);
    await placeHubSigningKey(settings, backup);
  };
  const { indexed } = await withRegistry(opening.settings, log, (services) =>
    restore(services, { backup, newSigningKey, onEmpty, onProgress }),
  );
  const { tables, missing_blobs: missing, created_at: createdAt } = backup.manifest;
  return [
    `Restored ${tables["skills"]} skills with ${tables["versions"]} versions and ${backup.blobs.size} blobs, as of ${createdAt}`,
    `${indexed} skills are in the search index`,
    ...(missing.length > 0
      ? [`The backup was made without ${missing.length} blobs: their versions cannot be downloaded`]
      : []),
  ].join("\n");
}

async function runCollectOrphans({ settings, log, args }: Call): Promise<string> {
  const { values } = readArguments(args, { "older-than-hours": "string" }, false);
  const given = values["older-than-hours"];
  const hours = given === undefined ? settings.ORPHAN_HOURS : Number(given);
  if (!(Number.isFinite(hours) && hours >= 0) || given === "")
    throw new UsageError("--older-than-hours takes a number, 0 or more.");
  ensureRegistryThere(settings);
  const { seen, removed, freedBytes } = await withRegistry(settings, log, ({ registry }) =>
    collectOrphans(registry, { olderThanMs: hours * 3_600_000 }),
  );
  return `Removed ${removed} of ${seen} blobs (${freedBytes} bytes): older than ${hours} hours and named by no version`;
}

async function runRebuildSearch({ settings, log, args }: Call): Promise<string> {
  readArguments(args, {}, false);
  ensureRegistryThere(settings);
  const indexed = await withRegistry(settings, log, ({ registry }) =>
    rebuildSearch(registry, (done) => onProgress(`${done} skills`)),
  );
  return `${indexed} skills are in the search index`;
}

async function runRotateKey({ settings, log, args }: Call): Promise<string> {
  const { values } = readArguments(args, { compromised: "boolean" }, false);
  ensureRegistryThere(settings);
  const isCompromised = values["compromised"] === true;
  return await withRegistry(settings, log, (services) => rotateKey(services, settings, { isCompromised }));
}

const SHOWN_REFUSALS = 20;

async function runImportAdvisories({ settings, log, args }: Call): Promise<string> {
  const { paths } = parse(args, {});
  if (paths.length === 0) throw new UsageError("It takes files, directories or zip archives.");
  ensureRegistryThere(settings);
  const { rescan_id: rescan, ...imported } = await withRegistry(settings, log, ({ registry }) =>
    receiveAdvisories(
      { ...registry, actor: { kind: "registry", handle: "registry" }, requestId: null },
      { sources: everyAdvisory(paths), onProgress: (seen) => onProgress(`${seen} advisories read`) },
    ),
  );
  const { changed, unchanged, passed_over: passedOver, refused, refused_count: refusedCount, packages } = imported;
  for (const { source, message } of refused.slice(0, SHOWN_REFUSALS)) onProgress(`refused ${source}: ${message}`);
  if (refusedCount > 0 && changed.length + unchanged + passedOver === 0) {
    throw new OperationError(`No advisory could be taken of ${refusedCount}.`);
  }
  return [
    `${changed.length} advisories are new or newer, about ${packages.length} packages; ${unchanged} were there already`,
    ...(passedOver > 0 ? [`${passedOver} are about neither PyPI nor npm, and were passed over`] : []),
    ...(rescan ? [`Versions that bring these packages are scanned again: re-scan ${rescan}`] : []),
    ...(refusedCount > 0 ? [`REFUSED ${refusedCount} that could not be read`] : []),
  ].join("\n");
}

async function* everyAdvisory(paths: string[]): AsyncGenerator<AdvisorySource> {
  for (const path of paths) yield* advisoryFiles(path);
}

/** Opens the doors that the settings name, but no queue: no command rings, and a lost Redis must keep nobody from a backup. */
async function withRegistry<T>(settings: Settings, log: Logger, run: (services: Services) => Promise<T>): Promise<T> {
  const composed = await compose({ ...settings, REDIS_URL: null }, log, () => settings.PUBLIC_URL ?? "", {
    // A backup may be older than the newest migration: its rows come before it.
    fromTemplate: false,
    signsForHub: false,
  });
  try {
    return await run(composed.services);
  } finally {
    await composed.close();
  }
}

function readArguments(
  args: string[],
  options: Record<string, "boolean" | "string">,
  wantsDirectory: boolean,
): { dir: string; values: Record<string, string | boolean | undefined> } {
  const { paths, values } = parse(args, options);
  const [dir = ""] = paths;
  if (paths.length !== (wantsDirectory ? 1 : 0) || (wantsDirectory && dir === "")) {
    throw new UsageError(wantsDirectory ? "It takes one directory." : "It takes no arguments beside its options.");
  }
  return { dir, values };
}

function parse(
  args: string[],
  options: Record<string, "boolean" | "string">,
): { paths: string[]; values: Record<string, string | boolean | undefined> } {
  try {
    const { positionals, values } = parseArgs({
      args,
      allowPositionals: true,
      options: Object.fromEntries(Object.entries(options).map(([name, type]) => [name, { type }])),
    });
    // parseArgs gives each option the type that was asked for.
    return { paths: positionals, values: values as Record<string, string | boolean | undefined> };
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function misused(problem: string): number {
  process.stderr.write(`${problem}\n\n${USAGE}`);
  return 2;
}

const onProgress = (text: string): void => void process.stderr.write(`${text}\n`);
