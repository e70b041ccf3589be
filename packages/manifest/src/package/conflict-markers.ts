import { openedFence, closesFence } from "@gaia/syntax/fences";
import type { PackageFile } from "@gaia/archive";
import type { PackageView } from "../formats/format.ts";
import type { Report } from "../model/report.ts";

/** Of a manifest; a larger one is not read. */
const MAX_BYTES = 256 * 1024;

/** SK2020: a conflict that git left in the manifest, outside code that may show one. */
export function checkConflictMarkers(pkg: PackageView, manifestFile: string, report: Report): void {
  const file = pkg.find(manifestFile);
  if (file === null || file.bytes.length > MAX_BYTES || !bufferOf(file).includes("<<<<<<< ")) return;
  let fence: string | null = null;
  let open: number | null = null;
  let isDivided = false;
  for (const [index, line] of new TextDecoder().decode(file.bytes).split("\n").entries()) {
    if (fence === null) fence = openedFence(line, "margin")?.fence ?? null;
    else if (closesFence(line, fence, "margin")) fence = null;
    if (fence !== null) continue;
    if (/^<{7} \S/.test(line)) [open, isDivided] = [index + 1, false];
    else if (/^={7}\r?$/.test(line)) isDivided = open !== null;
    else if (/^>{7} \S/.test(line) && open !== null && isDivided) {
      const message = `A conflict of git stands on lines ${open} to ${index + 1}.`;
      report.note("SK2020", { file: manifestFile, line: open, column: 1 }, message);
      open = null;
    }
  }
}

const bufferOf = ({ bytes }: PackageFile): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
