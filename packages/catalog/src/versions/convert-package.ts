import { readArchive, sha256Hex, writeTarGz, writeZip } from "@gaia/archive";
import { convertSkill } from "@gaia/manifest";
import { RegistryError } from "../kernel/errors.ts";
import type { ConvertedPackage, ConvertInput } from "../kernel/package-converter.ts";

const REPORT = "CONVERSION.json";

/**
 * Rewrites a package in another format, with a report of what that cost inside it. Pure.
 * @throws RegistryError `conflict` when that format cannot hold the skill, with every reason
 */
export function convertPackage(input: ConvertInput): ConvertedPackage {
  const { files } = readArchive(input.bytes, input.limits);
  const converted = convertSkill(files, { to: input.to, version: input.version });
  if ("impossible" in converted) {
    throw new RegistryError("conflict", `This skill cannot be written as ${input.to}.`, {
      errors: converted.impossible,
    });
  }
  const report = { schema: 1, to: input.to, signed: false, losses: converted.losses };
  const withReport = [
    ...converted.files.filter((file) => file.path !== REPORT),
    { path: REPORT, bytes: new TextEncoder().encode(`${JSON.stringify(report, null, 2)}\n`) },
  ];
  const bytes = input.archive === "zip" ? writeZip(withReport) : writeTarGz(withReport);
  return { bytes, sha256: sha256Hex(bytes), losses: converted.losses };
}
