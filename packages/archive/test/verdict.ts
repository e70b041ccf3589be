import { readArchive } from "../src/index.ts";
import type { ArchiveLimits } from "../src/index.ts";
import { ArchiveError } from "../src/archive-error.ts";

/** The code under which an archive is refused; the list of its paths when it is not. Anything but an ArchiveError passes through. */
export function verdictOf(bytes: Uint8Array, limits?: ArchiveLimits): string | string[] {
  try {
    return readArchive(bytes, limits).files.map(({ path }) => path);
  } catch (error) {
    if (error instanceof ArchiveError) return error.code;
    throw error;
  }
}

/** The refusal itself. */
export function refusalOf(act: () => unknown): ArchiveError {
  try {
    act();
  } catch (error) {
    if (error instanceof ArchiveError) return error;
    throw error;
  }
  throw new Error("nothing was refused");
}
