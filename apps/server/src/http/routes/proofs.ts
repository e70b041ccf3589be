import { type Proof, proveNewestVersion, proveVersion } from "@gaia/registry";
import type { Context } from "hono";
import type { Api } from "../api.ts";
import * as judgement from "../definitions/judgement.ts";
import { ctxOf, type Env } from "../env.ts";

/** What is in the registry's log, for those who have no log at hand. Before the routes of versions: `proof` is no version. */
export function proofRoutes(api: Api): void {
  api.openapi(judgement.getProof, async (c) => {
    const { sequence } = c.req.valid("query");
    return answer(c, await proveVersion(ctxOf(c), { ...c.req.valid("param"), sequence: sequence ?? null }));
  });

  api.openapi(judgement.getNewestProof, async (c) => {
    return answer(c, await proveNewestVersion(ctxOf(c), c.req.valid("param")));
  });
}

/** One whose checkpoint gets cosignatures yet is not kept: the next reader is to have them. */
function answer(c: Context<Env>, { text, isFinal }: Proof) {
  if (!isFinal) c.set("isPassing", true);
  return c.text(text, 200, { "content-type": "text/plain; charset=utf-8", "cache-control": "no-cache" });
}
