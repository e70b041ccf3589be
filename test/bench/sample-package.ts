import { Buffer } from "node:buffer";
import { sampleFiles, zipOf } from "../harness/samples.ts";
import { randomOf } from "./random.ts";

/** What base64 text of random bytes weighs in a zip, about: so many bytes of the archive for one random byte. */
const PACKED_BYTES = 1.01;

/** A valid package of about `packedBytes` as a canonical zip: a manifest, its tool, and a reference that barely packs. */
export function samplePackage(input: { name: string; version: string; seed: number; packedBytes: number }): Uint8Array {
  const bare = zipOf(sampleFiles(input)).byteLength + 150;
  const filler = randomOf(input.seed).bytes(Math.max(16, Math.floor((input.packedBytes - bare) / PACKED_BYTES)));
  return zipOf({
    ...sampleFiles({ ...input, tags: ["sample", "bench"], body: README }),
    "references/table.txt": Buffer.from(filler).toString("base64").replaceAll(/.{76}/g, "$&\n"),
  });
}

/** Makes the answer about a skill about 2 kB long. */
const README = "What a reader of this skill's page sees: a short text, as most skills have one.";
