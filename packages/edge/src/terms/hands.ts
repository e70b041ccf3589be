import type { CredentialKind } from "./credential.ts";
import type { PageCache, Taken } from "./page.ts";
import type { ProxyTrust } from "./proxy-trust.ts";
import type { RateLimits } from "./rate.ts";

/** Who a request speaks for, as far as the edge has to know. What stands behind it knows more, and made it. */
export interface Caller {
  /** For the log line. */
  handle: string;
  /** What it counts under, whichever of its tokens asks: `account:4`. */
  countsAs: string;
  /** The token that it came with, as limits count it; null: none. */
  token: string | null;
  /** What its downloads count under; null: its address. */
  downloadsAs: string | null;
}

/** What a request came with to say who it speaks for. */
export interface Presented {
  request: Request;
  kind: CredentialKind;
  /** The token; null: a session, in the cookies of the request. */
  secret: string | null;
}

/** Who knows callers. Null: nobody is known by what was presented. */
export interface Authentication {
  /** Whether the request carries the cookie of a session, valid or not. */
  hasSession(request: Request): boolean;
  find(presented: Presented): Promise<Caller | null>;
  /** The same once more for a request that took its time; what it was found to have shown at first counts to the end. */
  findAgain(presented: Presented, before: Caller): Promise<Caller | null>;
}

/** One download, and who took it. */
export interface Download extends Taken {
  /** `account:4` or `address:192.0.2.1`. */
  by: string;
}

/** Of an answered request: never a query, a header or a body. */
interface Measured {
  method: string;
  /** The pattern that its path matched. */
  route: string;
  status: number;
  milliseconds: number;
}

/** Writes an event, and what it means in words. */
type Write = (event: object, words: string) => void;

/** Everything that stands behind the edge and that it was handed: it imports no room that knows what a skill is. */
export interface Hands {
  log: { info: Write; warn: Write; error: Write };
  metrics: { request(measured: Measured): void };
  pages: PageCache;
  /** Whether strangers are told nothing of a skill, by its name: what is done with it changes nothing that is kept of others. */
  isHidden(skill: string): Promise<boolean>;
  limits: RateLimits;
  downloads: { count(download: Download): void };
  /** Writes down that a known caller took a version; nothing for one that is no account. */
  noteDownload(caller: Caller, versionId: number): Promise<void>;
  /** Whether strangers are shown nothing but what is open to them all the same (`whenClosed`). */
  isClosed: boolean;
  proxies: ProxyTrust;
  authentication: Authentication;
  /** Media types that a few handlers answer with instead of their usual one: whoever accepts such a one is given no kept answer. */
  otherTypes: readonly string[];
  /** What a package may weigh, in bytes. */
  packageBytes(): number;
  publicUrl(): string;
  /** What every answer carries, whoever makes it. */
  always: Readonly<Record<string, string>>;
}
