import type { DirectoryState, SignatureKindName } from "@gaia/trust";
import {
  type Progress,
  artifacts,
  directorySignatures,
  inspections,
  logLeaves,
  importedVersions,
  mirroredVersions,
  provenances,
  publishers,
  signatures,
  signerChanges,
  signingKeys,
  skills,
  versions,
} from "@gaia/db";
import { describeSkill, permissionText, type SkillDescription } from "@gaia/manifest";
import type { Signer, Use } from "@gaia/policy";
import { eq, sql } from "drizzle-orm";
import type { FoundVersion, VersionRow } from "../kernel/find-version.ts";
import { readable } from "../kernel/readable.ts";
import { sriOfHex } from "../kernel/sri-of-hex.ts";
import type { ReadCtx } from "../kernel/context.ts";
import { contextTokens } from "./context-tokens.ts";
import { type ProvenanceFields, viewProvenance } from "./view-provenance.ts";
import { viewDirectorySignature, viewSignature } from "./list-signatures.ts";
import { STANDING_FACTS, type StandingFacts, standingOf } from "./standing.ts";

/** `Version` of docs/openapi.json: what the API answers about one version. */
export type VersionView = ReturnType<typeof viewFoundVersion>;

/** What a view needs beside the rows of its version. Times as the database writes them; `progress` as `noteProgress` did. */
export interface Attached {
  artifacts: { kind: "zip" | "tgz"; sha256: string; size_bytes: number }[];
  signatures: (Parameters<typeof viewSignature>[0] & { verified_at: string })[];
  directory_signatures: {
    path: string;
    state: DirectoryState;
    signer: string | null;
    reason: string | null;
    verified_at: string;
    is_compromised: boolean;
  }[];
  provenance: ProvenanceFields[];
  signer_change: SignerChange | null;
  mirrored: MirroredFrom | null;
  imported: ImportedFrom | null;
  inspection: { reason: string | null; cleared: boolean; uses: Use[] | null; progress: Progress | null } | null;
  standing: StandingFacts;
  /** The text of its newest leaf in the log. */
  leaf: string | null;
  /** What to use instead, where whoever asks may know of it. */
  replacement: string | null;
}

/** Who signed the skill before, and who signed this version, as the database holds them. */
interface SignerChange {
  status: "pending" | "confirmed";
  from: SignerJson[];
  to: SignerJson[];
}

interface MirroredFrom {
  upstream: string;
  source: string;
  origin: string;
  name: string;
  version: string | null;
  publisher: string | null;
  digest: string | null;
  mirrored_at: string;
}

interface ImportedFrom {
  registry: string;
  bundle: string;
  bundle_created_at: string | null;
  key_fingerprint: string;
  publisher: string;
  security_tier: string;
  verdict: string | null;
  imported_at: string;
}

type SignerJson = Signer<SignatureKindName>;

/**
 * SQL for the `Attached` of the row's version, as whoever asks may know it: in the same statement, because a second one is a second way to
 * the database and back.
 */
