import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { appendAudit, type Db, holdStanding, inTransaction } from "@gaia/db";
import { authenticate } from "@gaia/identity";
import { refusalOf } from "@gaia/policy";
import { sql } from "drizzle-orm";
import { account } from "../harness/api.ts";
import { startTestRegistry } from "../harness/registry.ts";

/** Milliseconds on the clock, and of CPU time that the whole process used meanwhile. */
export interface Taken {
  clock: number;
  cpu: number;
}

/** What it costs a publish that somebody has to be allowed to; turn by turn with a bare statement. */
export interface AccessResult {
  /** Of the token and the account behind it, from the database. */
  authentication: Taken[];
  /** Of a transaction that asks for the account's standing, holds it and writes the audit row, its commit included. */
  decided: Taken[];
  /** Of a transaction with one bare statement: what a publish has anyway. */
  bare: Taken[];
}

const ACCOUNTS = 50;
const WARM_UP = 50;

/** Measures in this process, on an embedded registry of its own, `count` times. */
export async function measureAccess(dir: string, count: number): Promise<AccessResult> {
  const dataDir = join(dir, "access");
  await mkdir(dataDir);
  const registry = await startTestRegistry({ withoutScanners: true, dataDir });
  const { db } = registry.running.services.database;
  try {
    const secrets: string[] = [];
    for (let at = 0; at < ACCOUNTS; at += 1) {
      secrets.push(await account(registry.url, registry.adminToken, `person-${at}`));
    }
    const result: AccessResult = { authentication: [], decided: [], bare: [] };
    for (let at = -WARM_UP; at < count; at += 1) {
      const taken = await once(db, secrets[Math.abs(at) % ACCOUNTS] ?? "");
      if (at < 0) continue;
      result.authentication.push(taken.authentication);
      result.decided.push(taken.decided);
      result.bare.push(taken.bare);
    }
    return result;
  } finally {
    await registry.close();
  }
}

async function once(db: Db, secret: string): Promise<Record<keyof AccessResult, Taken>> {
  const began = now();
  const actor = await authenticate(db, secret, new Date());
  const known = now();
  const publisher = actor?.publishers[0];
  if (!actor || !publisher) throw new Error("the token of the bench is not known");
  await inTransaction(db, async (tx) => {
    if (refusalOf("publishSkill", actor, { publisher: publisher.handle, skill: "web-search" }) !== null)
      throw new Error("the bench may not publish");
    const standing = await holdStanding(tx, { accountId: actor.accountId, publisherId: publisher.id });
    if (standing !== "acts") throw new Error(`the account of the bench is ${standing}`);
    await appendAudit(tx, { actor: actor.handle, action: "bench.measured", target: `publisher:${publisher.handle}` });
  });
  const decided = now();
  await inTransaction(db, async (tx) => void (await tx.execute(sql`SELECT 1`)));
  return { authentication: between(began, known), decided: between(known, decided), bare: between(decided, now()) };
}

function now(): Taken {
  const { user, system } = process.cpuUsage();
  return { clock: performance.now(), cpu: (user + system) / 1_000 };
}

const between = (from: Taken, to: Taken): Taken => ({ clock: to.clock - from.clock, cpu: to.cpu - from.cpu });
