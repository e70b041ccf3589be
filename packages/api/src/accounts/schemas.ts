import { SCOPES } from "@gaia/policy";
import { SIGNATURE_KINDS } from "@gaia/trust";
import { z } from "@hono/zod-openapi";
import { Handle, text, Timestamp, Uuid } from "../defining/values.ts";

/** What a publisher takes in storage, and may. */
const usage = {
  used_bytes: z.number().int(),
  limit_bytes: z.number().int().nullable().openapi({ description: "null: no limit" }),
  versions: z.number().int().openapi({ description: "without purged ones" }),
};

export const Storage = z.object(usage).openapi("Storage");

export const WhoAmI = z
  .object({
    handle: Handle,
    role: z.enum(["user", "admin"]),
    publishers: z.array(Handle),
    storage: z
      .array(z.object({ publisher: Handle, ...usage }))
      .optional()
      .openapi({ description: "of those of its publishers whose storage this token may see" }),
  })
  .openapi("WhoAmI");

export const NewAccount = z.object({ handle: Handle, email: z.email().max(254).optional() }).openapi("NewAccount");

export const AccountCreated = z
  .object({ handle: Handle, token: z.string().openapi({ description: "shown once; `gsk_…`" }) })
  .openapi("AccountCreated");

const accountInvitation = {
  id: Uuid,
  email: z.string().nullable().openapi({ description: "null: for its bearer" }),
  expires_at: Timestamp,
};

export const NewAccountInvitation = z.object({ email: z.email().max(254).nullable() }).openapi("NewAccountInvitation");

export const AccountInvited = z
  .object({
    ...accountInvitation,
    url: z.string().openapi({ description: "where the account is made; shown once" }),
    is_mailed: z.boolean().optional().openapi({
      description:
        "a mail server took it for the address; false: there is no address, or the letter is a file of the operator's",
    }),
  })
  .openapi("AccountInvited");

export const AccountInvitationList = z
  .object({
    invitations: z.array(
      z.object({ ...accountInvitation, invited_by: Handle, created_at: Timestamp }).openapi("ListedAccountInvitation"),
    ),
  })
  .openapi("AccountInvitationList");

export const Account = z
  .object({
    handle: Handle,
    role: z.enum(["user", "admin"]),
    status: z.enum(["active", "suspended", "deleted"]),
    reason: z.string().nullable().openapi({ description: "why it is suspended" }),
    created_at: Timestamp,
    disabled_at: Timestamp.nullable(),
  })
  .openapi("Account");

export const ReinstatedAccount = Account.extend({
  token: z.string().nullable().openapi({
    description:
      "for an account without a sign-in: a token, shown here once; those from before the suspension have ended",
  }),
}).openapi("ReinstatedAccount");

export const NewAccountRole = z.object({ role: z.enum(["user", "admin"]) }).openapi("NewAccountRole");

export const AccountList = z
  .object({ items: z.array(Account), next_cursor: z.string().nullable() })
  .openapi("AccountList");

export const Publisher = z
  .object({
    handle: Handle,
    kind: z.enum(["user", "organisation"]),
    created_at: Timestamp,
    skills: z.number().int(),
    storage: Storage.optional().openapi({ description: "for its members and admins" }),
  })
  .openapi("Publisher");

export const NewQuota = z
  .object({
    mebibytes: z
      .number()
      .int()
      .min(0)
      .max(2_000_000_000)
      .nullable()
      .openapi({ description: "0: as much as it wants; null: what the registry lets everybody take" }),
  })
  .openapi("NewQuota");

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
      "a managed key: SPKI, PEM; ECDSA on a NIST curve, RSA from 2048 bits, Ed25519. Or the certificate (PEM) of an authority of " +
        "one's own, whose certificates sign directories and no release",
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
      description:
        "armored for OpenPGP; PEM for a managed key or an authority; for an identity, JSON with `issuer` and `subject`",
    }),
  })
  .openapi("PublisherKey");

