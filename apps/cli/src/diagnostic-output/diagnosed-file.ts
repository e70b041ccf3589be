import { isAbsolute, join, relative, sep } from "node:path";
import type { ProblemError } from "../failures/failures.ts";

/** A diagnostic with its file as other programs name it. */
export interface DiagnosedFile {
  diagnostic: ProblemError;
  /** From the working directory, `/`-separated; absolute where the file lies elsewhere. */
  path: string;
  /** The same as a URI reference (RFC 3986). */
  uri: string;
}

/** Places diagnostics about the package in `root`; one that names no file is about `root` itself. */
export function placed(diagnostics: readonly ProblemError[], root: string, workingDirectory: string): DiagnosedFile[] {
  return diagnostics.map((diagnostic) => {
    const place = diagnostic.file === null ? root : join(root, diagnostic.file);
    const fromHere = relative(workingDirectory, place);
    const isElsewhere = fromHere === ".." || fromHere.startsWith(`..${sep}`) || isAbsolute(fromHere);
    const path = (isElsewhere ? place : fromHere || ".").split(sep).join("/");
    const uri = `${isElsewhere ? "file://" : ""}${path.split("/").map(encodeURIComponent).join("/")}`;
    return { diagnostic, path, uri };
  });
}
