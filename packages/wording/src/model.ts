import { createHash } from "node:crypto";
import { readAsset } from "@gaia/syntax";
import { LEANING_ROOM, ROOM } from "./features.ts";

/** What `npm run train:wording -- --write --skills FOLDER` leaves beside the weights. */
export interface ModelCard {
  /**
   * SHA-256 over the texts and the list of packages that the model was made of; the test of the training says when they have changed. The
   * rules' examples and what lies below node_modules teach as well, and are not in it.
   */
  made_of: string;
  /** SHA-256 over the pages of published skills that it was made of as well, which are not in the repository. */
  made_of_skills: string;
  /** A weight of 127 in the file. */
  scale: number;
  bias: number;
  /** From this score on a stretch counts for much: on a page, where it hides from who reads the page, and where it is said aside. */
  held_from: number;
  held_from_hidden: number;
  held_from_aside: number;
  behaviours: string[];
}

export interface Model {
  card: ModelCard;
  weights: Int8Array;
  /** One row of LEANING_ROOM for each of the card's behaviours. */
  leanings: Int8Array;
  digest: string;
}

const CARD = new URL("model.json", import.meta.url).href;
const WEIGHTS = new URL("model.bin", import.meta.url).href;

function readModel(): Model {
  const bytes = readAsset(WEIGHTS);
  const text = new TextDecoder().decode(readAsset(CARD));
  const card = JSON.parse(text) as ModelCard;
  const expected = ROOM + LEANING_ROOM * card.behaviours.length;
  if (bytes.length !== expected)
    throw new RangeError(`model.bin has ${bytes.length} bytes, its card asks for ${expected}`);
  const numbers = new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length);
  return {
    card,
    weights: numbers.subarray(0, ROOM),
    leanings: numbers.subarray(ROOM),
    digest: createHash("sha256").update(bytes).update(text).digest("hex"),
  };
}

/** Read once a process; it belongs to the rules, so a registry without it does not start. */
export const MODEL: Model = readModel();

/** A behaviour is named where the next one has so much less of what the features lean to: a wrong name misleads more than none. */
const CLEARLY = 0.15;

/** The behaviour that the features of a harmful stretch lean to clearly most; null where none is clear. */
export function clearBehaviour({ card, leanings }: Model, features: Iterable<number>): string | null {
  const sums = card.behaviours.map(() => 0);
  for (const feature of features) {
    const at = feature & (LEANING_ROOM - 1);
    for (let index = 0; index < sums.length; index += 1) {
      // In range: one row of LEANING_ROOM for each behaviour.
      sums[index] = (sums[index] as number) + (leanings[index * LEANING_ROOM + at] as number);
    }
  }
  const [most = 0, next = 0] = sums.toSorted((a, b) => b - a);
  return most - next < CLEARLY * Math.abs(most) ? null : (card.behaviours[sums.indexOf(most)] ?? null);
}
