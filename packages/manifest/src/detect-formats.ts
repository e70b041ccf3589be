import type { PackageFile } from "@gaia/archive";
import type { SourceFormat } from "./model/canonical.ts";
import { packageView } from "./formats/format.ts";
import type { Detection, PackageView } from "./formats/format.ts";
import { READERS } from "./formats/known/registry.ts";

export interface DetectedFormat extends Detection {
  format: SourceFormat;
}

/** The formats that a package's files look like, the surest first. Pure and bounded; never throws. */
export function detectFormats(files: readonly PackageFile[]): DetectedFormat[] {
  return detectFormatsIn(packageView(files));
}

/** The same for a view that will be read next: what was parsed to detect is kept with it. */
export function detectFormatsIn(pkg: PackageView): DetectedFormat[] {
  const found = READERS.flatMap(({ format, detect }) => {
    const detection = detect(pkg);
    return detection === null ? [] : [{ format, ...detection }];
  });
  return found.toSorted((a, b) => b.confidence - a.confidence);
}
