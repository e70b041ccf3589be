import { hasHidden } from "@gaia/text";
import { type PackageFile, deviceOf, isReservedPath } from "@gaia/archive";
import { quoted } from "../model/report.ts";
import type { Report } from "../model/report.ts";
import { noteFiles } from "./note-some.ts";
import type { PackageLimits } from "./package-limits.ts";

const LARGE_FILE_BYTES = 1024 * 1024;

/** What Windows has in no name. */
const FORBIDDEN = /[<>:"|?*\\]/;

/** SK1009 to SK1014 and SK1023: names and sizes of files. */
export function checkPaths(files: readonly PackageFile[], limits: PackageLimits | null, report: Report): void {
  const paths = files.map(({ path }) => path);
  const unsafe = paths.flatMap((path) => {
    const why = problemOf(path);
    return why === null ? [] : [{ path, message: `${quoted(path)} ${why}.` }];
  });
  noteFiles(report, "SK1009", unsafe);
  const foreign = paths.filter((path) => /[^\x00-\x7f]/.test(path) && problemOf(path) === null);
  noteFiles(
    report,
    "SK1010",
    foreign.map((path) => ({ path, message: `${quoted(path)} has characters beyond ASCII.` })),
  );
  noteFiles(report, "SK1011", collisions(paths));
  const large = files.filter(({ bytes }) => bytes.length > LARGE_FILE_BYTES);
  noteFiles(
    report,
    "SK1014",
    large.map(({ path, bytes }) => ({ path, message: `${quoted(path)} has ${bytes.length} bytes, more than 1 MiB.` })),
  );
  const reserved = paths.filter(isReservedPath);
  noteFiles(
    report,
    "SK1023",
    reserved.map((path) => ({ path, message: `${quoted(path)} takes the place of a file that an install writes.` })),
  );
  if (limits !== null) checkLimits(files, limits, report);
}

function problemOf(path: string): string | null {
  if (path.normalize("NFC") !== path) return "is not in Unicode's composed form (NFC)";
  if (FORBIDDEN.test(path) || hasHidden(path, { asName: true }))
    return "has a character that Windows cannot write, or that is invisible";
  for (const part of path.split("/")) {
    if (part === "" || part === "." || part === "..") return "has an empty, '.' or '..' part";
    if (/[. ]$/.test(part)) return "has a part that ends with a dot or a space, which Windows drops";
    if (deviceOf(part) !== null) return "has the name of a device on Windows";
  }
  return null;
}

/** Of names that differ only in case or normal form, the second; files and the folders above them alike. */
function collisions(paths: readonly string[]): { path: string; message: string }[] {
  const seen = new Map<string, string>();
  const found: { path: string; message: string }[] = [];
  for (const path of paths) {
    const parts = path.split("/").slice(0, 32);
    for (let count = parts.length; count > 0; count--) {
      const whole = parts.slice(0, count).join("/");
      const folded = whole.normalize("NFKC").toLowerCase();
      const other = seen.get(folded);
      if (other === undefined) seen.set(folded, whole);
      else if (other === whole && (count < parts.length || whole !== path)) break;
      else {
        const same = other === whole ? "is there twice" : "differs only in case or normal form";
        found.push({ path, message: `${quoted(whole)} ${same}${other === whole ? "" : ` from ${quoted(other)}`}.` });
        break;
      }
    }
  }
  return found;
}

function checkLimits(files: readonly PackageFile[], limits: PackageLimits, report: Report): void {
  const place = { file: ".", line: null, column: null };
  if (files.length > limits.files)
    report.note("SK1012", place, `The package has ${files.length} files; the limit is ${limits.files}.`);
  const total = files.reduce((sum, { bytes }) => sum + bytes.length, 0);
  if (total > limits.unpackedBytes)
    report.note("SK1013", place, `The package has ${total} bytes; the limit is ${limits.unpackedBytes}.`);
}
