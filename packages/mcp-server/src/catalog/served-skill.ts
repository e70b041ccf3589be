import type { CanonicalSkill } from "@gaia/manifest";
import type { Skill } from "@modelcontextprotocol/server/ext/skills";
import type { RunnableSkill } from "@gaia/runner";

/** `home` and `project` were installed and hold; `local` is the repository's own, and nobody vouches for it. */
export type Scope = "home" | "project" | "local";

/** A file as it was when the skill was judged. `sha256` is hex. */
export interface JudgedFile {
  path: string;
  sizeBytes: number;
  sha256: string;
}

/** A skill that was judged and may be offered. */
export interface JudgedSkill {
  scope: Scope;
  /** With the digests of every file of its directory that was looked at: a tool runs from these alone. */
  runnable: RunnableSkill & { digests: ReadonlyMap<string, string> };
  /** Where it was installed from and by whom it was published; null for a local one. */
  origin: { registry: string; publisher: string } | null;
  manifest: CanonicalSkill;
  /** The package's own files: what agents may read. */
  files: readonly JudgedFile[];
}

/** The same with what clients are told of it. */
export interface ServedSkill extends JudgedSkill {
  /** Below it lie its files: `skill://<path>`. */
  rootUri: string;
  /** Its entry of the Skills extension; null where no SKILL.md can be made of it. */
  entry: Skill | null;
  /** SKILL.md as clients get it, where it was made; null where they get the published one, or there is none. */
  skillFile: MadeFile | null;
}

/** What was made from judged files, and is given out as long as these are what they were. */
export interface MadeFile {
  bytes: Uint8Array;
  from: readonly JudgedFile[];
}

/** Why something that is there is not offered. */
export interface Refusal {
  name: string;
  scope: Scope;
  /** In our own words: a client is told it, and puts it before a model. */
  reason: string;
  /** What a person is told beyond that: it may hold names of files and words of a manifest that nobody agreed to. Null: nothing. */
  detail: string | null;
}

/** What was found in a place. */
export interface Found {
  skills: JudgedSkill[];
  refused: Refusal[];
  /** What holds, and is worth saying. */
  notes: string[];
}
