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

const publicKey = (longest: number, description: string) => z.string().min(1).max(longest).openapi({ description });
/** As long as a leaf of the log says it. */
const name = (longest: number, description: string) => z.string().min(1).max(longest).openapi({ description });

const NewOpenPgpKey = z
  .object({
    kind: z.literal("openpgp"),
    public_key: publicKey(
      65_536,
      "armored; at most 1024 packets, 128 signatures and 32 revocations of its own. Or the revocation " +
        "certificate of a registered key, alone",
    ),
  })
  .openapi("NewOpenPgpKey");

const NewSigstoreSigner = z
  .object({
    kind: z.literal("sigstore"),
    identity: name(
      1_024,
      "the subject alternative name of its certificates, letter by letter. One wildcard: a workflow's identity may end " +
        "in `@refs/tags/*` or `@refs/heads/*`, for one tag or branch without a slash",
    ).optional(),
    issuer: name(512, "the https address that issues its OIDC tokens, letter by letter").optional(),
    public_key: publicKey(
      4_096,
      "a managed key: SPKI, PEM; ECDSA on a NIST curve, RSA from 2048 bits, Ed25519",
    ).optional(),
  })
  .refine(
    ({ identity, issuer, public_key: key }) =>
      key === undefined
        ? identity !== undefined && issuer !== undefined
        : identity === undefined && issuer === undefined,
    "a Sigstore signer has either identity and issuer, or public_key",
  )
  .openapi("NewSigstoreSigner");

export const NewKey = z.discriminatedUnion("kind", [NewOpenPgpKey, NewSigstoreSigner]).openapi("NewKey");

export const PublisherKey = z
  .object({
    id: Uuid,
    kind: z.enum(SIGNATURE_KINDS),
    fingerprint: z
      .string()
      .openapi({ description: "what names the signer: of a key its fingerprint, of an identity `subject (issuer)`" }),
    // Registries of the first release have neither.
    identity: z
      .string()
      .nullable()
      .optional()
      .openapi({ description: "the subject of a Sigstore identity; null for keys" }),
    issuer: z.string().nullable().optional().openapi({ description: "who vouches for that identity; null for keys" }),
    algorithm: z.string().openapi({ description: "`oidc` for an identity" }),
    user_ids: z.array(z.string()),
    registered_at: Timestamp,
    proven_at: Timestamp.nullable().openapi({
      description: "when its first signature for this publisher verified; null: shown to the publisher's members only",
    }),
    expires_at: Timestamp.nullable(),
    revoked_at: Timestamp.nullable(),
    revoked_as: z.enum(["compromised", "retired"]).nullable(),
    public_key: z.string().openapi({
      description: "armored for OpenPGP; PEM for a managed key; for an identity, JSON with `issuer` and `subject`",
    }),
  })
  .openapi("PublisherKey");

export const PublisherKeyList = z.object({ keys: z.array(PublisherKey) }).openapi("PublisherKeyList");
