import type { Analyser } from "../analysis/analyser.ts";
import { rulesDigest } from "../rules-digest.ts";

export const contentsAnalyser: Analyser = {
  name: "gaia-contents",
  rulesDigest: rulesDigest("none yet"),
  async analyse() {
    return { findings: [], problems: [], facts: [] };
  },
};