export const attachedFor = (ctx: ReadCtx) => sql<Attached>`json_build_object(
  'artifacts', (SELECT coalesce(json_agg(json_build_object('kind', a.kind, 'sha256', a.sha256, 'size_bytes', a.size_bytes)
      ORDER BY a.kind), '[]')
    FROM ${artifacts} a WHERE a.version_id = ${versions.id}),
  'signatures', (SELECT coalesce(json_agg(json_build_object('kind', s.kind, 'signer', s.signer, 'status', s.status,
      'predicateType', s.predicate_type, 'is_compromised', s.status = 'attested' AND coalesce((SELECT k.revoked_as = 'compromised'
        FROM ${signingKeys} k WHERE k.id = s.signing_key_id), false), 'verified_at', s.verified_at) ORDER BY s.verified_at), '[]')
    FROM ${signatures} s WHERE s.version_id = ${versions.id}),
  'directory_signatures', (SELECT coalesce(json_agg(json_build_object('path', d.path, 'state', d.state, 'signer', d.signer,
      'reason', d.reason, 'verified_at', d.verified_at, 'is_compromised', coalesce((SELECT k.revoked_as = 'compromised'
        FROM ${signingKeys} k WHERE k.id = d.signing_key_id), false)) ORDER BY d.path), '[]')
    FROM ${directorySignatures} d WHERE d.version_id = ${versions.id}),
  'provenance', (SELECT coalesce(json_agg(json_build_object('level', p.level, 'reason', p.reason, 'signer', p.signer,
      'artifact', p.artifact, 'claims', p.claims, 'signed_at', p.signed_at, 'verified_at', p.verified_at,
      'isRegistered', p.signing_key_id IS NOT NULL, 'isCompromised', coalesce((SELECT k.revoked_as = 'compromised'
        FROM ${signingKeys} k WHERE k.id = p.signing_key_id), false)) ORDER BY p.verified_at, p.id), '[]')
    FROM ${provenances} p WHERE p.version_id = ${versions.id}),
  'signer_change', (SELECT json_build_object('status', c.status, 'from', c.from_signers, 'to', coalesce(c.to_signers, (
      SELECT coalesce(jsonb_agg(DISTINCT jsonb_build_object('kind', s.kind, 'signer', s.signer,
          'repository', s.identity->>'sourceRepository',
          'repositoryId', s.identity->>'sourceRepositoryId', 'runner', s.identity->>'runner')), '[]')
      FROM ${signatures} s WHERE s.version_id = c.version_id AND s.status = 'valid')))
    FROM ${signerChanges} c WHERE c.version_id = ${versions.id}),
  'mirrored', (SELECT json_build_object('upstream', m.upstream, 'source', m.source, 'origin', m.origin, 'name', m.name,
      'version', m.version, 'publisher', m.publisher, 'digest', m.digest, 'mirrored_at', m.mirrored_at)
    FROM ${mirroredVersions} m WHERE m.version_id = ${versions.id}),
  'imported', (SELECT json_build_object('registry', o.registry, 'bundle', o.bundle, 'bundle_created_at', o.bundle_created_at,
      'key_fingerprint', o.key_fingerprint, 'publisher', o.publisher, 'security_tier', o.security_tier, 'verdict', o.verdict,
      'imported_at', o.imported_at)
    FROM ${importedVersions} o WHERE o.version_id = ${versions.id}),
  'inspection', (SELECT json_build_object('reason', i.reason, 'cleared', i.cleared_at IS NOT NULL, 'uses', i.uses, 'progress', i.progress)
    FROM ${inspections} i WHERE i.id = ${versions.inspectionId}),
  'standing', ${STANDING_FACTS},
  'leaf', (SELECT l.leaf FROM ${logLeaves} l WHERE l.version_id = ${versions.id} ORDER BY l.id DESC LIMIT 1),
  'replacement', (SELECT ${skills.name} FROM ${skills} WHERE ${skills.name} = ${versions.deprecatedReplacement} AND ${readable(ctx)}
    AND EXISTS (SELECT 1 FROM ${versions} v WHERE v.skill_id = ${skills.id} AND NOT v.awaits_approval)))`;

/** The rows of one version with all that its view needs; the caller says which. */
export const selectWhole = (ctx: ReadCtx) =>
  ctx.db
    .select({ version: versions, skill: skills, publisher: publishers, attached: attachedFor(ctx) })
    .from(versions)
    .innerJoin(skills, eq(skills.id, versions.skillId))
    .innerJoin(publishers, eq(publishers.id, skills.publisherId))
    .$dynamic();

/** The view of the version with this row id, which must exist. */
export async function viewVersion(ctx: ReadCtx, versionId: number): Promise<VersionView> {
  const [found] = await selectWhole(ctx).where(eq(versions.id, versionId));
  if (!found) throw new Error(`no version row ${versionId}`);
  return viewFoundVersion(ctx, found);
}

