import type { components } from "@gaia/client";
import { green, type Shown, t, yellow } from "./shown-text.ts";

/** What builds say of a version, one line each: the level, what was built by whom, and why the level is no higher. */
export function buildRows({ provenance = [] }: Pick<components["schemas"]["Version"], "provenance">): Shown[] {
  return provenance.map(({ level, reason, source_repository: repository, source_commit: commit, builder }) => {
    const source =
      repository === null ? "" : ` from ${repository}${commit === null ? "" : ` at ${commit.slice(0, 12)}`}`;
    const shown = level > 1 ? green(`SLSA build level ${level}`) : yellow(`SLSA build level ${level}`);
    return t`${shown}${source} by ${builder}: ${reason}`;
  });
}