export const AddedKey = PublisherKey.extend({
  // Registries of the first release do not say it.
  left_out: z
    .array(
      z.object({
        fingerprint: z.string(),
        reason: z.string().openapi({ description: "why, and how to mend it" }),
      }),
    )
    .optional()
    .openapi({ description: "subkeys of an OpenPGP key that are marked for signing and sign nothing here" }),
}).openapi("AddedKey");

export const PublisherKeyList = z.object({ keys: z.array(PublisherKey) }).openapi("PublisherKeyList");

/** A skill's name in which `*` stands for any run of characters. */
const NamePattern = z
  .string()
  .max(64)
  .regex(/^[a-z0-9*-]+$/, "must be a skill's name, in which * stands for any characters")
  .openapi({ example: "acme-*" });
const TokenScope = z.enum(["*", ...SCOPES]);

export const NewToken = z
  .object({
    name: text(64).min(1).openapi({ description: "what it is for, for a later reader of the list" }),
    scopes: z
      .array(TokenScope)
      .min(1)
      .max(SCOPES.length + 1)
      .openapi({ description: "what it may do; `*` is everything that the account may" }),
    patterns: z
      .array(NamePattern)
      .min(1)
      .max(50)
      .default(["*"])
      .openapi({ description: "the skills that it is for; all of them unless given" }),
    expires_at: Timestamp.optional().openapi({ description: "it never expires unless given" }),
  })
  .openapi("NewToken");

export const Token = z
  .object({
    id: Uuid,
    name: z.string(),
    scopes: z.array(z.string()),
    patterns: z.array(z.string()),
    created_at: Timestamp,
    expires_at: Timestamp.nullable(),
    last_used_at: Timestamp.nullable().openapi({ description: "to within five minutes; null: never" }),
    revoked_at: Timestamp.nullable(),
    is_current: z.boolean().openapi({ description: "it is the one that asks" }),
  })
  .openapi("Token");

export const TokenCreated = Token.extend({
  token: z.string().openapi({
    description:
      "shown once: `gsk_`, 43 random characters, and the CRC-32 of these 47 (big-endian) as 6 characters of base64url",
  }),
}).openapi("TokenCreated");

export const TokenList = z.object({ tokens: z.array(Token) }).openapi("TokenList");

export const LeakedToken = z
  .object({
    token: z.string().min(1).max(512),
    url: text(2_048).optional().openapi({ description: "where it was found; kept in the audit log" }),
  })
  .openapi("LeakedToken");

export const LeakedTokenRevoked = z
  .object({ revoked: z.boolean().openapi({ description: "false: it was worth nothing already" }) })
  .openapi("LeakedTokenRevoked");

export const DeviceLogin = z
  .object({
    client: text(64).min(1).openapi({ description: "what asks, as the person is shown it beside its address" }),
    scopes: z
      .array(z.enum(SCOPES))
      .min(1)
      .max(SCOPES.length)
      .openapi({ description: "what the token may do; never more than the account" }),
  })
  .openapi("DeviceLogin");

export const DeviceCodes = z
  .object({
    device_code: z.string().openapi({ description: "for the program alone" }),
    user_code: z.string().openapi({ description: "for the person, who types it in at `verification_uri`" }),
    verification_uri: z.string(),
    expires_in: z.number().int().openapi({ description: "seconds" }),
    interval: z.number().int().openapi({ description: "seconds between two questions" }),
  })
  .openapi("DeviceCodes");

export const DeviceRedeemed = z
  .object({
    token: z.string().openapi({ description: "shown once; `gsk_…`" }),
    handle: Handle,
    scopes: z.array(z.string()),
    expires_at: Timestamp,
  })
  .openapi("DeviceRedeemed");

export const DevicePending = z
  .object({ status: z.literal("pending"), interval: z.number().int() })
  .openapi("DevicePending");
