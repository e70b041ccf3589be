import { setTimeout as pause } from "node:timers/promises";
import { call as callKept } from "../../harness/api.ts";
import type { SampleSkill } from "../published-sample.ts";

type Call = typeof callKept;

/** Over a connection of its own: one that was kept while the other build had its turn may be cut at the moment it is used. */
const call = (url: string, options: Parameters<Call>[1]): ReturnType<Call> =>
  callKept(url, { ...options, headers: { connection: "close" } });

const publish = (to: Addressed, zip: Uint8Array, query: string): ReturnType<Call> =>
  call(`${to.url}/api/v1/skills${query}`, {
    token: to.token,
    body: zip as Uint8Array<ArrayBuffer>, // no zip here lies in shared memory
    type: "application/zip",
  });

/** A skill of the sample, with its place in it. */
export interface Numbered extends SampleSkill {
  at: number;
}

/** What became of one skill. */
export interface Fate {
  folder: string;
  /** A verdict, the code of a refusal, or `none` where there was no time left. */
  end: string;
  /** When it was sent and when its inspection ended, on this machine's clock; null without a verdict. */
  sentAt: number;
  endedAt: number | null;
}

export interface Addressed {
  url: string;
  token: string;
}

/** In flight at a time, so that sending keeps no worker waiting. */
const SENDERS = 4;

/** Sends them all, and waits until each has its verdict or `deadline` (of `performance.now()`) is over. */
export async function sendAtOnce(to: Addressed, skills: Numbered[], bounds: Bounds): Promise<Fate[]> {
  const waiting = [...skills.entries()];
  const fates: Waiting[] = [];
  await Promise.all(
    Array.from({ length: SENDERS }, async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) fates[next[0]] = await send(to, next[1]);
    }),
  );
  const ends: Fate[] = [];
  // They are taken up in their order, more or less: whoever waits behind the first that is open is not asked about.
  for (const each of fates) ends.push(await ended(to, each, { ...bounds, everyMs: 100 }));
  return ends;
}

/** Sends each when the one before has its verdict. */
export async function sendOneByOne(to: Addressed, skills: Numbered[], bounds: Bounds): Promise<Fate[]> {
  const ends: Fate[] = [];
  for (const skill of skills) ends.push(await ended(to, await send(to, skill), { ...bounds, everyMs: 25 }));
  return ends;
}

interface Bounds {
  deadline: number;
  abort: AbortSignal;
}

interface Waiting {
  folder: string;
  sentAt: number;
  /** Where the version is; null: it was refused, with this code. */
  path: string | null;
  refused: string;
}

async function send(to: Addressed, { folder, zip, at }: Numbered): Promise<Waiting> {
  const sentAt = Date.now();
  let answer = await publish(to, zip, "?default_version=1.0.0");
  // Two authors, one name: here they are one publisher. Which of them comes first is no matter, for both builds get the same numbers.
  if (answer.status === 409) answer = await publish(to, zip, `?version=1.0.${at + 1}`);
  const { name, version, code } = answer.body;
  const isIn = answer.status === 201;
  const path = isIn ? `${to.url}/api/v1/skills/${name}/${version}` : null;
  return { folder, sentAt, path, refused: `refused: ${answer.status} ${code}` };
}

async function ended(
  { token }: Addressed,
  { folder, sentAt, path, refused }: Waiting,
  { deadline, abort, everyMs }: Bounds & { everyMs: number },
): Promise<Fate> {
  if (path === null) return { folder, end: refused, sentAt, endedAt: null };
  while (performance.now() < deadline) {
    abort.throwIfAborted();
    const { body: version } = await call(path, { token });
    if (version.status !== "received" && version.status !== "inspecting") {
      const { body: scan } = await call(`${path}/scan`, { token });
      return { folder, end: version.verdict, sentAt, endedAt: Date.parse(scan.finished_at) };
    }
    await pause(everyMs);
  }
  return { folder, end: "none", sentAt, endedAt: null };
}
