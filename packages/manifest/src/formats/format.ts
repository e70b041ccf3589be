import type { PackageFile } from "@gaia/archive";
import type { CanonicalSkill, SourceFormat } from "../model/canonical.ts";
import type { GivenVersion } from "../fields/identity.ts";
import type { Diagnostic, Report } from "../model/report.ts";

/** A package as a format looks at it. `find` takes an exact path and costs one look-up. */
export interface PackageView {
  readonly files: readonly PackageFile[];
  /** The name of the folder that it lies in, where it has one. */
  readonly folder: string | null;
  find(path: string): PackageFile | null;
}

/** What a format sees in a package: the file that would be its manifest, and how sure the content makes us, 0..1. */
export interface Detection {
  manifestFile: string;
  confidence: number;
  /**
   * Its name is the format's and its shape is not. It is read for want of anything better, so that its author hears what is missing;
   * beside a manifest it is a file like any other, for no reader of the format takes it.
   */
  byNameOnly?: true;
}

/** What is this format's by name only. */
export const byNameOnly = (manifestFile: string): Detection => ({ manifestFile, confidence: 0.05, byNameOnly: true });

/** What the caller of `readSkill` asks for, passed on to the reader. */
export interface ReadOptions {
  version: GivenVersion | undefined;
}

/**
 * One format's way in. Pure, bounded, and never throws, whatever the bytes are. A reader reports everything that is wrong at once, keeps
 * what it does not know in `extensions`, and gives null only where a required field could not be read (which it has reported).
 * `report.mode` tells whether this is a publish (honest: what is missing is an error) or an import (lenient: it is inferred).
 */
export interface FormatReader {
  format: SourceFormat;
  /** Null when the package holds nothing of this format. Reports nothing. */
  detect(pkg: PackageView): Detection | null;
  /** The file that would be its manifest if somebody says that the package has this format, where `detect` sees none. */
  manifestOf?(pkg: PackageView): string | null;
  read(pkg: PackageView, manifestFile: string, options: ReadOptions, report: Report): CanonicalSkill | null;
}

export type Written = { files: PackageFile[]; losses: Diagnostic[] } | { impossible: Diagnostic[] };

/**
 * One format's way out: the same files with the manifest written in this format; every loss is an SK9xxx diagnostic.
 * Deterministic: the same skill and files give the same bytes.
 */
export interface FormatWriter {
  format: SourceFormat;
  write(skill: CanonicalSkill, pkg: PackageView): Written;
}

/** The first of several files with one path wins, as `find` of an array would. */
export function packageView(files: readonly PackageFile[], folder: string | null = null): PackageView {
  const byPath = new Map<string, PackageFile>();
  for (const file of files) if (!byPath.has(file.path)) byPath.set(file.path, file);
  return { files, folder, find: (path) => byPath.get(path) ?? null };
}
