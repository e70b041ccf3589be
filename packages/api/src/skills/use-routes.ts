import { getSkillDownloads, getSkillHistory, listDependents } from "@gaia/catalog";
import { type Api, ctxOf } from "../asking/env.ts";
import * as use from "./use-definitions.ts";

/** How a skill is used, and what became of it. */
export function useRoutes(api: Api): void {
  api.openapi(use.getSkillDownloads, async (c) => c.json(await getSkillDownloads(ctxOf(c), c.req.valid("param")), 200));

  api.openapi(use.listDependents, async (c) => {
    const input = { ...c.req.valid("param"), ...c.req.valid("query") };
    return c.json(await listDependents(ctxOf(c), input), 200);
  });

  api.openapi(use.getSkillHistory, async (c) => {
    const input = { ...c.req.valid("param"), ...c.req.valid("query") };
    return c.json(await getSkillHistory(ctxOf(c), input), 200);
  });
}
