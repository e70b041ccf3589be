import type { Analyser } from "../analysis/analyser.ts";
import { rulesDigest } from "../rules-digest.ts";

export const dependencyAnalyser: Analyser = {
  name: "gaia-dependencies",
  rulesDigest: rulesDigest("none yet"),
  async analyse() {
    return { findings: [], problems: [], facts: [] };
  },
};
