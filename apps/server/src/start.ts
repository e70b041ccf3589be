import { answerIncoming, answerUnreadable, type Bindings, refuseUnreadable, spentOn } from "@gaia/edge";
import { rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { migrate, pendingMigrations, describeError } from "@gaia/db";
import { ensureAdminAccount, warnOfUnmade } from "@gaia/identity";
import { settleRegistryKey } from "@gaia/registry";
import { compose } from "./composing/compose.ts";
import { warnOfEviction } from "./composing/warn-of-eviction.ts";
import { describeSettings, type Settings } from "./config/config.ts";
import { type App, createApp } from "./http/app.ts";
import type { Marketplace } from "./http/marketplace.ts";
import type { Logger } from "./logging/log.ts";
import { adminToken } from "./composing/secrets.ts";
import type { Services } from "./composing/services.ts";
import type { RunningWorker } from "./worker/start-worker.ts";

const MIGRATIONS = new URL("../../../migrations/", import.meta.url).pathname;
const GRACE_MS = 20_000;
const IDLE_MS = 200;
const FLUSH_DOWNLOADS_MS = 5_000;

/** A process that serves, works, or both. */
export interface Running {
  /** Where it listens. */
  url: string;
  /** The file that holds the admin's token; null when it was given. */
  tokenFile: string | null;
  services: Services;
  /** Takes nothing new, lets what runs come to its end, closes every door. */
  close(): Promise<void>;
}

/**
 * Starts what `ROLE` says, in this order: doors, tables, admin account, HTTP, worker. `ROLE=migrate` returns null once the
 * tables are there.
 */
export async function start(settings: Settings, log: Logger): Promise<Running | null> {
  let listening = "";
  const composed = await compose(settings, log, () => settings.PUBLIC_URL ?? listening, {
    fromTemplate: true,
    signsForHub: true,
  });
  const { services } = composed;
  try {
    await ensureTables(settings, services);
    if (settings.ROLE === "migrate") {
      await composed.close();
      return null;
    }
    if (services.redis !== null) warnOfEviction(services.redis, log);
    await settleKey(services);
    const tokenFile = await ensureAdmin(settings, services);
    await warnOfUnmade(services.people);
    // A worker listens too: for those who ask whether it is alive.
    const app = createApp(services, settings.ROLE === "worker" ? null : await loadMarketplace(log));
    const { server, url } = await listen(app, settings);
    listening = url;
    services.advisories.start();
    const worker = settings.ROLE === "api" ? null : await openWorker(services);
    const flushing = setInterval(() => void services.downloads.flush(), FLUSH_DOWNLOADS_MS);
    log.info({ event: "started", url, settings: describeSettings(settings) }, `listening on ${url}`);
    const close = async () => {
      clearInterval(flushing);
      await stop(server, worker, services);
      await composed.close();
    };
    return { url, tokenFile, services, close };
  } catch (error) {
    await composed.close();
    throw error;
  }
}

async function ensureTables(settings: Settings, { database, log }: Services): Promise<void> {
  if (settings.ROLE === "all" || settings.ROLE === "migrate") {
    const { applied } = await migrate(database, MIGRATIONS);
    if (applied.length > 0) log.info({ event: "migrated", applied }, `applied ${applied.length} migrations`);
    return;
  }
  const pending = await pendingMigrations(database, MIGRATIONS);
  if (pending.length > 0) {
    throw new Error(`The database lacks ${pending.join(", ")}: run ROLE=migrate first.`);
  }
}

/** A key that was made for this start and may not sign here does not stay, or the next start would take it for one that was given. */
async function settleKey({ registry, madeKey }: Services): Promise<void> {
  try {
    await settleRegistryKey(registry, { justNow: madeKey !== null });
  } catch (error) {
    if (madeKey !== null) await rm(madeKey, { force: true });
    throw error;
  }
}

async function ensureAdmin(settings: Settings, { database, log }: Services): Promise<string | null> {
  const { token, path } = await adminToken(settings);
  await ensureAdminAccount(database.db, token);
  if (path) log.info({ event: "admin_token", path }, `the admin's token is in ${path}`);
  return path;
}

async function loadMarketplace(log: Logger): Promise<Marketplace | null> {
  try {
    return (await import("@gaia/web")) as Marketplace;
  } catch (error) {
    log.warn(
      { event: "marketplace_missing", error: describeError(error) },
      "apps/web is not built: serving the API alone",
    );
    return null;
  }
}

/** With it comes all that looks at a skill, which a process that only answers does without. */
async function openWorker(services: Services): Promise<RunningWorker> {
  const { startWorker } = await import("./worker/start-worker.ts");
  return startWorker(services);
}

/** Bounded in time, so that a client which trickles its headers or body holds no connection for ever (A25). */
async function listen({ fetch, edge, unreadable }: App, settings: Settings): Promise<{ server: Server; url: string }> {
  const withSpent = (env: Bindings): Bindings => {
    const spent = env.incoming && spentOn(env.incoming);
    return spent ? { ...env, spent } : env;
  };
  const listener = getRequestListener((request, env) => fetch(request, withSpent(env)), {
    hostname: settings.HOST,
    errorHandler: (error) => answerUnreadable(unreadable, error),
  });
  const bounds = {
    headersTimeout: 15_000,
    requestTimeout: 120_000,
    keepAliveTimeout: 10_000,
    maxHeaderSize: 16_384,
  };
  const server = createServer(
    bounds,
    answerIncoming(edge, (incoming, outgoing) => void listener(incoming, outgoing)),
  );
  refuseUnreadable(server, unreadable);
  const always = Object.entries(edge.always);
  if (always.length > 0) {
    server.prependListener("request", (_request, answer) => {
      for (const [name, value] of always) answer.setHeader(name, value);
    });
  }
  // Read now it stays known when the connection has ended; a connection that has ended already has no address to count under.
  server.on("connection", (socket) => {
    if (socket.remoteAddress === undefined) socket.destroy();
  });
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(settings.PORT, settings.HOST, () => {
      const address = server.address();
      if (address === null || typeof address === "string") return reject(new Error("It listens on no port."));
      const host = address.family === "IPv6" ? `[${address.address}]` : address.address;
      resolve({ server, url: `http://${host}:${address.port}` });
    });
  });
}

async function stop(server: Server, worker: RunningWorker | null, services: Services): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // A page that watches a scan would hold its connection until it is cut.
  await services.scanWatch.close();
  // One that answers now is idle in a moment, and would be kept for the next request.
  const idle = setInterval(() => server.closeIdleConnections(), IDLE_MS);
  const cut = setTimeout(() => {
    server.closeAllConnections();
  }, GRACE_MS);
  await Promise.all([closed, worker?.close(GRACE_MS)]);
  clearTimeout(cut);
  clearInterval(idle);
  await services.downloads.flush();
}
