import { createHash } from "node:crypto";
import type { Asked } from "../asked.ts";
import { isPending } from "../parts/scan-progress.tsx";
import { ApiProblem, clientOf, findData, type Version } from "../registry-api.ts";
import { guardHeaders } from "../respond.ts";

const RETRY_MS = 2_000;
/** Often enough that no proxy takes the connection for a dead one; whether its viewer may still see it is asked as often. */
const STILL_HERE_MS = 15_000;
/** Then it ends, and the browser comes back with the id of the last event. */
const LONGEST_MS = 300_000;
/** What was kept of a version is dropped a moment after the database says that it changed. */
const AGAIN = { ms: 500, times: 4 };
/** Events that were not taken: whoever reads nothing is let go. */
const MOST_WAITING = 32;

/**
 * `GET /skills/:name/:version/scan-events`: the steps of a scan as server-sent events (HTML §9.2), for who may see the version. Each event
 * says the whole state, and its id is made of that. So one who comes back with `Last-Event-ID` is told what is now, or nothing until the
 * next step, by whichever process. The last event says a state after the scan; who comes back with that one's id gets 204, which ends it.
 */
export async function scanEvents({ request, env, param }: Asked): Promise<Response> {
  const at = { name: param("name"), version: param("version") };
  const api = clientOf(env, request.headers);
  const read = () => findData(api.GET("/skills/{name}/{version}", { params: { path: at } }));
  const always = { ...guardHeaders(env.publicUrl), vary: "Authorization, Cookie" };
  const refuse = (status: number, headers: Record<string, string> = {}) =>
    new Response(null, { status, headers: { ...always, "cache-control": "no-cache", ...headers } });
  const first = await read().catch((error: unknown) => {
    if (error instanceof ApiProblem) return error;
    throw error;
  });
  if (first instanceof ApiProblem) return refuse(first.status);
  if (first === null) return refuse(404);
  const known = request.headers.get("last-event-id");
  if (!isPending(first) && known === idOf(first)) return refuse(204);
  const headers = { ...always, ...STREAMED, "content-type": "text/event-stream; charset=utf-8" };
  // It is answered as GET is, and nothing is watched for it.
  if (request.method === "HEAD") return new Response(null, { headers });
  const events = eventsOf({ first, known, read, watch: (tell) => env.watchScan?.({ ...at, ...tell }) ?? null });
  if (events === null) return refuse(429, { "retry-after": "5" });
  return new Response(events, { headers });
}

/** Proxies pass on each event as it comes, and none of them is kept. */
const STREAMED = { "cache-control": "private, no-store, no-transform", "x-accel-buffering": "no" };

type Tell = { onStep(): void; onEnd(): void };

/** The body; null: too many watch. */
function eventsOf(input: {
  first: Version;
  known: string | null;
  read(): Promise<Version | null>;
  watch(tell: Tell): (() => void) | null;
}): ReadableStream<Uint8Array> | null {
  const { first, known, read, watch } = input;
  const letters = new TextEncoder();
  let controller: ReadableStreamDefaultController<Uint8Array> | null = null;
  let last = known;
  let looking: Promise<void> | null = null;
  let isMissed = false;
  const timers: NodeJS.Timeout[] = [];
  const end = (): void => {
    leave?.();
    for (const timer of timers) clearTimeout(timer);
    const open = controller;
    controller = null;
    open?.close();
  };
  const send = (text: string): void => {
    controller?.enqueue(letters.encode(text));
    if ((controller?.desiredSize ?? 0) < -MOST_WAITING) end();
  };
  /** Whether it was another state than the last one. */
  const tell = (version: Version | null): boolean => {
    if (controller === null) return true;
    if (version !== null && idOf(version) !== last) {
      last = idOf(version);
      send(`id: ${last}\nevent: scan\ndata: ${JSON.stringify(stateOf(version))}\n\n`);
      if (!isPending(version)) end();
      return true;
    }
    // It is not this viewer's to see any more.
    if (version === null) end();
    return version === null;
  };
  const look = (times: number): void => {
    // A step that was made while it is read is read, too.
    if (looking !== null) isMissed ||= times > 1;
    looking ??= lookAgain(
      times,
      async () => tell(await read()),
      () => controller !== null,
    )
      .catch(end)
      .finally(() => {
        looking = null;
        const isDue = isMissed;
        isMissed = false;
        if (isDue) look(1);
      });
  };
  const leave = watch({ onStep: () => look(AGAIN.times), onEnd: end });
  if (leave === null) return null;
  return new ReadableStream<Uint8Array>({
    start(own) {
      controller = own;
      send(`retry: ${RETRY_MS}\n\n`);
      tell(first);
      const still = () => {
        send(": still here\n\n");
        look(1);
      };
      timers.push(setInterval(still, STILL_HERE_MS).unref(), setTimeout(end, LONGEST_MS).unref());
      if (controller === null) end();
    },
    cancel() {
      controller = null;
      end();
    },
  });
}

async function lookAgain(times: number, look: () => Promise<boolean>, goesOn: () => boolean): Promise<void> {
  for (let time = 1; goesOn() && !(await look()) && time < times; time += 1)
    await new Promise((resolve) => setTimeout(resolve, AGAIN.ms));
}

/** What the page shows of it. */
const stateOf = ({ status, progress }: Version) => ({ status, progress: progress && { scanners: progress.scanners } });

const idOf = (version: Version): string =>
  createHash("sha256")
    .update(JSON.stringify(stateOf(version)))
    .digest("base64url")
    .slice(0, 16);
