/**
 * One thing that the code of a skill does, for holding it against what the manifest declares (docs/specification.md §3). Facts are about
 * what the code reaches for, not whether that is good.
 */
export interface Fact {
  domain: "filesystem" | "network" | "shell" | "desktop" | "mcp" | "env" | "database";
  level: "read" | "write" | "execute" | "control" | "connect";
  /** Host, path, variable name or program; null when the code does not say. */
  scope: string | null;
  file: string;
  line: number;
  /** What shows it, as `requests.get`. */
  evidence: string;
  /** False where it could be something else: a name that two libraries use, a command in a document. */
  certain: boolean;
}
