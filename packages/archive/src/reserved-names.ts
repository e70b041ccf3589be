import { foldName } from "./fold-name.ts";
import type { PackageFile } from "./package-file.ts";

/** What Windows opens as a device, whatever stands after the first dot. */
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9]|lpt[0-9])$/;

/**
 * What an installed skill has beside its files (docs/TRUST.md). A package that brings one of these could pose as signed, or break the
 * check of its own sums.
 */
export const RESERVED_FILES: readonly string[] = Object.freeze([
  "SHA256SUMS",
  "SHA256SUMS.asc",
  "SHA256SUMS.sigstore.json",
  "signature.json",
  ".tlog-proof",
]);

/**
 * What the registry says that a release is made of, beside its files. A package may bring a bill of its own, which is then the only one
 * there: so the name is not reserved.
 */
export const BILL_FILE = "bom.cdx.json";

const FOLDED: ReadonlySet<string> = new Set(RESERVED_FILES.map(foldName));

/**
 * The device that a name would open on Windows (`aux` of `Aux.txt`), as written; null for every other name. One part of a path, not a
 * path.
 */
export function deviceOf(name: string): string | null {
  // `COM¹` is COM1 there, as its compatibility form is here.
  const stem = (name.normalize("NFKC").split(".", 1)[0] ?? "").trim();
  return DEVICE.test(stem.toLowerCase()) ? stem : null;
}

/** Whether a path in a package takes the place of a file that an install writes: in any case, as a file or as the folder of one. */
export const isReservedPath = (path: string): boolean => FOLDED.has(foldName(path.split("/", 1)[0] ?? ""));

/** Whether a package has something in the bill's place, in any case, as a file or as a folder. */
export const bringsBill = (files: readonly { path: string }[]): boolean =>
  files.some(({ path }) => foldName(path.split("/", 1)[0] ?? "") === BILL_FILE);

/** A skill's own files among those that lie where it was installed: a bill is one of them where the sums that lie there name it. */
export function withoutReserved<File extends PackageFile>(files: readonly File[]): File[] {
  const isBillBeside = hasBillBeside(files);
  return files.filter(({ path }) => !isReservedPath(path) && !(isBillBeside && path === BILL_FILE));
}

function hasBillBeside(files: readonly PackageFile[]): boolean {
  const sums = files.find(({ path }) => path === "SHA256SUMS");
  if (sums === undefined || !files.some(({ path }) => path === BILL_FILE)) return false;
  return !/^[0-9a-f]{64} {2}bom\.cdx\.json$/m.test(Buffer.from(sums.bytes).toString("utf8"));
}
