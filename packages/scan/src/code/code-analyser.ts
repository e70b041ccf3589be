import type { Analyser } from "../analysis/analyser.ts";
import { rulesDigest } from "../rules-digest.ts";

export const codeAnalyser: Analyser = {
  name: "gaia-code",
  rulesDigest: rulesDigest("none yet"),
  async analyse() {
    return { findings: [], problems: [], facts: [] };
  },
};
