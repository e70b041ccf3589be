import { describeError, isUnavailable } from "@gaia/db";
import type { RegistryErrorCode } from "@gaia/catalog";
import {
  type Area,
  type Asked,
  type Dialect,
  type Protocol,
  type RefusalCode,
  tellError,
  type ToldError,
} from "@gaia/edge";
import { apm } from "@gaia/protocol-apm";
import { clawhub, clawhubDiscovery, clawhubLogin } from "@gaia/protocol-clawhub";
import { hub } from "@gaia/protocol-hub";
import { discovery, skillIndexes } from "@gaia/protocol-discovery";
import { log } from "@gaia/protocol-log";
import { osv } from "@gaia/protocol-osv";
import type { Ctx, Registry } from "@gaia/registry";
import type { Services } from "../composing/services.ts";
import { actorOf, authorise, explain, PROBLEM } from "@gaia/api";

/** What a protocol may be handed of the process; each takes what it needs. */
interface Given {
  /** The doors and settings of reads, which are those of every other verb, too. */
  catalog: Registry;
  /** What a verb by the caller of this request is given: doors, readers of packages, limits. What only reads takes it as a `ReadCtx`. */
  ctxOf(c: Asked): Ctx;
  /** Refuses who may not ask, by the same words and table of actions as `/api/v1`; for `Area.authorise`. */
  authorise: NonNullable<Area["authorise"]>;
  /** What a thrown error is to the caller, for a dialect to say in its words; what nobody expected is logged. */
  tell(c: Asked, error: Error): ToldError<RegistryErrorCode | RefusalCode>;
  /** The registry's own errors, for protocols that have none. */
  dialect: Dialect;
  /** Why a door is shut, where an error says so. */
  shutDoorOf(error: Error): string | null;
}

export type MakeProtocol = (given: Given) => Protocol;

/** Every client's protocol but the registry's own. A new one is a package and its row here. */
export const PROTOCOLS: readonly MakeProtocol[] = [
  osv,
  log,
  apm,
  hub,
  skillIndexes,
  discovery,
  clawhub,
  clawhubDiscovery,
  clawhubLogin,
];

export const givenBy = ({ registry }: Services): Given => ({
  catalog: registry,
  ctxOf: (c) => ({ ...registry, actor: actorOf(c.var.caller), requestId: c.var.requestId }),
  authorise,
  tell: (c, error) => tellError(c, error, explain),
  dialect: PROBLEM.dialect,
  shutDoorOf: (error) => (isUnavailable(error) ? describeError(error) : null),
});
