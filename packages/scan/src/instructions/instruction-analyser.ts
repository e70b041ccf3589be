import type { Analyser } from "../analysis/analyser.ts";
import { rulesDigest } from "../rules-digest.ts";

export const instructionAnalyser: Analyser = {
  name: "gaia-instructions",
  rulesDigest: rulesDigest("none yet"),
  async analyse() {
    return { findings: [], problems: [], facts: [] };
  },
};
