import type { AuthenticatedActor, AuthenticatedWorkload } from "@gaia/identity";
import type { Ctx } from "@gaia/registry";
import type { Services } from "../services.ts";
import type { Spent } from "./rate-limits.ts";

/** What a request carries through the middleware. */
export interface Env {
  Bindings: {
    incoming?: { socket: { remoteAddress?: string } };
    /** Set for requests that the marketplace makes in this process; they were counted at the door already. */
    internal?: boolean;
    /** What this request took from its rate limits, when that was counted before it came here; empty: no limit. */
    spent?: Spent[];
  };
  Variables: {
    services: Services;
    requestId: string;
    actor: AuthenticatedActor | AuthenticatedWorkload | null;
    /** When it was looked up, by `performance.now()`. */
    actorFoundAt?: number;
    /** What this request took from its rate limits, the tighter first; absent: there is none. */
    spent?: Spent[];
    /** The longest body that this route takes. */
    bodyLimitBytes: number;
    /** Set by a handler whose answer changes without anybody being told: it is not kept, whatever its policy says. */
    isPassing?: boolean;
    /** The version id whose download this answer is. */
    downloadOf?: number;
  };
}

/** The domain's context of this request. */
export function ctxOf(c: { var: Env["Variables"] }): Ctx {
  return { ...c.var.services.registry, actor: c.var.actor, requestId: c.var.requestId };
}
