import { type AuditPage, listAudit, listOwnAudit, listSkillAudit } from "@gaia/catalog";
import type { Ctx } from "@gaia/registry";
import type { Context } from "hono";
import type { Api } from "../asking/env.ts";
import { type AuditFormat, auditFile, type AuditRows } from "./audit-file.ts";
import { ctxNow } from "../asking/env.ts";
import * as audit from "./definitions.ts";
import { ctxOf, type Env } from "../asking/env.ts";

interface Query extends Partial<Record<"action" | "since" | "until" | "cursor", string | undefined>> {
  limit: number;
  export?: AuditFormat | undefined;
}

/** The audit log: of everything, of a skill, of one's own account. */
export function auditRoutes(api: Api): void {
  api.openapi(audit.listAudit, async (c) => {
    const query = c.req.valid("query");
    const { target = null, actor = null, skill = null, account = null, publisher = null } = query;
    const requestId = query.request_id ?? null;
    const only = { ...narrowed(query), target, actor, skill, account, publisher, requestId };
    const read = (ctx: Ctx, page: AuditPage) => listAudit(ctx, { ...only, ...page });
    const file = await fileOf(c, query, "audit", read);
    return file ?? c.json(await read(ctxOf(c), pageOf(query)), 200);
  });

  api.openapi(audit.listSkillAudit, async (c) => {
    const query = c.req.valid("query");
    const { name } = c.req.valid("param");
    const only = { ...narrowed(query), name, actor: query.actor ?? null };
    const read = (ctx: Ctx, page: AuditPage) => listSkillAudit(ctx, { ...only, ...page });
    const file = await fileOf(c, query, `audit-${name}`, read);
    return file ?? c.json(await read(ctxOf(c), pageOf(query)), 200);
  });

  api.openapi(audit.listOwnAudit, async (c) => {
    const query = c.req.valid("query");
    const only = { ...narrowed(query), skill: query.skill ?? null };
    const read = (ctx: Ctx, page: AuditPage) => listOwnAudit(ctx, { ...only, ...page });
    const file = await fileOf(c, query, "audit-account", read);
    return file ?? c.json(await read(ctxOf(c), pageOf(query)), 200);
  });
}

const narrowed = ({ action, since, until }: Query) => ({
  action: action ?? null,
  since: since === undefined ? null : new Date(since),
  until: until === undefined ? null : new Date(until),
});

const pageOf = ({ limit, cursor }: Query): AuditPage => ({ limit, cursor: cursor ?? null });

async function fileOf(
  c: Context<Env>,
  query: Query,
  name: string,
  read: (ctx: Ctx, page: AuditPage) => ReturnType<AuditRows>,
): Promise<Response | null> {
  if (query.export === undefined) return null;
  // The client takes it as slowly as it likes: each page is for who may read it then.
  const { type, body } = await auditFile(query.export, async (page) =>
    read(page.cursor === null ? ctxOf(c) : await ctxNow(c), page),
  );
  c.set("isStreamed", true);
  return c.body(body, 200, {
    "content-type": type,
    "content-disposition": `attachment; filename="${name}.${query.export}"`,
    "x-content-type-options": "nosniff",
  });
}
