import { contentDigest, type PackageFile, readArchive, sha256Hex, sumsOf, writeTarGz, writeZip } from "@gaia/archive";
import { convertSkill, isPlainSkill, type SourceFormat, stampTier } from "@gaia/manifest";
import type { Tier } from "@gaia/policy";
import { RegistryError } from "../kernel/errors.ts";
import type { ConvertedPackage, ConvertInput, PackageDigests, RewriteInput } from "../kernel/package-converter.ts";

const REPORT = "CONVERSION.json";

/**
 * Rewrites a package in another format, with a report of what that cost inside it, or lays it out anew. Pure.
 * `beforePacking` is told before so many bytes are packed: that costs in proportion to them.
 * @throws RegistryError `conflict` when that format cannot hold the skill, with every reason, or no tier can be written into its SKILL.md
 */
export function convertPackage(input: ConvertInput, beforePacking: (sizeBytes: number) => void): ConvertedPackage {
  const { written, losses } = rewrite(input);
  const { under, archive, add = [] } = input;
  const all = [...written, ...add];
  const placed = under === undefined ? all : all.map((file) => ({ ...file, path: `${under}/${file.path}` }));
  beforePacking(placed.reduce((total, file) => total + file.bytes.byteLength, 0));
  const bytes = archive === "zip" ? writeZip(placed) : writeTarGz(placed);
  return { bytes, sha256: sha256Hex(bytes), losses };
}

/** What the same package would hold, without `under` and `add`. Pure. @throws as `convertPackage` */
export function digestPackage(input: RewriteInput): PackageDigests {
  const files = rewrite(input).written.map(({ path, bytes }) => ({ path, sha256: sha256Hex(bytes) }));
  // A content digest is the same under any header.
  const sums = sumsOf({ publisher: "-", name: "-", version: "-" }, files);
  return { contentDigest: contentDigest(sums), files };
}

function rewrite(input: RewriteInput) {
  const read = readArchive(input.bytes, input.limits);
  const files = read.files.filter(({ path }) => path !== input.without);
  const { written, losses } =
    input.to === null ? { written: files, losses: [] } : rewritten(files, { ...input, to: input.to });
  return { written: input.stamp === undefined ? written : stamped(written, input.stamp), losses };
}

function stamped(files: readonly PackageFile[], tier: Tier): PackageFile[] {
  return files.map((file) => {
    if (file.path !== "SKILL.md") return file;
    const done = stampTier(file.bytes, tier);
    if ("why" in done) throw new RegistryError("conflict", `This skill's SKILL.md cannot say its tier. ${done.why}`);
    return { ...file, bytes: done.bytes };
  });
}

function rewritten(files: readonly PackageFile[], input: RewriteInput & { to: SourceFormat }) {
  const converted = convertSkill(files, { to: input.to, version: input.version });
  if ("impossible" in converted) {
    throw new RegistryError("conflict", `This skill cannot be written as ${input.to}.`, {
      errors: converted.impossible,
    });
  }
  const { skill } = converted.report;
  if (input.keepsPlain && skill !== null && isPlainSkill(skill, files)) return { written: [...files], losses: [] };
  const report = { schema: 1, to: input.to, signed: false, losses: converted.losses };
  const written = [
    ...converted.files.filter((file) => file.path !== REPORT),
    { path: REPORT, bytes: new TextEncoder().encode(`${JSON.stringify(report, null, 2)}\n`) },
  ];
  return { written, losses: converted.losses };
}
