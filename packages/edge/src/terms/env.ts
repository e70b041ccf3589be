import type { Context } from "hono";
import type { Caller, Hands, Presented } from "./hands.ts";
import type { Taken } from "./page.ts";
import type { Spent } from "./rate.ts";
import type { Subject } from "./subject.ts";

/** What comes with a request from outside the framework. */
export interface Bindings {
  incoming?: { socket: { remoteAddress?: string | undefined } };
  /** Set for requests that the process makes to itself; they were counted at the door already. */
  internal?: boolean;
  /** What this request took from its rate limits, when that was counted before it came here; empty: no limit. */
  spent?: Spent[];
}

/** What a request carries through the middleware. Who stands behind the edge may add to it. */
export interface Variables {
  edge: Hands;
  requestId: string;
  caller: Caller | null;
  /** With which credential it came; absent: none that is taken. */
  presented?: Presented;
  /** What is wrong with its credentials, in words for the caller. */
  credentialFault?: string;
  /** When it was looked up, by `performance.now()`. */
  callerFoundAt?: number;
  /** What this request took from its rate limits, the tighter first; absent: there is none. */
  spent?: Spent[];
  /** The longest body that this route takes. */
  bodyLimitBytes: number;
  /** Set by a handler whose answer changes without anybody being told: it is not kept, whatever its policy says. */
  isPassing?: boolean;
  /** Set by a handler whose answer is sent while it is made: nobody knows how long it becomes. */
  isStreamed?: boolean;
  /** What the answer speaks of beside what its policy names: kept, it falls with any of them. */
  subjects?: readonly Subject[];
  /** The download that this answer is. */
  downloadOf?: Taken;
}

export interface Env {
  Bindings: Bindings;
  Variables: Variables;
}

/**
 * A request on its way, whatever else its application lets it carry: contexts of applications with more variables are not contexts of fewer
 * for the framework, because they can be written to.
 */
export interface Asked extends Pick<Context<Env>, "req" | "res" | "json" | "body"> {
  env: Bindings;
  readonly var: Readonly<Variables>;
  set(name: "downloadOf", value: Taken): void;
}
