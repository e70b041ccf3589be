import { acceptTransfer, declineTransfer, listTransfers, requestTransfer, withdrawTransfer } from "@gaia/registry";
import type { Api } from "../asking/env.ts";
import * as transfers from "./definitions.ts";
import { ctxOf } from "../asking/env.ts";

/** Skills that go from one publisher to another. */
export function transferRoutes(api: Api): void {
  api.openapi(transfers.requestTransfer, async (c) =>
    c.json(await requestTransfer(ctxOf(c), c.req.valid("json")), 201),
  );

  api.openapi(transfers.listTransfers, async (c) => {
    const { publisher } = c.req.valid("query");
    return c.json(await listTransfers(ctxOf(c), { publisher: publisher ?? null }), 200);
  });

  api.openapi(transfers.acceptTransfer, async (c) => c.json(await acceptTransfer(ctxOf(c), c.req.valid("param")), 200));

  api.openapi(transfers.declineTransfer, async (c) =>
    c.json(await declineTransfer(ctxOf(c), c.req.valid("param")), 200),
  );

  api.openapi(transfers.withdrawTransfer, async (c) =>
    c.json(await withdrawTransfer(ctxOf(c), c.req.valid("param")), 200),
  );
}
