import type { PackageFile } from "@gaia/archive";
import { listings, versions } from "@gaia/db";
import { ariaCatalog, type CanonicalSkill, miaosCatalog, readSkill, type SourceFormat } from "@gaia/manifest";
import { and, arrayContains, asc, eq } from "drizzle-orm";
import type { ReadCtx } from "../kernel/context.ts";

/** The verified MiaOS skills whose npm package an audit confirmed, as MiaOS reads its catalog: a bare array. */
export async function getMiaosCatalog(ctx: ReadCtx) {
  const rows = await verifiedSkills(ctx, "miaos");
  return miaosCatalog(rows.map(({ skill, npmPackage }) => ({ skill, npmPackage })));
}

/** The verified Aria skills, each as its skill.json, with where to get it. */
export async function getAriaCatalog(ctx: ReadCtx) {
  const rows = await verifiedSkills(ctx, "aria-2");
  return ariaCatalog(
    rows.map(({ skill, name, version, digest }) => ({
      skill,
      digest,
      url: `${ctx.publicUrl}/api/v1/skills/${name}/${version}/download`,
    })),
  );
}

async function verifiedSkills(ctx: ReadCtx, format: SourceFormat) {
  const rows = await ctx.db
    .select({
      name: listings.name,
      version: versions.version,
      manifest: versions.manifest,
      digest: versions.releaseDigest,
      npmPackage: versions.npmPackage,
    })
    .from(listings)
    .innerJoin(versions, eq(versions.id, listings.verifiedId))
    .where(and(arrayContains(listings.facets, ["tier:verified"]), eq(versions.format, format)))
    .orderBy(asc(listings.name));
  // The column holds what `readSkill` gave.
  return rows.map(({ manifest, ...row }) => ({ ...row, skill: manifest }));
}

/** The npm package that a MiaOS skill says it is; null when it says none. A claim, until an audit confirms it. */
export function npmPackageOf(skill: CanonicalSkill): string | null {
  const name = (skill.extensions["/name"] ?? skill.extensions["package.json#/name"])?.value;
  return skill.provenance.format === "miaos" && typeof name === "string" ? name : null;
}

/** A skill that lies in a folder of the operator's own. */
export interface RepoSkill {
  id: string;
  name: string;
  description: string;
  parameters: Record<string, unknown>;
}

/** Reads one folder of `MIAOS_REPO_SKILLS_DIR`; a sentence when it holds no MiaOS skill that can be read. Pure. */
export function readRepoSkill(files: readonly PackageFile[]): { skill: RepoSkill } | { problem: string } {
  const { skill, diagnostics } = readSkill(files, { format: "miaos", mode: "import" });
  if (!skill) return { problem: diagnostics.find(({ severity }) => severity === "error")?.message ?? "no MiaOS skill" };
  const [tool] = skill.tools;
  return {
    skill: {
      id: skill.name.value,
      name: skill.displayName.value,
      description: skill.description.value,
      parameters: tool?.inputSchema ?? { type: "object" },
    },
  };
}
