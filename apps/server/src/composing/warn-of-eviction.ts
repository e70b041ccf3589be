import type { Redis } from "ioredis";
import type { Logger } from "../logging/log.ts";

/** The policy under which a full Redis refuses what is new, and drops nothing. */
const KEEPS_ALL = "noeviction";
const POLICY = /^maxmemory_policy:([a-z-]+)/m;

/**
 * Warns of a Redis that drops keys when its memory is full: now or once it is there, and again where it comes back with another policy.
 * What may not be asked is no failure.
 */
export function warnOfEviction(redis: Redis, log: Logger): void {
  let seen: string | null = null;
  const look = async (): Promise<void> => {
    const policy = await findPolicy(redis);
    if (policy === null || policy === seen) return;
    seen = policy;
    if (policy !== KEEPS_ALL) log.warn({ event: "redis_evicts", policy }, wordsFor(policy));
  };
  redis.on("ready", () => void look());
  if (redis.status === "ready") void look();
}

function wordsFor(policy: string): string {
  // Jobs have no time after which they expire; locks and counts have.
  const jobs = policy.startsWith("volatile-") ? "" : "jobs that wait in the queue, ";
  return (
    `Redis drops keys when its memory is full (maxmemory-policy ${policy}): ${jobs}locks of running jobs, counts of rate limits and of ` +
    `downloaders. Set maxmemory-policy ${KEEPS_ALL} in its configuration, and now by CONFIG SET maxmemory-policy ${KEEPS_ALL}`
  );
}

/** Managed servers often refuse CONFIG, and roles of an ACL either; null where both are refused or neither says it. */
async function findPolicy(redis: Redis): Promise<string | null> {
  const asked = [
    async () => POLICY.exec(await redis.info("memory"))?.[1],
    async () => ((await redis.config("GET", "maxmemory-policy")) as string[])[1], // a pair of name and value
  ];
  for (const ask of asked) {
    const policy = await ask().catch(() => null);
    if (policy) return policy;
  }
  return null;
}
