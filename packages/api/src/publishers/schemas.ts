import { NEXT_STEPS } from "@gaia/catalog";
import { CONTEST_STATUSES, ROLES } from "@gaia/policy";
import { z } from "@hono/zod-openapi";
import { Handle, orNull, SemVer, SkillName, Timestamp, Uuid, Verdict } from "../defining/values.ts";
import { Standing } from "../skills/standing.ts";

const Role = z.enum(ROLES).openapi("Role", {
  description:
    "owner: everything, transfer and removal too; admin: members, keys, signers; publisher: publish, sign, yank",
});

export const NewPublisher = z
  .object({
    handle: Handle,
    kind: z
      .literal("organisation")
      .default("organisation")
      .openapi({ description: "a person's own publisher comes with the account" }),
  })
  .openapi("NewPublisher");

const Member = z.object({ account: Handle, role: Role, since: Timestamp }).openapi("Member");
export const MemberList = z.object({ members: z.array(Member) }).openapi("MemberList");
const LastPromotion = z
  .object({ status: z.enum(["pending", "rejected"]), reason: z.string().nullable() })
  .openapi("LastPromotion", { description: "the last request for an audit that was not approved or withdrawn" });

const PublisherVersion = z
  .object({
    name: SkillName,
    version: SemVer,
    standing: Standing,
    verdict: orNull(Verdict),
    content_digest: z.string().openapi({ description: "what an approval names" }),
    is_signed: z.boolean().openapi({ description: "a signature of it counts" }),
    downloads: z.number().int(),
    contest: z.enum(CONTEST_STATUSES).nullable().openapi({ description: "its publisher's word against a hold" }),
    // The last request for an audit that was not approved or withdrawn.
    promotion: orNull(LastPromotion),
    next: z.array(z.enum(NEXT_STEPS)).openapi({ description: "what its publisher does next, or waits for" }),
    received_at: Timestamp,
  })
  .openapi("PublisherVersion");
export const PublisherVersionList = z
  .object({ items: z.array(PublisherVersion), next_cursor: z.string().nullable() })
  .openapi("PublisherVersionList");
export const NewRole = z.object({ role: Role }).openapi("NewRole");

export const NewInvitation = z
  .object({
    account: Handle.optional(),
    email: z
      .email()
      .max(254)
      .optional()
      .openapi({ description: "the account with this address; the answer does not say whether there is one" }),
    role: Role.default("publisher"),
  })
  .refine(({ account, email }) => (account === undefined) !== (email === undefined), "give either account or email")
  .openapi("NewInvitation");

export const Invitation = z
  .object({
    id: Uuid,
    publisher: Handle,
    account: Handle.nullable(),
    email: z.string().nullable(),
    role: Role,
    invited_by: Handle,
    status: z.enum(["pending", "accepted", "declined", "withdrawn", "expired"]),
    created_at: Timestamp,
    expires_at: Timestamp,
  })
  .openapi("Invitation");

export const InvitationList = z.object({ invitations: z.array(Invitation) }).openapi("InvitationList");

export const NewTransfer = z.object({ name: SkillName, to: Handle }).openapi("NewTransfer");

export const Transfer = z
  .object({
    id: Uuid,
    name: SkillName,
    from: Handle,
    to: Handle,
    requested_by: Handle,
    status: z.enum(["pending", "accepted", "declined", "withdrawn", "expired"]),
    created_at: Timestamp,
    expires_at: Timestamp,
  })
  .openapi("Transfer");

export const TransferList = z.object({ transfers: z.array(Transfer) }).openapi("TransferList");
