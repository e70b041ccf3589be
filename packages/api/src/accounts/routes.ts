import { createAccount } from "@gaia/identity";
import { ensureMay, findStorage } from "@gaia/catalog";
import { addKey, listKeys, type NewSigstoreSigner, revokeKey, setPublisherQuota } from "@gaia/registry";
import type { z } from "zod";
import type { Api } from "../asking/env.ts";
import * as accounts from "./definitions.ts";
import { ctxOf } from "../asking/env.ts";
import type { NewKey } from "./schemas.ts";

type SentSigner = Extract<z.infer<typeof NewKey>, { kind: "sigstore" }>;

/** Accounts, and the keys of publishers. */
export function accountRoutes(api: Api): void {
  api.openapi(accounts.whoAmI, async (c) => {
    const ctx = ctxOf(c);
    const actor = ensureMay(ctx, "whoAmI");
    const publishers = actor.publishers.map((publisher) => publisher.handle);
    const storage = [...(await findStorage(ctx, actor.publishers))].map(([publisher, usage]) => ({
      publisher,
      ...usage,
    }));
    return c.json({ handle: actor.handle, role: "role" in actor ? actor.role : "user", publishers, storage }, 200);
  });

  api.openapi(accounts.setPublisherQuota, async (c) => {
    const { handle } = c.req.valid("param");
    return c.json(await setPublisherQuota(ctxOf(c), { handle, ...c.req.valid("json") }), 200);
  });

  api.openapi(accounts.createAccount, async (c) => {
    const ctx = ctxOf(c);
    const admin = ensureMay(ctx, "createAccount");
    const { handle, email } = c.req.valid("json");
    const created = await createAccount(ctx.db, {
      handle,
      email: email ?? null,
      createdBy: admin.handle,
      requestId: ctx.requestId,
    });
    return c.json(created, 201, { "cache-control": "no-store" });
  });

  api.openapi(accounts.listPublisherKeys, async (c) => c.json(await listKeys(ctxOf(c), c.req.valid("param")), 200));

  api.openapi(accounts.addPublisherKey, async (c) => {
    const { handle } = c.req.valid("param");
    const key = c.req.valid("json");
    const signer = key.kind === "openpgp" ? { publicKey: key.public_key } : { signer: signerOf(key) };
    const { created, key: registered, leftOut } = await addKey(ctxOf(c), { handle, ...signer });
    const answer = { ...registered, left_out: leftOut };
    return created ? c.json(answer, 201) : c.json(answer, 200);
  });

  api.openapi(accounts.revokePublisherKey, async (c) => {
    const key = await revokeKey(ctxOf(c), { ...c.req.valid("param"), as: c.req.valid("query").as });
    return c.json(key, 200);
  });
}

/** The definition lets pass only one or the other, whole. */
const signerOf = ({ identity = "", issuer = "", public_key: publicKey }: SentSigner): NewSigstoreSigner =>
  publicKey === undefined ? { identity, issuer } : { publicKey };
