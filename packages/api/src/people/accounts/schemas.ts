import { z } from "@hono/zod-openapi";
import { Handle, orNull, Timestamp } from "../../defining/values.ts";

export const SignInState = z
  .object({
    sign_up: z.enum(["open", "invitation", "closed"]),
    is_unclaimed: z.boolean().openapi({ description: "no account signs in here yet" }),
    providers: z.array(z.object({ id: z.enum(["oidc", "github"]), name: z.string() })),
    has_passkeys: z.boolean(),
    has_mail_server: z.boolean(),
  })
  .openapi("SignInState");

const Session = z
  .object({
    id: z.string(),
    is_current: z.boolean(),
    address: z.string().nullable(),
    user_agent: z.string().nullable(),
    created_at: Timestamp,
    expires_at: Timestamp,
  })
  .openapi("Session");

const OwnPasskey = z
  .object({ id: z.string(), name: z.string().nullable(), created_at: Timestamp.nullable() })
  .openapi("OwnPasskey");

const OwnIdentity = z
  .object({
    id: z.string(),
    name: z.string(),
    is_ours: z.boolean().openapi({ description: "its provider is one of this registry" }),
    created_at: Timestamp,
  })
  .openapi("OwnIdentity");

const AddressChange = z
  .object({
    to: z.string(),
    waits_for: z.enum(["old", "new"]).openapi({ description: "the address whose link is not followed yet" }),
    ends_at: Timestamp,
  })
  .openapi("AddressChange");

export const DeletionObstacle = z
  .object({
    kind: z.enum(["admin", "only_admin", "only_owner"]),
    publisher: Handle.nullable().openapi({ description: "the organisation that would have no owner" }),
  })
  .openapi("DeletionObstacle");

export const OwnAccount = z
  .object({
    handle: Handle,
    role: z.enum(["user", "admin"]),
    email: z.string().nullable(),
    address_change: orNull(AddressChange),
    has_password: z.boolean(),
    has_second_factor: z.boolean(),
    proven_at: Timestamp.nullable().openapi({ description: "when the second factor was last shown in this session" }),
    sessions: z.array(Session),
    passkeys: z.array(OwnPasskey),
    identities: z.array(OwnIdentity),
  })
  .openapi("OwnAccount");
