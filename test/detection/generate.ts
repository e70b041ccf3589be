import { randomOf, type Random } from "../bench/random.ts";
import { buildCarrier, toFiles, type Carrier } from "./carrier.ts";
import { CODE_EVASIONS, type CodeEvasion } from "./code-evasions.ts";
import { canEvade, evadeCode, languageOf } from "./evade-code.ts";
import { evadeProse, PROSE_EVASIONS, type ProseEvasion } from "./evade-prose.ts";
import { fill } from "./fill.ts";
import { CODE_INSERTIONS, HOOK_INSERTIONS, insertCode, type CodeInsertion } from "./insert-code.ts";
import { insertProse, PROSE_INSERTIONS, type ProseInsertion } from "./insert-prose.ts";
import { readPieces, readTopics, sha256 } from "./read-texts.ts";
import type { Layer, Piece, Sample, SampleFile, Split } from "./sample.ts";

const SEED = 20_260_412;
/** Per split: of each behaviour of the instruction and of the code layer, of its benign counterpart. In all: of each form, of ordinary skills. */
const COUNTS = { instruction: 28, code: 26, benign: 15, form: 18, ordinary: 480 };
const PROSE_FILES = ["instructions-recipes", "instructions-agent", "instructions-machine"];
const CODE_FILES = ["code-network", "code-machine", "code-packaging"];

interface Plan {
  label: Sample["label"];
  layer: Layer;
  behaviour: string;
  insertion: string;
  evasion: string;
  split: Split;
  piece: Piece;
}

interface Stock {
  topics: Piece[];
  ordinary: Piece[];
}

/** All samples, in a fixed order. The same on every machine: nothing but the seed and the texts goes in. */
export function generateSamples(): Sample[] {
  const stock = { topics: readTopics(), ordinary: readPieces("ordinary-code") };
  const plans = [
    ...malicious("instruction", PROSE_FILES),
    ...malicious("code", CODE_FILES),
    ...benign("instruction", "benign-prose"),
    ...benign("code", "benign-code"),
    ...benignForms(),
    ...ordinary(stock.topics),
  ];
  const known = new Set<string>();
  return plans.map((plan, index) => {
    // Few texts and a small choice of hosts can meet in the same skill twice: such a sample is drawn again.
    for (let attempt = 0; ; attempt += 1) {
      const random = randomOf(SEED + index * 101 + attempt * 7_000_003);
      const sample = make(plan, stock, random);
      if (known.has(sample.id.slice(-16))) continue;
      known.add(sample.id.slice(-16));
      return sample;
    }
  });
}

/** SHA-256 over paths and bytes of a package. */
function contentDigest(files: readonly SampleFile[]): string {
  return sha256(files.map((file) => `${file.path}\0${sha256(file.bytes)}\n`).join(""));
}

function malicious(layer: Layer, names: string[]): Plan[] {
  const evasions: readonly string[] = layer === "code" ? CODE_EVASIONS : PROSE_EVASIONS;
  const behaviours = [...Map.groupBy(names.flatMap(readPieces), (piece) => piece.behaviour)];
  return behaviours.flatMap(([behaviour, own], shift) =>
    inBothSplits(COUNTS[layer], (split, index) => {
      const insertions = insertionsOf(layer, behaviour);
      // Where there are as many places as evasions, each round of all places begins with another evasion.
      const round = insertions.length === evasions.length ? Math.floor(index / insertions.length) : 0;
      const insertion = insertions[index % insertions.length] ?? "";
      const evasion = evasions[(index * 3 + round + shift) % evasions.length] ?? "none";
      const piece = choose(own, layer, evasion, split, index);
      return { label: "malicious", layer, behaviour, insertion, evasion, split, piece };
    }),
  );
}

/** Each split has its own walk through places and evasions, begun at another point. */
function inBothSplits(count: number, plan: (split: Split, index: number) => Plan): Plan[] {
  const test = Array.from({ length: count }, (_, index) => plan("test", index));
  const train = Array.from({ length: count }, (_, index) => plan("train", index + 7));
  return [...test, ...train];
}

function insertionsOf(layer: Layer, behaviour: string): readonly string[] {
  if (layer === "instruction") return PROSE_INSERTIONS;
  return behaviour === "install-hook" ? HOOK_INSERTIONS : CODE_INSERTIONS;
}

