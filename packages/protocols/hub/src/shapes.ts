import type { VersionFacts } from "@gaia/artefacts";
import type { DescribedVersion } from "@gaia/catalog";

/** A version, and what its manifest and its inspection say. */
export interface Told {
  facts: VersionFacts;
  described: DescribedVersion;
}

/** One skill of `index.json`. Pure. */
export function toIndexEntry({ facts, described }: Told): object {
  const { name, version, publisher, tier } = facts;
  const { description, tags } = described.description;
  const tools = toolsOf(described);
  return {
    id: name,
    name,
    description,
    category: "skills",
    latest_version: version,
    icon: "wrench",
    language: tools.length > 0 ? "python" : "markdown",
    type: "skill",
    author: publisher,
    security_tier: tier,
    download_size_bytes: described.sizeBytes,
    tags,
    tools_count: tools.length,
    models: [],
    min_gaia_version: "",
    permissions: permissionsOf(described),
    deprecated: false,
    requirements: {
      min_memory_gb: 0,
      min_disk_gb: 0,
      min_context_size: 0,
      platforms: [],
      npu: "optional",
      gpu_vram_gb: 0,
    },
    skill_metadata: {
      tools,
      tools_required: described.hostTools,
      requirements: requirementsOf(described),
      audit: auditOf(described),
    },
  };
}

/** What can be fetched of one version. */
interface Artifact {
  filename: string;
  sha256: string;
  sizeBytes: number;
}

/** A version of `manifest.json`: the artifact that the client takes comes first. */
export interface Installable {
  facts: VersionFacts;
  publishedAt: Date | null;
  artifacts: readonly [Artifact, ...Artifact[]];
}

/** A skill's `manifest.json`; `newest` is the highest of its versions. Pure. */
export function toManifest(newest: Told, versions: readonly Installable[]): object {
  const { facts, described } = newest;
  const { description, license } = described.description;
  return {
    name: facts.name,
    description,
    author: facts.publisher,
    license: license ?? "",
    security_tier: facts.tier,
    permissions: permissionsOf(described),
    tools: toolsOf(described),
    tools_required: described.hostTools,
    requirements: requirementsOf(described),
    audit: auditOf(described),
    latest_version: facts.version,
    versions: Object.fromEntries(versions.map((each) => [each.facts.version, toVersion(each)])),
  };
}

function toVersion({ facts: { name, version, publisher }, publishedAt, artifacts }: Installable): object {
  const shown = artifacts.map(({ filename, sha256, sizeBytes }) => ({
    filename,
    path: `skills/${name}/${version}/${filename}`,
    size_bytes: sizeBytes,
    sha256,
    content_type: "application/zip",
  }));
  return {
    version,
    published_at: publishedAt?.toISOString() ?? "",
    publisher,
    deprecated: false,
    artifact: shown[0],
    artifacts: shown,
  };
}

const permissionsOf = ({ description }: DescribedVersion): string[] => description.permissions.declared ?? [];

const toolsOf = ({ description }: DescribedVersion) =>
  description.tools.map((tool) => ({ name: tool.name, description: tool.description }));

function requirementsOf({ description: { requirements } }: DescribedVersion): object {
  const { model, context, python, dependencies, node_dependencies, env_vars, hardware } = requirements;
  return {
    model: model ?? "",
    context: context ?? "",
    python: python ?? "",
    dependencies,
    node_dependencies,
    env_vars,
    hardware: { npu: hardware["npu"] ?? "", gpu_vram: hardware["gpu_vram"] ?? "" },
  };
}

/** What this registry's own scan said: the publisher's word is not asked. */
function auditOf({ inspection }: DescribedVersion): object {
  return {
    verdict: inspection?.verdict ?? "unaudited",
    engine: inspection === null ? "" : "gaia-registry",
    audited_at: inspection?.finishedAt?.toISOString() ?? "",
    findings: inspection?.findings ?? 0,
    attestation: inspection === null ? "unaudited" : "registry-scanned",
  };
}
