import type { SignatureKindName } from "@gaia/trust";
import {
  type Progress,
  artifacts,
  inspections,
  logLeaves,
  publishers,
  signatures,
  signerChanges,
  skills,
  versions,
} from "@gaia/db";
import { type CanonicalSkill, permissionText } from "@gaia/manifest";
import type { Signer, Use } from "@gaia/policy";
import { eq, sql } from "drizzle-orm";
import type { Ctx } from "../kernel/context.ts";
import type { FoundVersion } from "../kernel/find-version.ts";
import { sriOfHex } from "../kernel/sri-of-hex.ts";

/** `Version` of contract §3: what the API answers about one version. */
export type VersionView = ReturnType<typeof viewFoundVersion>;

/** What a view needs beside the rows of its version. Times as the database writes them; `progress` as `noteProgress` did. */
export interface Attached {
  artifacts: { kind: "zip" | "tgz"; sha256: string; size_bytes: number }[];
  signatures: { kind: SignatureKindName; signer: string; status: "valid" | "revoked"; verified_at: string }[];
  signer_change: SignerChange | null;
  inspection: { reason: string | null; cleared: boolean; uses: Use[] | null; progress: Progress | null } | null;
  /** The text of its newest leaf in the log. */
  leaf: string | null;
}

/** Who signed the skill before, and who signed this version, as the database holds them. */
interface SignerChange {
  status: "pending" | "confirmed";
  from: SignerJson[];
  to: SignerJson[];
}

type SignerJson = Omit<Signer<SignatureKindName>, "repositoryId">;

/** SQL for the `Attached` of the row's version: in the same statement, because a second one is a second way to the database and back. */
export const ATTACHED = sql<Attached>`json_build_object(
  'artifacts', (SELECT coalesce(json_agg(json_build_object('kind', a.kind, 'sha256', a.sha256, 'size_bytes', a.size_bytes)
      ORDER BY a.kind), '[]')
    FROM ${artifacts} a WHERE a.version_id = ${versions.id}),
  'signatures', (SELECT coalesce(json_agg(json_build_object('kind', s.kind, 'signer', s.signer, 'status', s.status,
      'verified_at', s.verified_at) ORDER BY s.verified_at), '[]')
    FROM ${signatures} s WHERE s.version_id = ${versions.id}),
  'signer_change', (SELECT json_build_object('status', c.status, 'from', c.from_signers, 'to', coalesce(c.to_signers, (
      SELECT coalesce(jsonb_agg(DISTINCT jsonb_build_object('kind', s.kind, 'signer', s.signer,
          'repository', s.identity->>'sourceRepository', 'runner', s.identity->>'runner')), '[]')
      FROM ${signatures} s WHERE s.version_id = c.version_id AND s.status = 'valid')))
    FROM ${signerChanges} c WHERE c.version_id = ${versions.id}),
  'inspection', (SELECT json_build_object('reason', i.reason, 'cleared', i.cleared_at IS NOT NULL, 'uses', i.uses, 'progress', i.progress)
    FROM ${inspections} i WHERE i.id = ${versions.inspectionId}),
  'leaf', (SELECT l.leaf FROM ${logLeaves} l WHERE l.version_id = ${versions.id} ORDER BY l.id DESC LIMIT 1))`;

/** The rows of one version with all that its view needs; the caller says which. */
export const selectWhole = (ctx: Ctx) =>
  ctx.db
    .select({ version: versions, skill: skills, publisher: publishers, attached: ATTACHED })
    .from(versions)
    .innerJoin(skills, eq(skills.id, versions.skillId))
    .innerJoin(publishers, eq(publishers.id, skills.publisherId))
    .$dynamic();

/** The view of the version with this row id, which must exist. */
export async function viewVersion(ctx: Ctx, versionId: number): Promise<VersionView> {
  const [found] = await selectWhole(ctx).where(eq(versions.id, versionId));
  if (!found) throw new Error(`no version row ${versionId}`);
  return viewFoundVersion(ctx, found);
}

