import { inPieces } from "@gaia/reading";
import { hostOf, isLocalHost } from "../engine/host.ts";
import type { CodeRule, CodeUnderRules, Match } from "../engine/rule.ts";
import { isStated } from "./matching.ts";
import { isPeered } from "./messaging.ts";

const MOST_CHARACTERS = 60_000;

/** A function that runs once for each of very many numbers, in the languages of graphics cards. */
const KERNEL =
  /__kernel\s{1,4}void|__global__\s{1,4}void|@compute\b|\bkernel\s{1,4}void\b|local_size_x|@(?:cuda|numba\.cuda)\.jit|@(?:ti|wp)\.kernel/;
/** A number of the function's own: where it stands among all that run. */
const NUMBERED = inPieces(
  "",
  String.raw`\b([A-Za-z_]\w{0,30})\s{0,3}(?::\s{0,2}\w{1,12}\s{0,3})?=(?!=)[^;\n]{0,120}?(?:get_global_id\s{0,2}\(|`,
  String.raw`blockIdx\s{0,2}\.\s{0,2}x|threadIdx\.x|gl_GlobalInvocationID|thread_position_in_grid|`,
  String.raw`cuda\.grid\s{0,2}\(|\b(?:gid|tid|id)\.x\b|\bwp\.tid\()`,
);
/** Bits are turned and mixed, as in a digest. */
const MIXED = inPieces(
  "",
  String.raw`<<\s{0,2}\w{1,4}\s{0,2}\)?\s{0,2}[|^]|\^=|\brotate?\w{0,4}\s{0,2}\(|\brot[lr]?\d{0,2}\s{0,2}\(|`,
  String.raw`\)\s{0,2}\^\s{0,2}\(|\^\s{0,2}\(\w{1,20}\s{0,2}[*<>]`,
);
/** What came of it is held against a bound. */
const BOUNDED = inPieces(
  "g",
  String.raw`\bif\s{0,2}\(?\s{0,2}([A-Za-z_]\w{0,30})(?:\[\w{1,6}\])?(?:\.\w{1,4})?\s{0,2}(?:<=?|`,
  String.raw`>=?)\s{0,2}[A-Za-z_][\w.]{0,40}(?:\[\w{1,6}\])?\s{0,2}[):&]`,
);
const MOST_BOUNDS = 50;
/** A kernel is not longer than this in what skills carry. */
const KERNEL_CHARACTERS = 6_000;

/**
 * Whether a kernel mixes its own number, compares what comes of it, and keeps the number that was good: nothing else is
 * done with a digest's order.
 */
function isSearching(text: string): boolean {
  const start = text.search(KERNEL);
  if (start === -1) return false;
  const body = text.slice(start, start + KERNEL_CHARACTERS);
  const number = NUMBERED.exec(body)?.[1];
  // What mixes may be a function above it.
  const above = text.slice(Math.max(0, start - KERNEL_CHARACTERS / 2), start);
  if (number === undefined || !(MIXED.test(body) || MIXED.test(above))) return false;
  const isKept = new RegExp(`(?:=|,)\\s{0,3}${number}\\s{0,2}(?:[;)\\n]|$)`).test(body);
  const bounds = [...body.matchAll(BOUNDED)].slice(0, MOST_BOUNDS);
  return isKept && bounds.some(([, name = ""]) => name !== number);
}

/** A compiled module is told where to begin and how small is small enough, and what it finds goes on. */
const MODULE = /\bWebAssembly\.(?:instantiate|Instance|compile)/;
const ASKED = inPieces(
  "",
  String.raw`\.\s{0,2}\w{1,40}\s{0,2}\([^()\n]{0,200}\b(?:blob|head(?:er)?|seed|midstate|mid|work|data|`,
  String.raw`job)\b[^()\n]{0,200}\b(?:target|limit|bound(?:ary)?|threshold|difficulty|goal|ceiling)\b[^()\n]{0,100}\)`,
);
const TOLD = /\bnonce\b|\bshares?\b|\bsolution\b/i;

const isReaching = ({ reading }: CodeUnderRules, text: string): boolean =>
  reading.events.some(
    ({ act, target }) =>
      (act === "connect" || act === "send" || act === "fetch") &&
      !isLocalHost(
        (target.text === null ? null : hostOf(target.text)) ?? (target.text === null ? "a peer" : "localhost"),
      ),
  ) || isPeered(text);

function searching(code: CodeUnderRules): Match[] {
  const { unit } = code.reading;
  if (unit.from === "fence" || unit.text.length > MOST_CHARACTERS) return [];
  if (isStated(code, /min(?:ing|er)\b|blockchain|proof.of.work|hashcash/i)) return [];
  // What a page's worker does stands in a script of its own.
  const text = code.all
    .filter(({ unit: { path } }) => path === unit.path)
    .map((each) => each.unit.text)
    .join("\n")
    .slice(0, MOST_CHARACTERS);
  const isModule = MODULE.test(text) && ASKED.test(text) && TOLD.test(text);
  if (!isModule && !isSearching(text)) return [];
  return isReaching(code, text)
    ? [
        {
          line: unit.firstLine,
          detail: `${isModule ? "a compiled module" : "the graphics card"} tries numbers for a peer`,
        },
      ]
    : [];
}

/** Files are filled with digests, and what lies at a place in them is told when it is asked for. */
function plotted(code: CodeUnderRules): Match[] {
  const { unit, events } = code.reading;
  if (unit.from === "fence" || unit.text.length > MOST_CHARACTERS) return [];
  const { text } = unit;
  const isFilled =
    /\b(?:hashlib|createHash|Digest::|sha(?:256|512)|blake[23]\w{0,3}|Keccak\w{0,4}|pbkdf2|scrypt)\b/i.test(text) &&
    /\.write(?:Sync|_all|Stream)?\s{0,2}\(/.test(text) &&
    /\bfor\b|\bwhile\b|\bloop\b/.test(text);
  const isRead = /\.seek\s{0,2}\(|\bpread\b|\bmmap\b|readSync\s{0,2}\(|\.read_at\(/.test(text);
  const words = new Set(
    [...text.matchAll(/\b(plot|farm|challenge|proof|capacity|pledge|sector)\w{0,4}\b/gi)].map(([, word = ""]) =>
      word.toLowerCase(),
    ),
  );
  if (!isFilled || !isRead || words.size < 2 || isStated(code, /plot|farm|storage proof|benchmark/i)) return [];
  const told = events.find(
    ({ act, target }) =>
      (act === "send" || act === "connect") &&
      !isLocalHost((target.text === null ? null : hostOf(target.text)) ?? "a peer"),
  );
  return told === undefined
    ? []
    : [{ line: told.line, detail: "disks are filled with digests, and a peer asks for parts of them" }];
}

/** The machine's card, its modules or its disks work for somebody. */
export const MINING_KERNELS: readonly CodeRule[] = [
  {
    id: "code/miner-kernel",
    severity: "high",
    confidence: "medium",
    title: "The machine computes for somebody else",
    rationale:
      "A kernel that mixes its own number and keeps those below a bound searches for digests; a peer that sets " +
      "the bound is paid for what is found.",
    hint: "There is no honest use in a skill.",
    find: (code) => [...searching(code), ...plotted(code)],
  },
];
