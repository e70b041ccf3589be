import type { Looked, Progress } from "./json-columns.ts";
import type { Finding, ScannerReport } from "@gaia/findings";
import type { CertifiedIdentity, DecisionKind, DirectoryState, Envelope, SignatureKindName } from "@gaia/trust";
import type { Use, Severity, Signer, Verdict, Tier } from "@gaia/policy";
import {
  bigint,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from "drizzle-orm/pg-core";
import { versions } from "./catalog.ts";
import { accounts, signingKeys } from "./identity.ts";

const at = (name: string) => timestamp(name, { withTimezone: true });

/** One inspection of one version. `attemptId` and `leaseUntil` say which job holds it. */
export const inspections = pgTable(
  "inspections",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    versionId: bigint("version_id", { mode: "number" })
      .notNull()
      .references(() => versions.id),
    status: text("status").$type<"queued" | "running" | "completed">().notNull(),
    attemptId: uuid("attempt_id"),
    attempts: integer("attempts").notNull().default(0),
    leaseUntil: at("lease_until"),
    rungAt: at("rung_at").notNull().defaultNow(),
    verdict: text("verdict").$type<Verdict>(),
    reason: text("reason"),
    scanners: jsonb("scanners").$type<ScannerReport[]>().notNull(),
    /** What the code does, as uses of permissions; null: not known. */
    uses: jsonb("uses").$type<Use[]>(),
    /** `sha256:…` of what the report says. */
    reportDigest: text("report_digest"),
    /** The re-scan that it belongs to; null: of its publish. */
    rescanId: uuid("rescan_id"),
    /** Findings that merging left out of the report; a later inspection may carry their scanner over. */
    leftOut: jsonb("left_out").$type<Finding[]>().notNull().default([]),
    /** Until it is completed: which scanners wait, work, or ended; null before the first attempt. */
    progress: jsonb("progress").$type<Progress>(),
    /** Until it is completed: what the scanners that ended have said. */
    partial: jsonb("partial").$type<Looked>(),
    createdAt: at("created_at").notNull().defaultNow(),
    startedAt: at("started_at"),
    finishedAt: at("finished_at"),
    clearedBy: bigint("cleared_by", { mode: "number" }).references(() => accounts.id),
    clearedReason: text("cleared_reason"),
    clearedAt: at("cleared_at"),
  },
  (table) => [index("inspections_version").on(table.versionId), index("inspections_status").on(table.status)],
);

/** What a scanner found. `position` keeps the report's order. */
export const findings = pgTable(
  "findings",
  {
    inspectionId: uuid("inspection_id")
      .notNull()
      .references(() => inspections.id),
    position: integer("position").notNull(),
    rule: text("rule").notNull(),
    scanner: text("scanner").notNull(),
    severity: text("severity").$type<Severity>().notNull(),
    category: text("category").$type<Finding["category"]>().notNull(),
    file: text("file"),
    line: integer("line"),
    message: text("message").notNull(),
    hint: text("hint"),
    snippet: text("snippet"),
    /** How much it speaks for harm, as log-odds; null for a fact. */
    weight: doublePrecision("weight"),
    /** Rules of other scanners that say the same of this place. */
    also: text("also").array().notNull(),
  },
  (table) => [primaryKey({ columns: [table.inspectionId, table.position] })],
);

/** A publisher's signature over SHA256SUMS, kept only once it verified. */
export const signatures = pgTable(
  "signatures",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    versionId: bigint("version_id", { mode: "number" })
      .notNull()
      .references(() => versions.id),
    kind: text("kind").$type<SignatureKindName>().notNull(),
    signingKeyId: uuid("signing_key_id")
      .notNull()
      .references(() => signingKeys.id),
    signer: text("signer").notNull(),
    /** The key or subkey that made it, by its fingerprint; null: `body` says it. */
    madeBy: text("made_by"),
    body: text("body").notNull(),
    sha256: text("sha256").notNull(),
    /** `attested`: a statement about the signed bytes that signs nothing. */
    status: text("status").$type<"valid" | "revoked" | "attested">().notNull(),
    /** The `predicateType` of an attestation, empty for what signs; null: it came before that was asked. */
    predicateType: text("predicate_type"),
    signedAt: at("signed_at").notNull(),
    verifiedAt: at("verified_at").notNull().defaultNow(),
    /** What a certificate says of its holder and the build; null for keys. */
    identity: jsonb("identity").$type<CertifiedIdentity>(),
    /** Since when it counts for who signs the skill; null: its signer is another one, and nobody confirmed it. */
    acceptedAt: at("accepted_at"),
  },
  (table) => [
    index("signatures_version").on(table.versionId),
    index("signatures_key").on(table.signingKeyId),
    index("signatures_key_verified").on(table.signingKeyId, table.verifiedAt),
  ],
);

