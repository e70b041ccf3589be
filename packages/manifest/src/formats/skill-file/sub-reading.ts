import type { Reading } from "../../model/field-reader.ts";
import type { Place } from "../../model/report.ts";
import type { SourceText } from "../../model/source-text.ts";
import { readYaml } from "../../model/yaml-tree.ts";
import type { MapTree } from "../../model/yaml-tree.ts";

/**
 * Reads a text that a field holds, JSON as a rule, as a mapping: with all the limits of a manifest, and every place in it being the place
 * of the field. Null when it is none; then nothing is reported unless `isQuiet` is false.
 */
export function readEmbedded(
  reading: Reading,
  text: string,
  place: Place & { line: number; column: number },
): { reading: Reading; map: MapTree } | null {
  const source: SourceText = {
    file: reading.source.file,
    text,
    placeAt: () => place,
    byteOffset: () => 0,
  };
  const map = readYaml(source, 0, text.length, reading.report);
  return map && { reading: { ...reading, source }, map };
}
