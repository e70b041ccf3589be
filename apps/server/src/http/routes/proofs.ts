import { proveNewestVersion, proveVersion } from "@gaia/registry";
import type { Api } from "../api.ts";
import * as judgement from "../definitions/judgement.ts";
import { ctxOf } from "../env.ts";

const PROOF_HEADERS = { "content-type": "text/plain; charset=utf-8", "cache-control": "no-cache" };

/** What is in the registry's log, for those who have no log at hand. Before the routes of versions: `proof` is no version. */
export function proofRoutes(api: Api): void {
  api.openapi(judgement.getProof, async (c) => {
    const { sequence } = c.req.valid("query");
    const proof = await proveVersion(ctxOf(c), { ...c.req.valid("param"), sequence: sequence ?? null });
    return c.text(proof, 200, PROOF_HEADERS);
  });

  api.openapi(judgement.getNewestProof, async (c) => {
    return c.text(await proveNewestVersion(ctxOf(c), c.req.valid("param")), 200, PROOF_HEADERS);
  });
}
