import type { CanonicalSkill, SourceFormat } from "../canonical.ts";
import type { Reading } from "../field-reader.ts";
import { readGaia01 } from "./gaia-0.1.ts";
import type { ManifestText } from "./manifest-text.ts";

export interface FormatReader {
  format: SourceFormat;
  read(reading: Reading, manifest: ManifestText, options: { version: string | undefined }): CanonicalSkill | null;
}

const GAIA_01: FormatReader = { format: "gaia-0.1", read: readGaia01 };

/**
 * The reader for a manifest. There is one so far, so every SKILL.md is judged as `gaia-0.1` and told precisely what it lacks for it;
 * a new format is one file here and one case in this function.
 */
export function detectFormat(_manifest: ManifestText): FormatReader {
  return GAIA_01;
}
