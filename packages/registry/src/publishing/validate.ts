import { type ErrorDetail, RegistryError } from "@gaia/catalog";
import { describeSkill, type Diagnostic, type SkillDescription, type SourceFormat } from "@gaia/manifest";
import type { Ctx } from "../kernel/context.ts";
import type { ExaminedUpload } from "../kernel/packages.ts";

/** What a dry run of publish found. */
export interface Validation {
  valid: boolean;
  /** What it was recognised as, also where it is not valid. */
  format: SourceFormat | null;
  version: SkillDescription | null;
  diagnostics: Diagnostic[];
}

/**
 * Reads an upload as publish would, and stores nothing. Nobody's name or number is looked at: that is the registry's to
 * say when it is published.
 * @throws RegistryError `package_too_large`, `invalid_package` only for what cannot be read at all
 */
export async function validateUpload(
  ctx: Ctx,
  input: { bytes: Uint8Array; version: string | null; defaultVersion: string | null },
): Promise<Validation> {
  const publisher = ctx.actor?.handle ?? "anonymous";
  let upload: ExaminedUpload;
  try {
    const { bytes, version, defaultVersion } = input;
    upload = await ctx.reader.examine(bytes, { version, defaultVersion, publisher, limits: ctx.limits });
  } catch (error) {
    if (!(error instanceof RegistryError) || error.code !== "invalid_manifest") throw error;
    return { valid: false, format: error.format, version: null, diagnostics: (error.errors ?? []).map(toDiagnostic) };
  }
  return {
    valid: true,
    format: upload.skill.provenance.format,
    version: describeSkill(upload.skill),
    diagnostics: upload.diagnostics,
  };
}

const toDiagnostic = (detail: ErrorDetail): Diagnostic => ({
  ...detail,
  title: detail.title ?? detail.code,
  file: detail.file ?? "",
});
