import { setTimeout as sleep } from "node:timers/promises";
import { EMPTY_TREE, followLog, LogError, parsePolicy, parseVerifierKey } from "@gaia/log";
import {
  DEFAULT_MAX_AGE_SECONDS,
  type LogContext,
  type PinnedLog,
  pinnedLogFor,
  settleCheckpoint,
  toFailure,
} from "@gaia/install/judged";
import { registryAddress } from "../../session/registry-address.ts";
import { CliError, EXIT, misused, refused } from "../../failures/failures.ts";
import { calledAs } from "../../failures/invocation.ts";
import { readFollowed, writeFollowed } from "../../monitor/followed.ts";
import { findTold, type ToldEntry, type Watch } from "../../monitor/watch.ts";
import { toldBy } from "../../installing/registry-door.ts";
import { findTokenOf } from "../../session/credentials.ts";
import { logReader } from "../../installing/registry-log.ts";
import type { Session } from "../../session/session.ts";
import { bold, dim, joined, t } from "../../terminal/shown-text.ts";

export interface MonitorInput {
  registry: string;
  publisher?: readonly string[] | undefined;
  name?: readonly string[] | undefined;
  key?: readonly string[] | undefined;
  /** The log's verifier key, where it is not pinned. */
  log?: string | undefined;
  fromStart?: boolean | undefined;
  follow?: boolean | undefined;
  /** Seconds between two looks. */
  interval: number;
}

interface Monitor {
  session: Session;
  context: LogContext;
  pinned: PinnedLog;
  watch: Watch;
}

/**
 * `monitor <registry>`: reads every new entry of a registry's log, each held against its checkpoint, and tells those about the publishers,
 * skills and keys that are named. Throws exit 5 when the log was rewritten, went back, or lacks something. With `follow` it goes on until
 * it is stopped; a registry that cannot be reached is asked again.
 */
export async function monitor(session: Session, input: MonitorInput): Promise<void> {
  const { config, terminal, paths } = session;
  const registry = registryAddress(input.registry, "The registry");
  const following: Monitor = {
    session,
    context: {
      registry,
      paths,
      door: { log: logReader(registry, () => findTokenOf(config, registry, paths.credentials)) },
      tell: toldBy(session),
    },
    pinned: await logOf(session, registry, input.log),
    watch: { publishers: input.publisher ?? [], names: input.name ?? [], keys: input.key ?? [] },
  };
  const isFollowing = input.follow ?? false;
  const told: ToldEntry[] = [];
  const tell = (entry: ToldEntry): void => {
    showEntry(session, entry);
    if (isFollowing) terminal.result(toJson(entry));
    else if (terminal.json) told.push(entry);
  };
  const size = await look(following, tell, input.fromStart ?? false);
  if (!isFollowing) {
    terminal.result({ registry, size, entries: told.map(toJson) });
    return;
  }
  for (;;) {
    await sleep(input.interval * 1000);
    await look(following, tell, false).catch((error: unknown) => {
      if (!(error instanceof CliError) || error.exitCode !== EXIT.unreachable) throw error;
      terminal.warn(t`warning: ${error.message}; it is asked again`);
    });
  }
}

async function logOf(session: Session, registry: string, key: string | undefined): Promise<PinnedLog> {
  const pinned = await pinnedLogFor(session.paths.trust, registry);
  if (key !== undefined) {
    try {
      const text = `log ${key}\nquorum none\n`;
      parseVerifierKey(key);
      const policy = parsePolicy(text);
      return { text, policy, maxAgeSeconds: DEFAULT_MAX_AGE_SECONDS, refusesStale: false, addedAt: "" };
    } catch (error) {
      if (error instanceof LogError) throw misused(`--log: ${error.message}`);
      throw error;
    }
  }
  if (pinned !== null) return pinned;
  throw refused(
    "log_not_pinned",
    `Nothing says which log of ${registry} is to be believed`,
    `pin it: \`${calledAs(`trust add ${registry}`)}\`, or name its key with --log`,
  );
}

/** Everything since the last time. What was told is remembered after it was told: a kill tells twice, never not at all. */
async function look(
  { session, context, pinned, watch }: Monitor,
  tell: (entry: ToldEntry) => void,
  fromStart: boolean,
): Promise<number> {
  const newest = await settleCheckpoint(context, pinned);
  const { origin, tree: to } = newest.checkpoint;
  const followed = { registry: context.registry, origin, watch };
  const last = fromStart ? null : await readFollowed(session.paths, followed);
  const from = last?.checkpoint.tree ?? EMPTY_TREE;
  try {
    for await (const { index, entry } of followLog((path) => context.door.log(path), { from, to })) {
      if (index % 256 === 0) session.terminal.progress(t`entry ${index} of ${to.size}`);
      const found = findTold(watch, index, entry);
      if (found !== null) tell(found);
    }
  } catch (error) {
    throw await toFailure(context, error, last === null ? [newest] : [last, newest]);
  }
  session.terminal.progress(null);
  await writeFollowed(session.paths, followed, newest);
  session.terminal.note(
    t`The log ${origin} has ${to.size} entries, and begins with all that were seen before (${from.size})`,
  );
  return to.size;
}

function showEntry({ terminal }: Session, { index, leaf }: ToldEntry): void {
  if (leaf === null) {
    terminal.warn(t`warning: entry ${index} cannot be read by this version: it may be about you`);
    return;
  }
  const fields = Object.entries(leaf.fields).map(([name, value]) => t`${dim(`${name}:`)} ${value}`);
  terminal.line(t`${index} ${leaf.at.toISOString()} ${bold(leaf.kind)} ${joined(fields, ", ")}`);
}

const toJson = ({ index, leaf }: ToldEntry): object =>
  leaf === null ? { index, kind: null } : { index, kind: leaf.kind, time: leaf.at.toISOString(), ...leaf.fields };
