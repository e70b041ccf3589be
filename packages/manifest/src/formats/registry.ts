import type { SourceFormat } from "../canonical.ts";
import type { FormatReader, FormatWriter } from "./format.ts";
import { detectGaia01 } from "./gaia-0.1/detect.ts";
import { readGaia01 } from "./gaia-0.1/read.ts";

/** Every format that can be read. A new format adds its row; of two equally sure ones the first wins. */
export const READERS: readonly FormatReader[] = [{ format: "gaia-0.1", detect: detectGaia01, read: readGaia01 }];

/** Every format that can be written. */
export const WRITERS: readonly FormatWriter[] = [];

export function readerOf(format: SourceFormat): FormatReader | null {
  return READERS.find((reader) => reader.format === format) ?? null;
}

export function writerOf(format: SourceFormat): FormatWriter | null {
  return WRITERS.find((writer) => writer.format === format) ?? null;
}
