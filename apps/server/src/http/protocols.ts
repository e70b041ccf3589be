import { describeError, isUnavailable } from "@gaia/db";
import type { ReadCtx } from "@gaia/catalog";
import type { Asked, Dialect, Protocol } from "@gaia/edge";
import { log } from "@gaia/protocol-log";
import { osv } from "@gaia/protocol-osv";
import type { Registry } from "@gaia/registry";
import type { Services } from "../composing/services.ts";
import { actorOf, PROBLEM } from "@gaia/api";

/** What a protocol may be handed of the process; each takes what it needs. */
interface Given {
  /** The doors and settings of reads, which are those of every other verb, too. */
  catalog: Registry;
  /** What a read by the caller of this request is given. */
  ctxOf(c: Asked): ReadCtx;
  /** The registry's own errors, for protocols that have none. */
  dialect: Dialect;
  /** Why a door is shut, where an error says so. */
  shutDoorOf(error: Error): string | null;
}

export type MakeProtocol = (given: Given) => Protocol;

/** Every client's protocol but the registry's own. A new one is a package and its row here. */
export const PROTOCOLS: readonly MakeProtocol[] = [osv, log];

export const givenBy = ({ registry }: Services): Given => ({
  catalog: registry,
  ctxOf: (c) => ({ ...registry, actor: actorOf(c.var.caller), requestId: c.var.requestId }),
  dialect: PROBLEM.dialect,
  shutDoorOf: (error) => (isUnavailable(error) ? describeError(error) : null),
});
