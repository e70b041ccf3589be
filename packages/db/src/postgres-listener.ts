import type { Sql } from "postgres";
import { answerWithin } from "./deadline.ts";
import { DatabaseError } from "./errors.ts";

/** Rendered answers are kept for as long as this finds the connection alive: what it cannot hear of must not be served for long. */
const HEARTBEAT = { intervalMs: 2_000, timeoutMs: 2_000 };
const LONGEST_RETRY_MS = 5_000;

interface Subscriber {
  onMessage: (payload: string) => void;
  onLost: () => void;
}

type Connect = (onNotify: (channel: string, payload: string) => void, onClose: () => void) => Sql;

/** Hears notifications over one connection for all channels, and finds its way back when that is lost. */
export interface Listener {
  listen(channel: string, onMessage: (payload: string) => void, onLost: () => void): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

interface Connection {
  client: Sql;
  /** Gives it up, tells the subscribers and starts to look for another; once. */
  lose(): void;
}

interface State {
  channels: Map<string, Set<Subscriber>>;
  live: Connection | null;
  connecting: Promise<void> | null;
  retry: NodeJS.Timeout | null;
  failures: number;
}

/**
 * The driver's own `listen` reconnects but doesn't say so, and sits for minutes on a connection that died without a word.
 * Here every loss is told, a heartbeat finds a dead connection within 4 s, and a lost one is thrown away.
 * `connect` makes a client of one connection.
 */
export function postgresListener(connect: Connect, heartbeat = HEARTBEAT): Listener {
  const state: State = { channels: new Map(), live: null, connecting: null, retry: null, failures: 0 };
  const heart = setInterval(() => void beat(state, heartbeat.timeoutMs), heartbeat.intervalMs);
  heart.unref();
  return {
    async listen(channel, onMessage, onLost) {
      const subscriber = { onMessage, onLost };
      const known = state.channels.get(channel);
      if (known === undefined) state.channels.set(channel, new Set([subscriber]));
      else known.add(subscriber);
      try {
        if (state.live === null) await ensureConnected(state, connect);
        else await subscribe(state.live.client, channel);
      } catch (error) {
        await forget(state, channel, subscriber);
        throw new DatabaseError("unavailable", "The database does not answer.", { cause: error });
      }
      return () => forget(state, channel, subscriber);
    },
    async close() {
      clearInterval(heart);
      state.channels.clear();
      await disconnect(state);
    },
  };
}

// Channel names are checked at the door (open.ts): letters, digits and underscores.
const subscribe = (client: Sql, channel: string) => client.unsafe(`LISTEN "${channel}"`);

function ensureConnected(state: State, connect: Connect): Promise<void> {
  state.connecting ??= openConnection(state, connect).finally(() => {
    state.connecting = null;
  });
  return state.connecting;
}

async function openConnection(state: State, connect: Connect): Promise<void> {
  let closed = false;
  const client = connect(
    (channel, payload) => {
      // Not inside the driver's parser, where a throw would take the connection down.
      for (const { onMessage } of state.channels.get(channel) ?? []) queueMicrotask(() => onMessage(payload));
    },
    () => {
      closed = true;
      connection.lose();
    },
  );
  const connection: Connection = {
    client,
    lose() {
      if (state.live !== connection) return;
      state.live = null;
      discard(client);
      tellLost(state);
      retryLater(state, connect);
    },
  };
  try {
    // A Map's iteration meets the channels that are added meanwhile.
    for (const channel of state.channels.keys()) await subscribe(client, channel);
    // The driver may have reconnected between two of these, without the earlier LISTENs.
    if (closed) throw new Error("connection lost while subscribing");
    state.live = connection;
    state.failures = 0;
  } catch (error) {
    discard(client);
    throw error;
  }
}

function retryLater(state: State, connect: Connect): void {
  if (state.retry !== null || state.channels.size === 0) return;
  const delayMs = Math.min(100 * 2 ** state.failures, LONGEST_RETRY_MS) * (0.5 + Math.random() / 2);
  state.failures += 1;
  state.retry = setTimeout(() => {
    state.retry = null;
    if (state.channels.size === 0) return;
    ensureConnected(state, connect)
      .catch(() => retryLater(state, connect))
      // Found again or not: what happened in between was not heard.
      .finally(() => tellLost(state));
  }, delayMs);
}

function tellLost({ channels }: State): void {
  for (const subscribers of channels.values()) for (const { onLost } of subscribers) queueMicrotask(onLost);
}

async function beat({ live }: State, timeoutMs: number): Promise<void> {
  if (live === null) return;
  try {
    await answerWithin(live.client`SELECT 1`, timeoutMs);
  } catch {
    // Not left to the driver's onclose: a socket whose other end is gone may never close.
    live.lose();
  }
}

async function forget(state: State, channel: string, subscriber: Subscriber): Promise<void> {
  const subscribers = state.channels.get(channel);
  if (subscribers?.delete(subscriber) !== true || subscribers.size > 0) return;
  state.channels.delete(channel);
  if (state.channels.size === 0) await disconnect(state);
  else await state.live?.client.unsafe(`UNLISTEN "${channel}"`).catch(() => {});
}

async function disconnect(state: State): Promise<void> {
  if (state.retry !== null) clearTimeout(state.retry);
  state.retry = null;
  await state.connecting?.catch(() => {});
  const connection = state.live;
  state.live = null;
  await connection?.client.end({ timeout: 0 }).catch(() => {});
}

function discard(client: Sql): void {
  void client.end({ timeout: 0 }).catch(() => {});
}
