import { SIGNATURE_KINDS } from "@gaia/trust";
import { z } from "@hono/zod-openapi";
import { Handle, Timestamp, Uuid } from "./values.ts";

export const WhoAmI = z
  .object({ handle: Handle, role: z.enum(["user", "admin"]), publishers: z.array(Handle) })
  .openapi("WhoAmI");

export const NewAccount = z.object({ handle: Handle, email: z.email().max(254).optional() }).openapi("NewAccount");

export const AccountCreated = z
  .object({ handle: Handle, token: z.string().openapi({ description: "shown once; `gsk_…`" }) })
  .openapi("AccountCreated");

export const Publisher = z
  .object({
    handle: Handle,
    kind: z.enum(["user", "organisation"]),
    created_at: Timestamp,
    skills: z.number().int(),
  })
  .openapi("Publisher");

export const NewKey = z
  .object({
    kind: z.literal("openpgp"),
    public_key: z
      .string()
      .min(1)
      .max(65_536)
      .openapi({
        description:
          "armored; at most 1024 packets, 128 signatures and 32 revocations of its own. Or the revocation " +
          "certificate of a registered key, alone",
      }),
  })
  .openapi("NewKey");

export const PublisherKey = z
  .object({
    id: Uuid,
    kind: z.enum(SIGNATURE_KINDS),
    fingerprint: z.string(),
    algorithm: z.string(),
    user_ids: z.array(z.string()),
    registered_at: Timestamp,
    proven_at: Timestamp.nullable().openapi({
      description: "when its first signature for this publisher verified; null: shown to the publisher's members only",
    }),
    expires_at: Timestamp.nullable(),
    revoked_at: Timestamp.nullable(),
    revoked_as: z.enum(["compromised", "retired"]).nullable(),
    public_key: z.string(),
  })
  .openapi("PublisherKey");

export const PublisherKeyList = z.object({ keys: z.array(PublisherKey) }).openapi("PublisherKeyList");
