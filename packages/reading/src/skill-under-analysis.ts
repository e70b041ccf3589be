import type { PackageFile } from "@gaia/archive";

/** What the analysers are given: the files, what lies packed inside them, and what the skill says of itself. */
export interface SkillUnderAnalysis {
  files: PackageFile[];
  nested: NestedArchive[];
  about: {
    name: string;
    description: string;
    publisher: string;
    /** Homepage and repository, as the manifest gives them. */
    links: string[];
    requirements: { manager: string; spec: string; file: string; line: number | null }[];
  };
}

/** An archive among the files, as far as the registry could open it within its limits. */
export interface NestedArchive {
  path: string;
  state: "read" | "encrypted" | "unreadable" | "too_deep" | "too_large";
  /** Named `outer.zip!/inner.py`. */
  files: PackageFile[];
}