/** The view of rows that were read and found visible already. */
export function viewFoundVersion(
  ctx: Ctx,
  { version, skill, publisher, attached }: FoundVersion & { attached: Attached },
) {
  const { artifacts: archives, signatures: signed, signer_change: change, inspection, leaf } = attached;
  const address = `${ctx.publicUrl}/api/v1/skills/${skill.name}/${version.version}`;
  // The column holds what `readSkill` gave; the database does not know its shape.
  const manifest = version.manifest;
  const zip = archives.find((archive) => archive.kind === "zip");
  return {
    ...describeSkill(manifest),
    permissions: withUses(permissionsOf(manifest), inspection?.uses),
    author: version.author,
    publisher: publisher.handle,
    status: version.status,
    status_reason: version.statusReason,
    security_tier: version.tier,
    verdict: version.verdict,
    verdict_reason: inspection?.reason ?? null,
    cleared: inspection?.cleared ?? false,
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
    signatures: signed.map((signature) => ({
      kind: signature.kind,
      signer: signature.signer,
      status: signature.status,
      verified_at: new Date(signature.verified_at).toISOString(),
    })),
    signer_change: change && { status: change.status, from: change.from.map(shown), to: change.to.map(shown) },
    demoted_reason: version.demotedReason,
    diagnostics: version.diagnostics,
    received_at: version.receivedAt.toISOString(),
    published_at: version.publishedAt?.toISOString() ?? null,
    download_url: `${address}/download`,
    log: leaf === null ? null : { leaf, proof_url: `${address}/proof` },
  };
}

const shown = ({ kind, signer, repository, runner }: SignerJson) => ({ kind, signer, repository, runner });

const isPending = (status: string): boolean => status === "received" || status === "inspecting";

/** What the manifest itself says, in the shape of `Version` (contract §3). */
export function describeSkill(manifest: CanonicalSkill) {
  return {
    name: manifest.name.value,
    version: manifest.version.value,
    description: manifest.description.value,
    display_name: manifest.displayName.value,
    author: manifest.authors[0]?.name ?? null,
    license: manifest.license?.value ?? null,
    homepage: manifest.links.homepage?.value ?? null,
    repository: manifest.links.repository?.value ?? null,
    format: manifest.provenance.format,
    kind: manifest.kind,
    claimed_tier: manifest.trust.claimedTier?.value ?? null,
    permissions: permissionsOf(manifest),
    tools: manifest.tools.map((tool) => ({
      name: tool.name,
      description: tool.description,
      input_schema: tool.inputSchema,
    })),
    requirements: requirementsOf(manifest),
    tags: [...new Set(manifest.discovery.tags.map((tag) => tag.value))],
  };
}

function permissionsOf(manifest: CanonicalSkill) {
  return {
    declared: manifest.permissions.declared?.map(permissionText) ?? null,
    inferred: manifest.permissions.inferred.map((permission) => ({
      permission: permissionText(permission),
      evidence: permission.evidence.map(({ file, line }) => ({ file, line })),
    })),
  };
}

/** What the inspection saw the code do stands beside what the manifest suggests. */
function withUses(permissions: ReturnType<typeof permissionsOf>, uses: Use[] | null | undefined) {
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

function requirementsOf({ requires }: CanonicalSkill) {
  const specs = (manager: "pip" | "npm") =>
    requires.packages.filter((item) => item.manager === manager).map((item) => item.spec);
  return {
    python: requires.python?.value ?? null,
    model: requires.model?.value ?? null,
    context: requires.context?.value ?? null,
    hardware: Object.fromEntries(Object.entries(requires.hardware).map(([hint, { value }]) => [hint, value])),
    env_vars: requires.env.map((variable) => variable.name),
    dependencies: specs("pip"),
    node_dependencies: specs("npm"),
    skills: requires.skills.map((skill) => ({ name: skill.name, version: skill.range, optional: skill.optional })),
  };
}