/** A signature over its own directory that a package brings, as the last inspection found it; it carries no tier. */
export const directorySignatures = pgTable(
  "directory_signatures",
  {
    versionId: bigint("version_id", { mode: "number" })
      .notNull()
      .references(() => versions.id),
    path: text("path").notNull(),
    state: text("state").$type<DirectoryState>().notNull(),
    /** Null: none of the publisher's is known to have made it. */
    signingKeyId: uuid("signing_key_id").references(() => signingKeys.id),
    /** Null where nobody is proven to have signed. */
    signer: text("signer"),
    reason: text("reason"),
    /** The file's text; empty for one too long to be told beside others. */
    body: text("body").notNull(),
    signedAt: at("signed_at"),
    verifiedAt: at("verified_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.versionId, table.path] })],
);

/** A version that another one signed than its skill was signed by until then, or nobody; at most one for each. */
export const signerChanges = pgTable(
  "signer_changes",
  {
    versionId: bigint("version_id", { mode: "number" })
      .primaryKey()
      .references(() => versions.id),
    status: text("status").$type<"pending" | "confirmed">().notNull(),
    fromSigners: jsonb("from_signers").$type<Signer<SignatureKindName>[]>().notNull(),
    /** Who was confirmed; null while it is pending. */
    toSigners: jsonb("to_signers").$type<Signer<SignatureKindName>[]>(),
    createdAt: at("created_at").notNull().defaultNow(),
    decidedBy: bigint("decided_by", { mode: "number" }).references(() => accounts.id),
    decidedAt: at("decided_at"),
  },
  (table) => [index("signer_changes_pending").on(table.createdAt, table.versionId)],
);

/** What the registry signed about a version: DSSE envelopes, in order. */
export const attestations = pgTable(
  "attestations",
  {
    sequence: bigint("sequence", { mode: "number" }).primaryKey(),
    versionId: bigint("version_id", { mode: "number" })
      .notNull()
      .references(() => versions.id),
    decision: text("decision").$type<DecisionKind>().notNull(),
    envelope: jsonb("envelope").$type<Envelope>().notNull(),
    createdAt: at("created_at").notNull().defaultNow(),
  },
  (table) => [index("attestations_version").on(table.versionId)],
);

/** A request to raise a version's tier, and what became of it. */
export const promotions = pgTable(
  "promotions",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    versionId: bigint("version_id", { mode: "number" })
      .notNull()
      .references(() => versions.id),
    fromTier: text("from_tier").$type<Tier>().notNull(),
    toTier: text("to_tier").$type<Exclude<Tier, "experimental">>().notNull(),
    status: text("status").$type<"pending" | "approved" | "rejected" | "withdrawn">().notNull(),
    note: text("note"),
    inspectionId: uuid("inspection_id")
      .notNull()
      .references(() => inspections.id),
    requestedBy: bigint("requested_by", { mode: "number" })
      .notNull()
      .references(() => accounts.id),
    requestedAt: at("requested_at").notNull().defaultNow(),
    decidedBy: bigint("decided_by", { mode: "number" }).references(() => accounts.id),
    decidedAt: at("decided_at"),
    reason: text("reason"),
  },
  (table) => [
    index("promotions_status").on(table.status, table.requestedAt),
    index("promotions_version").on(table.versionId),
  ],
);

/** Who did what, to what, when. Append-only: the database refuses updates and deletes. */
export const auditLog = pgTable(
  "audit_log",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    at: at("at").notNull().defaultNow(),
    actor: text("actor").notNull(),
    action: text("action").notNull(),
    target: text("target").notNull(),
    detail: jsonb("detail").$type<Record<string, unknown>>().notNull(),
    requestId: text("request_id"),
  },
  (table) => [
    index("audit_log_target").on(table.target),
    index("audit_log_actor").on(table.actor, table.id),
    index("audit_log_action").on(table.action, table.id),
    index("audit_log_at").on(table.at),
  ],
);