/** The view of rows that were read and found visible already. */
export function viewFoundVersion(
  ctx: ReadCtx,
  { version, skill, publisher, attached }: FoundVersion & { attached: Attached },
) {
  const {
    artifacts: archives,
    signatures: signed,
    directory_signatures: brought,
    signer_change: change,
    inspection,
    leaf,
  } = attached;
  const builds = attached.provenance.map(viewProvenance);
  const address = `${ctx.publicUrl}/api/v1/skills/${skill.name}/${version.version}`;
  // The column holds what `readSkill` gave; the database does not know its shape.
  const described = describeSkill(version.manifest);
  const zip = archives.find((archive) => archive.kind === "zip");
  return {
    ...described,
    permissions: withUses(described.permissions, inspection?.uses),
    author: version.author,
    publisher: version.releasedAs,
    owner: publisher.handle,
    visibility: skill.visibility,
    status: version.status,
    status_reason: version.statusReason,
    standing: standingOf(version, attached.standing, inspection?.reason ?? null),
    security_tier: version.tier,
    verdict: version.verdict,
    verdict_reason: inspection?.reason ?? null,
    cleared: inspection?.cleared ?? false,
    held: version.held,
    inspection_id: version.inspectionId,
    progress: isPending(version.status) ? (inspection?.progress ?? null) : null,
    content_digest: version.contentDigest,
    release_digest: version.releaseDigest,
    integrity: zip ? sriOfHex(zip.sha256) : "",
    artifacts: archives.map((archive) => ({
      archive: archive.kind,
      integrity: sriOfHex(archive.sha256),
      size_bytes: archive.size_bytes,
    })),
    size_bytes: version.sizeBytes,
    file_count: version.fileCount,
    context_tokens: contextTokens(version),
    signatures: [
      ...signed.map((signature) => ({
        ...viewSignature(signature),
        verified_at: new Date(signature.verified_at).toISOString(),
      })),
      ...brought.map((each) => viewDirectorySignature({ ...each, verifiedAt: new Date(each.verified_at) })),
    ],
    provenance: builds,
    published_via: viewPublishedVia(version.publishedVia),
    mirrored_from: attached.mirrored && {
      ...attached.mirrored,
      mirrored_at: new Date(attached.mirrored.mirrored_at).toISOString(),
    },
    imported_from: attached.imported && {
      ...attached.imported,
      bundle_created_at: iso(attached.imported.bundle_created_at),
      imported_at: new Date(attached.imported.imported_at).toISOString(),
    },
    build_level: Math.max(0, ...builds.map(({ level }) => level)),
    signer_change: change && {
      status: change.status,
      from: change.from.map(viewSigner),
      to: change.to.map(viewSigner),
    },
    demoted_reason: version.demotedReason,
    deprecated: viewDeprecation(version, attached.replacement),
    diagnostics: version.diagnostics,
    received_at: version.receivedAt.toISOString(),
    published_at: version.publishedAt?.toISOString() ?? null,
    download_url: `${address}/download`,
    log: leaf === null ? null : { leaf, proof_url: `${address}/proof` },
  };
}

const iso = (at: string | null): string | null => (at === null ? null : new Date(at).toISOString());

/** `Deprecation` of the API; null: nobody says so. */
function viewDeprecation(version: VersionRow, replacement: string | null) {
  const { deprecatedAt: since, deprecatedMessage: message } = version;
  if (since === null || message === null) return null;
  return { message, replacement, since: since.toISOString() };
}

export const viewSigner = ({ kind, signer, repository, repositoryId, runner }: SignerJson) => ({
  kind,
  signer,
  repository,
  repository_id: repositoryId ?? null,
  runner,
});

/** The trusted publisher's id is its publisher's business. */
const viewPublishedVia = (via: VersionRow["publishedVia"]) =>
  via && {
    issuer: via.issuer,
    subject: via.subject,
    repository: via.repository,
    repository_id: via.repositoryId,
    workflow: via.workflow,
    environment: via.environment,
    event: via.event,
    ref: via.ref,
    sha: via.sha,
    run: via.run,
  };

const isPending = (status: string): boolean => status === "received" || status === "inspecting";

/** What the inspection saw the code do stands beside what the manifest suggests. */
function withUses(permissions: SkillDescription["permissions"], uses: Use[] | null | undefined) {
  const known = new Set(permissions.inferred.map(({ permission }) => permission));
  const seen = (uses ?? [])
    .filter(({ isCertain }) => isCertain)
    .map(({ permission, evidence }) => ({
      permission: permissionText(permission),
      evidence: evidence.map(({ file, line }) => ({ file, line })),
    }))
    .filter(({ permission }) => !known.has(permission));
  return { ...permissions, inferred: [...permissions.inferred, ...seen] };
}
