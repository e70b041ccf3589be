import { hash, randomBytes } from "node:crypto";
import { describeError } from "@gaia/db";
import type { Redis } from "ioredis";
import type { Logger } from "../logging/log.ts";

/** Who took what today, as far as it takes to count each once: keyed hashes, and nobody can say of whom once the day's key is gone. */
export interface DownloadersOfToday {
  /** Whether this one (an account or an address) takes `what` (a skill, or a version by a client) for the first time on this day (UTC). */
  isFirst(input: { what: string; by: string }): boolean | Promise<boolean>;
}

/** Shared by all processes where there is Redis. */
export const downloadersOfToday = (redis: Redis | null, log: Pick<Logger, "debug">): DownloadersOfToday =>
  redis
    ? sharedDownloaders(redis, (error) => log.debug({ event: "redis_fault", error }, "redis does not count downloads"))
    : ownDownloaders();

/** More of a day are forgotten from the first one on, and might be counted again: some 20 MB. */
const MOST_HELD = 200_000;
const DAY_SECONDS = 86_400;

/** The number of the day (UTC) since 1970. */
const today = (now: Date): number => Math.floor(now.getTime() / (DAY_SECONDS * 1_000));

/**
 * The key comes first and is always as long, and half of the digest is cut off: nobody can go on with it. An HMAC would be as good, and
 * cost every download three times as much.
 */
const hashOf = (key: string, { what, by }: { what: string; by: string }): string =>
  hash("sha256", `${key}${what}\0${by}`, "base64url").slice(0, 22);

/** In this process: its key and what it holds end with the day, or with the process. */
export function ownDownloaders(now: () => Date = () => new Date(), mostHeld = MOST_HELD): DownloadersOfToday {
  let day = NaN;
  let key = "";
  const held = new Set<string>();
  return {
    isFirst(input) {
      const current = today(now());
      if (current !== day) {
        day = current;
        key = randomBytes(32).toString("base64url");
        held.clear();
      }
      const one = hashOf(key, input);
      if (held.has(one)) return false;
      held.add(one);
      if (held.size > mostHeld) for (const oldest of held.values()) return held.delete(oldest);
      return true;
    },
  };
}

/** The same for all processes, in Redis, which forgets the day's key and what was hashed with it; while Redis is away, each for itself. */
export function sharedDownloaders(
  redis: Redis,
  warn: (error: string) => void,
  now: () => Date = () => new Date(),
): DownloadersOfToday {
  const own = ownDownloaders(now);
  let known: { day: number; key: string } | null = null;
  const keyOf = async (day: number): Promise<string> => {
    if (known?.day === day) return known.key;
    const name = `downloads:key:${day}`;
    await redis.set(name, randomBytes(32).toString("base64url"), "EX", DAY_SECONDS, "NX");
    const key = await redis.get(name);
    if (key === null) throw new Error("the day's key is gone");
    known = { day, key };
    return key;
  };
  return {
    async isFirst(input) {
      try {
        const one = hashOf(await keyOf(today(now())), input);
        return (await redis.set(`downloads:by:${one}`, "1", "EX", DAY_SECONDS, "NX")) === "OK";
      } catch (error) {
        warn(describeError(error));
        return own.isFirst(input);
      }
    },
  };
}