/** The pieces that can take this evasion, in turn. */
function choose(own: Piece[], layer: Layer, evasion: string, split: Split, turn: number): Piece {
  const fits = (piece: Piece): boolean => {
    if (layer === "code") return takes(piece, evasion as CodeEvasion);
    if (evasion === "rephrased") return piece.kind === "oblique";
    return (
      (evasion === "other-language") === (piece.kind !== "plain" && piece.kind !== "oblique") &&
      piece.kind !== "oblique"
    );
  };
  const pool = own.filter((piece) => piece.split === split && fits(piece));
  const piece = pool[turn % pool.length];
  if (piece === undefined) throw new RangeError(`no ${split} piece of ${own[0]?.behaviour} for ${evasion}`);
  return piece;
}

/** Whether the evasion changes anything in this piece. */
function takes(piece: Piece, evasion: CodeEvasion): boolean {
  const language = languageOf(piece.kind);
  if (!canEvade(language, evasion)) return false;
  return evasion === "none" || evadeCode(piece.text, language, evasion, randomOf(1)) !== piece.text;
}

function benign(layer: Layer, name: string): Plan[] {
  return [...Map.groupBy(readPieces(name), (piece) => piece.behaviour)].flatMap(([behaviour, own], shift) =>
    inBothSplits(COUNTS.benign, (split, index) => {
      const insertions = insertionsOf(layer, behaviour);
      const pool = own.filter((piece) => piece.split === split);
      const piece = pool[index % pool.length];
      const insertion = insertions[(index + shift + Math.floor(index / insertions.length)) % insertions.length];
      if (piece === undefined || insertion === undefined) throw new RangeError(`no benign piece of ${behaviour}`);
      return { label: "benign", layer, behaviour, insertion, evasion: "none", split, piece };
    }),
  );
}

/** What evasions look like, for an honest reason: other scripts, embedded pictures, generated tables. */
function benignForms(): Plan[] {
  return [...Map.groupBy(readPieces("benign-forms"), (piece) => piece.behaviour)].flatMap(([form, own]) =>
    Array.from({ length: COUNTS.form }, (_, index) => {
      const piece = own[index % own.length];
      if (piece === undefined) throw new RangeError(`no benign form ${form}`);
      const layer: Layer = languageOf(piece.kind) === "other" ? "instruction" : "code";
      const insertions = insertionsOf(layer, form);
      const insertion = insertions[(index * 5 + 1) % insertions.length] ?? "";
      return {
        label: "benign" as const,
        layer,
        behaviour: "ordinary",
        insertion,
        evasion: form,
        split: piece.split,
        piece,
      };
    }),
  );
}

function ordinary(topics: Piece[]): Plan[] {
  return Array.from({ length: COUNTS.ordinary }, (_, index) => {
    const piece = topics[index % topics.length];
    if (piece === undefined) throw new RangeError("no topics");
    const layer: Layer = index % 2 === 0 ? "instruction" : "code";
    return {
      label: "benign" as const,
      layer,
      behaviour: "ordinary",
      insertion: "none",
      evasion: "none",
      split: piece.split,
      piece,
    };
  });
}

function make(plan: Plan, stock: Stock, random: Random): Sample {
  const { piece, ...about } = plan;
  const isOrdinary = plan.insertion === "none";
  const carrier = buildCarrier(isOrdinary ? piece : random.pick(stock.topics), stock.ordinary, random);
  if (!isOrdinary) insert(carrier, plan, stock, random);
  const files = toFiles(carrier);
  const digest = contentDigest(files).slice(0, 16);
  const kind = plan.label === "malicious" ? plan.behaviour : `benign-${plan.behaviour}`;
  const id = `${kind}/${plan.insertion}/${plan.evasion}/${digest}`;
  return { ...about, id, publisher: carrier.names.vendor, piece: piece.text, files };
}

function insert(carrier: Carrier, plan: Plan, stock: Stock, random: Random): void {
  const text = fill(plan.piece.text, carrier.names, random);
  // A benign sample has the form of an evasion in its own text.
  const evasion = plan.label === "benign" ? "none" : plan.evasion;
  const language = languageOf(plan.piece.kind);
  if (plan.layer === "instruction") {
    const evaded = evadeProse(text, evasion as ProseEvasion, random);
    insertProse(carrier, evaded, plan.insertion as ProseInsertion, stock.ordinary, random);
    return;
  }
  const code = evadeCode(text, language, evasion as CodeEvasion, random);
  const fileName = /[.]|^Makefile$/.test(plan.piece.kind) ? fill(plan.piece.kind, carrier.names, random) : null;
  insertCode(carrier, { code, language, fileName }, plan.insertion as CodeInsertion, stock.ordinary, random);
}
