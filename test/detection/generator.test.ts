import { describe, expect, test } from "vitest";
import { readArchive } from "@gaia/archive";
import { readSkill } from "@gaia/manifest";
import { generateSamples } from "./generate.ts";
import type { Sample, SampleFile } from "./sample.ts";
import { digestOf, readDigests } from "./split.ts";

const samples = generateSamples();
const malicious = samples.filter((sample) => sample.label === "malicious");
const benign = samples.filter((sample) => sample.label === "benign");
const behaviours = [...new Set(malicious.map((sample) => sample.behaviour))];

/** Names that only documentation has (RFC 2606, RFC 6761), and the same in rot13. */
const RESERVED = /(?:^|\.)(?:example|invalid|test|localhost|rknzcyr|vainyvq|grfg)$/;
const HOST = /(?:[a-z+]+:\/\/|\w@)([a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,})/g;
/** Documentation (RFC 5737), this machine, and any. */
const INERT_ADDRESS = /^(?:192\.0\.2|198\.51\.100|203\.0\.113)\.\d+$|^127\.0\.0\.1$|^0\.0\.0\.0$/;

function allFiles(sample: Sample): SampleFile[] {
  return sample.files.flatMap((file) =>
    file.path.endsWith(".zip") ? [file, ...readArchive(file.bytes).files] : [file],
  );
}

function textOf(sample: Sample): string {
  return allFiles(sample)
    .map((file) => Buffer.from(file.bytes).toString())
    .join("\n");
}

describe("the samples of the detection bench", () => {
  test("the same seed gives the same bytes, and the splits are those that were fixed before the rules", () => {
    const again = generateSamples();
    for (const split of ["train", "test"] as const) {
      const of = (all: Sample[]): Sample[] => all.filter((sample) => sample.split === split);
      expect(digestOf(of(again))).toEqual(digestOf(of(samples)));
      expect(digestOf(of(samples))).toEqual(readDigests()[split]);
    }
  });

  test("there are at least 1,000 of each label, 20 behaviours, 400 ordinary skills, and no package twice", () => {
    expect(malicious.length).toBeGreaterThanOrEqual(1_000);
    expect(benign.length).toBeGreaterThanOrEqual(1_000);
    expect(behaviours.length).toBeGreaterThanOrEqual(20);
    expect(benign.filter((sample) => sample.insertion === "none").length).toBeGreaterThanOrEqual(400);
    expect(new Set(samples.map((sample) => sample.id.split("/").at(-1))).size).toBe(samples.length);
  });

  test("every behaviour meets every way of insertion and every evasion of its layer in both splits", () => {
    for (const behaviour of behaviours) {
      const own = malicious.filter((sample) => sample.behaviour === behaviour);
      const layer = own[0]?.layer;
      const insertions = new Set(own.map((sample) => sample.insertion));
      expect(insertions.size, behaviour).toBeGreaterThanOrEqual(5);
      const evasions = new Set(malicious.filter((sample) => sample.layer === layer).map((sample) => sample.evasion));
      expect(evasions.size).toBeGreaterThanOrEqual(8);
      for (const split of ["train", "test"]) {
        const half = own.filter((sample) => sample.split === split);
        expect(half.length, behaviour).toBeGreaterThanOrEqual(20);
        expect(new Set(half.map((sample) => sample.evasion)), `${behaviour} ${split}`).toEqual(evasions);
        expect(new Set(half.map((sample) => sample.insertion)), `${behaviour} ${split}`).toEqual(insertions);
      }
    }
  });

  test("every behaviour has benign counterparts with its vocabulary in both splits", () => {
    for (const behaviour of behaviours)
      for (const split of ["train", "test"]) {
        const own = benign.filter((sample) => sample.behaviour === behaviour && sample.split === split);
        expect(own.length, behaviour).toBeGreaterThanOrEqual(10);
      }
  });

  test("no text of the test split is in the train split", () => {
    const trained = new Set(samples.filter((sample) => sample.split === "train").map((sample) => sample.piece));
    expect(samples.filter((sample) => sample.split === "test" && trained.has(sample.piece))).toEqual([]);
  });

  test("the texts of malicious samples are in no benign one", () => {
    const used = new Set(malicious.map((sample) => sample.piece));
    expect(benign.filter((sample) => used.has(sample.piece))).toEqual([]);
  });

  test("every name of a host is reserved and every address is one of documentation", () => {
    // Where a text is cut in parts or reversed, an end of a part is no end of a name; the whole text is in other samples.
    for (const sample of samples.filter(({ evasion }) => evasion !== "split" && evasion !== "bidi")) {
      const text = textOf(sample).normalize("NFKC").toLowerCase();
      for (const [, host = ""] of text.matchAll(HOST)) expect(host, sample.id).toMatch(RESERVED);
      for (const [address] of text.matchAll(/(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?![\d.])/g))
        expect(address, sample.id).toMatch(INERT_ADDRESS);
    }
  });

  test("no key has the form of a provider's key", () => {
    const provider = /AKIA[0-9A-Z]{16}|gh[pousr]_\w{36}|sk-[A-Za-z0-9_-]{20}|xox[bp]-\d+|-----BEGIN [A-Z ]*PRIVATE KEY/;
    for (const sample of samples) expect(textOf(sample), sample.id).not.toMatch(provider);
  });

  test("every package is a skill that the registry reads, apart from those it refuses for characters of direction", () => {
    const refused = samples.filter((sample) => {
      const manifest = Buffer.from(sample.files[0]?.bytes ?? []).toString();
      const version = /^version: (.*)$/m.exec(manifest)?.[1] ?? "1.0.0";
      return readSkill(sample.files, { version }).skill === null;
    });
    expect(refused.filter((sample) => sample.evasion !== "bidi").map((sample) => sample.id)).toEqual([]);
  });
});
