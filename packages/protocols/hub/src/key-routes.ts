import { RegistryError } from "@gaia/catalog";
import type { Asked, PlainRoute } from "@gaia/edge";
import { hubCertificate, hubKeyOf } from "@gaia/registry/publishing";
import type { HubCtx } from "./bundle.ts";

const policy = { access: "anyone", cache: "none" } as const;

/** The key that signs re-stamped bundles: as the client's `trust add` takes it, and with what the registry's own key says of it. */
export const keyRoutes = (ctxOf: (c: Asked) => HubCtx): readonly PlainRoute[] => [
  {
    method: "GET",
    path: "/keys/registry.pub",
    policy,
    answer: (c) => c.text(`${Buffer.from(ensureKey(ctxOf(c)).raw).toString("base64")}\n`),
  },
  {
    method: "GET",
    path: "/keys/registry.json",
    policy,
    async answer(c) {
      const ctx = ctxOf(c);
      const { publicKey, raw } = ensureKey(ctx);
      const certificate = await hubCertificate(ctx);
      return c.json({ public_key: publicKey.public_key, raw: Buffer.from(raw).toString("base64"), certificate });
    },
  },
];

function ensureKey(ctx: HubCtx) {
  const key = hubKeyOf(ctx);
  if (key === null) throw new RegistryError("not_found", "This registry signs nothing for GAIA's client.");
  return key;
}
