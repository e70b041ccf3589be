import { generateSamples } from "./generate.ts";
import { readFileSync, writeFileSync } from "node:fs";
import { sha256 } from "./read-texts.ts";
import type { Sample } from "./sample.ts";

/** What the committed file says of a split: fixed before the rules were written. */
export interface SplitDigest {
  malicious: number;
  benign: number;
  /** SHA-256 over id, label and every byte of every sample, in order of id. */
  sha256: string;
}

const FILE = new URL("split.digest.json", import.meta.url);

export function digestOf(samples: readonly Sample[]): SplitDigest {
  const lines = samples
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .map((sample) => {
      const files = sample.files.map((file) => `${file.path}\0${sha256(file.bytes)}`);
      return [sample.id, sample.label, sample.layer, sample.behaviour, ...files].join("\0");
    });
  return {
    malicious: samples.filter((sample) => sample.label === "malicious").length,
    benign: samples.filter((sample) => sample.label === "benign").length,
    sha256: sha256(lines.join("\n")),
  };
}

/** The committed digests. */
export function readDigests(): { train: SplitDigest; test: SplitDigest } {
  return JSON.parse(readFileSync(FILE, "utf8")) as { train: SplitDigest; test: SplitDigest };
}

// `node test/detection/split.ts --write` fixes the split anew: only before rules are written.
if (import.meta.main && process.argv.includes("--write")) {
  const samples = generateSamples();
  const of = (split: string): SplitDigest => digestOf(samples.filter((sample) => sample.split === split));
  writeFileSync(FILE, `${JSON.stringify({ train: of("train"), test: of("test") }, null, 2)}\n`);
}
