import { getAriaCatalog, getMiaosCatalog } from "@gaia/catalog";
import type { Api } from "../asking/env.ts";
import * as catalogs from "./definitions.ts";
import { ctxOf } from "../asking/env.ts";

/** The catalogs that other systems read. */
export function catalogsRoutes(api: Api): void {
  api.openapi(catalogs.getMiaosCatalog, async (c) => {
    return c.json(await getMiaosCatalog(ctxOf(c)), 200);
  });
  api.openapi(catalogs.getMiaosRepoSkills, (c) => {
    return c.json(c.var.services.repoSkills, 200);
  });
  api.openapi(catalogs.getAriaCatalog, async (c) => {
    return c.json(await getAriaCatalog(ctxOf(c)), 200);
  });
}
