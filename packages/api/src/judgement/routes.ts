import { VARY } from "@gaia/edge";
import { getScanReport, listSignatures, toSarif } from "@gaia/catalog";
import {
  approvePromotion,
  confirmSigner,
  listAllSignerChanges,
  listPromotions,
  listSignerChanges,
  rejectPromotion,
  requestPromotion,
  signVersion,
} from "@gaia/registry";
import type { Api } from "../asking/env.ts";
import * as judgement from "./definitions.ts";
import { streamingBody } from "../defining/responses.ts";
import { asksForSarif } from "./asks-for-sarif.ts";
import { ctxOf } from "../asking/env.ts";
import { readSignature } from "../signatures/read-signature.ts";

/** Scans, signatures, audits: who vouches for what. */
export function judgementRoutes(api: Api): void {
  api.openapi(judgement.getScan, async (c) => {
    const input = c.req.valid("param");
    const report = await getScanReport(ctxOf(c), input);
    if (asksForSarif(c.req.raw.headers)) {
      c.header("vary", VARY);
      c.header("cache-control", "no-cache");
      const sarif = toSarif(report, input);
      return c.body(JSON.stringify(sarif), 200, { "content-type": "application/sarif+json" });
    }
    return c.json(report, 200);
  });

  api.openapi(judgement.listSignatures, async (c) => {
    const input = c.req.valid("param");
    return c.json(await listSignatures(ctxOf(c), input), 200);
  });

  api.openapi(streamingBody(judgement.addSignature), async (c) => {
    const signature = await readSignature(c.req.raw, c.var.bodyLimitBytes);
    const signed = await signVersion(ctxOf(c), { ...c.req.valid("param"), ...signature });
    return signed.created ? c.json(signed.version, 201) : c.json(signed.version, 200);
  });

  api.openapi(judgement.confirmSigner, async (c) => {
    return c.json(await confirmSigner(ctxOf(c), { ...c.req.valid("param"), ...c.req.valid("json") }), 200);
  });

  api.openapi(judgement.listSignerChanges, async (c) => {
    const { limit, cursor } = c.req.valid("query");
    return c.json(await listSignerChanges(ctxOf(c), { limit, cursor: cursor ?? null }), 200);
  });

  api.openapi(judgement.listAllSignerChanges, async (c) => {
    const { limit, cursor } = c.req.valid("query");
    return c.json(await listAllSignerChanges(ctxOf(c), { limit, cursor: cursor ?? null }), 200);
  });

  api.openapi(judgement.requestPromotion, async (c) => {
    const { note } = c.req.valid("json");
    const filed = await requestPromotion(ctxOf(c), { ...c.req.valid("param"), note: note ?? null });
    return filed.created ? c.json(filed.promotion, 201) : c.json(filed.promotion, 200);
  });

  api.openapi(judgement.listPromotions, async (c) => {
    const { status, limit, cursor } = c.req.valid("query");
    return c.json(await listPromotions(ctxOf(c), { status: status ?? null, limit, cursor: cursor ?? null }), 200);
  });

  api.openapi(judgement.approvePromotion, async (c) => {
    const { inspection_id: inspectionId, reason, npm_package: npmPackage } = c.req.valid("json");
    const decision = { ...c.req.valid("param"), inspectionId, reason, npmPackage };
    return c.json(await approvePromotion(ctxOf(c), decision), 200);
  });

  api.openapi(judgement.rejectPromotion, async (c) => {
    const { inspection_id: inspectionId, reason } = c.req.valid("json");
    return c.json(await rejectPromotion(ctxOf(c), { ...c.req.valid("param"), inspectionId, reason }), 200);
  });
}
