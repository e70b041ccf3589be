import { isKnown } from "@gaia/edge";
import { RegistryError, listAttestations, type Proof, proveNewestVersion, proveVersion } from "@gaia/catalog";
import { addProvenance, listRegistryKeys, viewLogKeys } from "@gaia/registry";
import type { Context } from "hono";
import type { Api } from "../asking/env.ts";
import * as statements from "./definitions.ts";
import { streamingBody } from "../defining/responses.ts";
import { ctxOf, type Env } from "../asking/env.ts";
import { readSignature } from "../signatures/read-signature.ts";

/** What the registry itself says: statements, keys, proofs, what it took back. Before the routes of versions: `proof` is none. */
export function statementRoutes(api: Api): void {
  api.openapi(statements.listAttestations, async (c) => {
    const input = c.req.valid("param");
    return c.json(await listAttestations(ctxOf(c), input), 200);
  });

  api.openapi(streamingBody(statements.addProvenance), async (c) => {
    const { kind, signature } = await readSignature(c.req.raw, c.var.bodyLimitBytes);
    if (kind !== "sigstore")
      throw new RegistryError("unsupported_media_type", "Provenance is a Sigstore bundle, as its media type says.");
    const added = await addProvenance(ctxOf(c), { ...c.req.valid("param"), bundle: signature });
    return added.created ? c.json(added.version, 201) : c.json(added.version, 200);
  });

  api.openapi(statements.listRegistryKeys, async (c) => {
    const { registry } = c.var.services;
    return c.json({ keys: await listRegistryKeys(registry), log: await viewLogKeys(registry) }, 200);
  });

  api.openapi(statements.listRevocations, async (c) => {
    const { since } = c.req.valid("query");
    const { body, etag } = await c.var.services.revocations.answer(since ?? null);
    const headers = { etag, "cache-control": "public, max-age=30" };
    if (isKnown(c.req.header("if-none-match") ?? null, etag)) return c.body(null, 304, headers);
    return c.body(body, 200, { ...headers, "content-type": "application/json" });
  });

  api.openapi(statements.getProof, async (c) => {
    const { sequence } = c.req.valid("query");
    return answer(c, await proveVersion(ctxOf(c), { ...c.req.valid("param"), sequence: sequence ?? null }));
  });

  api.openapi(statements.getNewestProof, async (c) => {
    return answer(c, await proveNewestVersion(ctxOf(c), c.req.valid("param")));
  });
}

/** One whose checkpoint gets cosignatures yet is not kept: the next reader is to have them. */
function answer(c: Context<Env>, { text, isFinal }: Proof) {
  if (!isFinal) c.set("isPassing", true);
  return c.text(text, 200, { "content-type": "text/plain; charset=utf-8", "cache-control": "no-cache" });
}
