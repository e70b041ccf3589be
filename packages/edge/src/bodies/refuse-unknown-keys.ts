import type { z } from "@hono/zod-openapi";
import { nearestKey } from "@gaia/text";
import type { MiddlewareHandler } from "hono";
import { addressOf } from "../terms/address.ts";
import type { Env } from "../terms/env.ts";
import { Refusal, type RefusalDetail } from "../terms/refusal.ts";
import { type Shape, shapeOf, shownKey, type UnknownKey, unknownKeysOf } from "./known-keys.ts";

/** What a route takes of a request beside its path, by its definition. All else is refused where its area refuses unknown keys. */
export interface Taken {
  /** null: no key at all. */
  query: z.ZodType | null;
  /** The shape of its JSON body; null: it has none; `streamed`: its handler reads it, and says which parts it takes. */
  body: z.ZodType | null | "streamed";
}

/** Where a key stands, as a sentence says it. */
type Place = "query" | "body" | "form";

const THING: Record<Place, string> = { query: "query key", body: "key", form: "form's part" };
const TAKES: Record<Place, string> = { query: "query key", body: "body", form: "form" };
/** More than these are not listed. */
const MOST_LISTED = 16;

/**
 * The refusal of keys that nobody reads: a misspelt one would be passed over, and with it what was asked for (`visiblity=private`).
 * @param found at least one; the first is told in the refusal itself
 * @param elsewhere what the other place of the request takes: a key that is known there is sent there
 */
export function unknownKeys(place: Place, found: readonly UnknownKey[], elsewhere: readonly string[] = []): Refusal {
  const told = found.map((one) => inWords(place, one, elsewhere));
  const errors: RefusalDetail[] = told.map(({ message, hint }) => ({
    code: "unknown_key",
    severity: "error",
    file: null,
    line: null,
    column: null,
    message,
    hint,
  }));
  return new Refusal("invalid_request", told[0]?.detail ?? "A key of the request is not known here.", errors);
}

function inWords(place: Place, { key, within, known }: UnknownKey, elsewhere: readonly string[]) {
  const message = `The ${THING[place]} ${shownKey(key)}${within && ` in ${shownKey(within)}`} is not known here`;
  const nearest = nearestKey(key, known);
  const isElsewhere = within === "" && elsewhere.includes(key);
  const clause = nearest
    ? `did you mean ${shownKey(nearest)}?`
    : isElsewhere && `it belongs in the ${place === "query" ? "JSON body" : "query"}.`;
  const list =
    known.length === 0
      ? `This address takes no ${TAKES[place]}.`
      : known.length <= MOST_LISTED && `Known here: ${known.toSorted().join(", ")}.`;
  const hint = [clause, list].filter(Boolean).join(" ");
  const detail = `${message}${clause ? ":" : "."} ${hint}`.trim();
  return { message: `${message}.`, hint: hint || null, detail };
}

/** What marks a visit in an address that people share; it changes nothing of what is read. */
const isMark = (key: string): boolean => /^utm_[a-z]+$/.test(key);

const READING = new Set(["GET", "HEAD"]);
const NOTHING: Shape = { properties: {} };

const once = <T>(make: () => T): (() => T) => {
  let made: { value: T } | null = null;
  return () => (made ??= { value: make() }).value;
};

const keysOf = (shape: Shape): string[] => Object.keys(shape.properties ?? {});

/** What judges the keys of a route's requests. Shapes are made with the first request that needs them: a start does without. */
export function keyJudgeOf({ query, body }: Taken) {
  const ofQuery = once(() => (query === null ? NOTHING : shapeOf(query)));
  const ofBody = once(() => (body === null || body === "streamed" ? NOTHING : shapeOf(body)));
  return {
    /** @throws Refusal `invalid_request` */
    ensureBody(value: unknown): void {
      const found = unknownKeysOf(value, ofBody());
      if (found.length > 0) throw unknownKeys("body", found, keysOf(ofQuery()));
    },
    /** Refuses a query with a key that the route does not take; on reads all but the marks of visits. */
    refuseQuery: async function refuseQuery(c, next) {
      const address = addressOf(c.req.raw.url);
      const start = address.indexOf("?");
      if (start >= 0) {
        const isRead = READING.has(c.req.method);
        // Not the router's own list, which is an object and loses `__proto__`.
        const keys = [...new URLSearchParams(address.slice(start)).keys()].filter((key) => !(isRead && isMark(key)));
        const asked = Object.fromEntries(keys.map((key) => [key, ""]));
        const found = unknownKeysOf(asked, ofQuery());
        if (found.length > 0) throw unknownKeys("query", found, keysOf(ofBody()));
      }
      return next();
    } satisfies MiddlewareHandler<Env>,
  };
}
