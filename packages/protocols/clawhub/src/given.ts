import type { Asked } from "@gaia/edge";
import type { Ctx } from "@gaia/registry/publishing";

/** What a verb by the caller of this request is given. */
export type ChangingCtxOf = (c: Asked) => Ctx;
