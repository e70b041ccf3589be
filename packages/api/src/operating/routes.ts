import { ensureMay, getAnnouncement } from "@gaia/catalog";
import { isUnclaimed, tryMail, tryProvider } from "@gaia/identity";
import { clearAnnouncement, getOverview, setAnnouncement } from "@gaia/registry";
import type { Api } from "../asking/env.ts";
import { ctxOf } from "../asking/env.ts";
import * as operating from "./definitions.ts";

/** The registry's status; what admins look at first, and whether the registry works. */
export function operatingRoutes(api: Api): void {
  api.openapi(operating.getStatus, async (c) => c.json(await c.var.services.operating.status(), 200));

  api.openapi(operating.getOverview, async (c) => {
    const { operating: process, people } = c.var.services;
    const { waiting, begun } = await getOverview(ctxOf(c));
    const isClaimed = !(await isUnclaimed(people));
    return c.json({ waiting, begun: { is_claimed: isClaimed, ...begun }, settings: process.inForce() }, 200);
  });

  api.openapi(operating.getHealth, async (c) => {
    ensureMay(ctxOf(c), "getHealth");
    return c.json(await c.var.services.operating.health(), 200);
  });

  api.openapi(operating.testSetting, async (c) => {
    const { operating: process, people } = c.var.services;
    const { accountId } = ensureMay(ctxOf(c), "testSetting");
    const { setting } = c.req.valid("json");
    const tried =
      setting === "mail"
        ? await tryMail(people, { accountId, send: (letter) => process.sendMail(letter) })
        : await tryProvider(people, { accountId });
    return c.json({ setting, ...tried }, 200);
  });

  api.openapi(operating.getAnnouncement, async (c) => c.json(await getAnnouncement(ctxOf(c)), 200));

  api.openapi(operating.setAnnouncement, async (c) =>
    c.json(await setAnnouncement(ctxOf(c), c.req.valid("json")), 200),
  );

  api.openapi(operating.clearAnnouncement, async (c) => {
    await clearAnnouncement(ctxOf(c));
    return c.body(null, 204);
  });
}
