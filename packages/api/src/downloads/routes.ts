import { describeError } from "@gaia/db";
import { hasAddress } from "@gaia/identity";
import { listDownloaders, notifyDownloaders } from "@gaia/registry";
import type { Api } from "../asking/env.ts";
import { ctxOf } from "../asking/env.ts";
import * as downloads from "./definitions.ts";

/** Who has a version, and that it was withdrawn. */
export function downloadRoutes(api: Api): void {
  api.openapi(downloads.listDownloaders, async (c) => {
    const { limit, cursor = null } = c.req.valid("query");
    return c.json(await listDownloaders(ctxOf(c), { ...c.req.valid("param"), limit, cursor }), 200);
  });

  api.openapi(downloads.notifyDownloaders, async (c) => {
    const { people, operating, log } = c.var.services;
    const input = { ...c.req.valid("param"), ...c.req.valid("json"), registryName: people.registryName };
    const { notified, letters } = await notifyDownloaders(ctxOf(c), input);
    const sent = letters.filter(({ to }) => hasAddress(to));
    // One after the other, and no caller waits for a mail server: the notices are written, whatever becomes of the letters.
    void inTurn(sent, operating.sendMail, (error) =>
      log.warn({ event: "mail_not_sent", error: describeError(error) }, "a mail could not be sent"),
    );
    return c.json({ notified, letters: sent.length }, 200);
  });
}

async function inTurn<Letter>(
  letters: readonly Letter[],
  send: (letter: Letter) => Promise<void>,
  failed: (error: unknown) => void,
): Promise<void> {
  for (const letter of letters) await send(letter).catch(failed);
}
