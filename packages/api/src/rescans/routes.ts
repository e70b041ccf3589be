import {
  cancelRescan,
  getMailChoices,
  getRescan,
  listNotices,
  listRescans,
  readNotice,
  requestRescan,
  resumeRescan,
  setMailChoices,
} from "@gaia/registry";
import type { Api } from "../asking/env.ts";
import * as rescans from "./definitions.ts";
import { ctxOf } from "../asking/env.ts";

/** Scanning again, and what came of it for those concerned. */
export function rescanRoutes(api: Api): void {
  api.openapi(rescans.startRescan, async (c) => {
    const { reason, skill, scanners } = c.req.valid("json");
    const input = { reason, skill: skill ?? null, scanners: scanners ?? null };
    return c.json(await requestRescan(ctxOf(c), input), 201);
  });

  api.openapi(rescans.listRescans, async (c) => {
    const { status, limit, cursor } = c.req.valid("query");
    return c.json(await listRescans(ctxOf(c), { status: status ?? null, limit, cursor: cursor ?? null }), 200);
  });

  api.openapi(rescans.getRescan, async (c) => c.json(await getRescan(ctxOf(c), c.req.valid("param")), 200));

  api.openapi(rescans.resumeRescan, async (c) =>
    c.json(await resumeRescan(ctxOf(c), { ...c.req.valid("param"), ...c.req.valid("json") }), 200),
  );

  api.openapi(rescans.cancelRescan, async (c) =>
    c.json(await cancelRescan(ctxOf(c), { ...c.req.valid("param"), ...c.req.valid("json") }), 200),
  );

  api.openapi(rescans.listNotices, async (c) => {
    const { publisher, unread, limit, cursor } = c.req.valid("query");
    const input = { publisher: publisher ?? null, unread: unread === "true", limit, cursor: cursor ?? null };
    return c.json(await listNotices(ctxOf(c), input), 200);
  });

  api.openapi(rescans.readNotice, async (c) => c.json(await readNotice(ctxOf(c), c.req.valid("param")), 200));

  api.openapi(rescans.getMailChoices, async (c) => c.json(await getMailChoices(ctxOf(c)), 200));

  api.openapi(rescans.setMailChoices, async (c) => c.json(await setMailChoices(ctxOf(c), c.req.valid("json")), 200));
}
