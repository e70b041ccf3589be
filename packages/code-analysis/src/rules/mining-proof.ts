import { inPieces } from "@gaia/reading";
import type { CodeRule, CodeUnderRules, Match } from "../engine/rule.ts";
import { HOLE } from "../engine/value.ts";
import { isStated } from "./matching.ts";
import { isPeered } from "./messaging.ts";
import { minerSettings } from "./mining-work.ts";

const HASHING = inPieces(
  "",
  String.raw`\b(?:hashlib|sha(?:1|256|512|3_\d{3})|md5|scrypt|blake[23][bs]?\w{0,3}|keccak\w{0,6}|argon2\w{0,20}|`,
  String.raw`x11_hash|SHA256|pyrx|randomx|yescrypt|xxh\w{2,6})\b`,
);
const DEFINED = /^(\s*)(?:async\s+)?def\s+(\w{1,60})\s*\(/;
const ASSIGNED = /^\s*(\w{1,60})\s*(?::[^=\n]{1,40})?=\s*(?!=)(.*)$/;
const WALRUS = /\(\s*(\w{1,60})\s*:=\s*([^\n]{1,200})/;
/** How a digest is told to be small enough. */
const SMALL = inPieces(
  "",
  String.raw`(?<![<>=-])<=?(?![<=])|(?<![<>=-])>=?(?![>=])|\.(?:startswith|lstrip|bit_length)\s*\(|`,
  String.raw`\[\s*:[^\]]{1,40}\]{1,2}\s*==|>>[^=\n]{1,60}(?:==\s*0\b|\)\s*$|:)|\bif\s+not\b[^\n]{0,80}(?:>>|&)|`,
  String.raw`&[^=\n]{1,40}==\s*0\b|\.(?:match|fullmatch)\(|\bcount\(`,
);
/** What compares digests for other reasons: shares of a hundred, lengths, equality. */
const OTHERWISE = /%\s*(?:\d|\w{1,20}\s*[<>])|\blen\(|->|if\s+__name__/;
const COUNTED =
  /\b(?:range|count|randbytes|urandom|randrange|getrandbits|token_bytes|randint)\s*\(|\+=\s*\w|\bwhile\b|\bnext\(/;
const BODY = 12;
const AROUND = 8;
const MOST_LINES = 3_000;

/** Names that stand for a digest or for what computes one. */
function digestNames(lines: readonly string[]): Set<string> {
  const names = new Set<string>();
  const isDigest = (text: string) =>
    HASHING.test(text) || [...text.matchAll(/\b(\w{1,60})\s*\(/g)].some(([, name = ""]) => names.has(name));
  lines.forEach((line, index) => {
    const defined = DEFINED.exec(line);
    if (defined !== null) {
      const indent = defined[1]?.length ?? 0;
      const rest = lines.slice(index + 1, index + BODY);
      const end = rest.findIndex((each) => each.trim() !== "" && each.search(/\S/) <= indent);
      if (isDigest([line.slice(line.indexOf("(")), ...(end === -1 ? rest : rest.slice(0, end))].join("\n")))
        names.add(defined[2] ?? "");
    }
    for (const assigned of [ASSIGNED.exec(line), WALRUS.exec(line)])
      if (assigned !== null && isDigest(assigned[2] ?? "")) names.add(assigned[1] ?? "");
  });
  return names;
}

/** `while f(seed, n) > limit: n += 1`: nothing is done but to try the next number. */
function isTrying(line: string, next: string): boolean {
  const loop = /^\s*while\s+(\S[^\n]{0,300})$/.exec(line)?.[1];
  if (loop === undefined) return false;
  const colon = loop.lastIndexOf(":");
  const [condition, body] = colon === -1 ? [loop, ""] : [loop.slice(0, colon), loop.slice(colon + 1)];
  const counter = /^\s*(\w{1,40})\s*\+=\s*1\s*$/.exec(body.trim() === "" ? next : body)?.[1];
  const open = condition.indexOf("(");
  const close = condition.lastIndexOf(")");
  if (counter === undefined || open === -1 || !/[<>]/.test(condition.slice(close + 1))) return false;
  return condition.slice(0, open).trim() !== "len" && condition.slice(open, close).split(/\W+/).includes(counter);
}

/** Numbers are tried until a digest is small enough, between what a peer sets and what it is told. */
function proven(code: CodeUnderRules): Match[] {
  const { events, unit } = code.reading;
  if (
    unit.language !== "python" ||
    unit.from === "fence" ||
    unit.text.length > 60_000 ||
    !/\bwhile\b|\bfor\b|\bcount\(/.test(unit.text)
  )
    return [];
  const spoken = new Set(
    events.flatMap(({ act, line }) => (act === "send" || act === "fetch" || act === "connect" ? [line] : [])),
  );
  if (
    (spoken.size < 2 && !isPeered(unit.text)) ||
    isStated(code, /min(?:ing|er)\b|blockchain|proof.of.work|hashcash|bitcoin|captcha/i)
  )
    return [];
  const lines = unit.text.split("\n", MOST_LINES).map((line) => line.slice(0, 600));
  const tried = lines.findIndex((line, index) => isTrying(line, lines[index + 1] ?? ""));
  if (tried !== -1 && events.some(({ act, inputs }) => act === "send" && inputs.length > 0))
    return [
      {
        line: unit.firstLine + tried,
        detail: "numbers are tried until what is computed of one is small enough, for a peer",
      },
    ];
  const names = digestNames(lines);
  const at = lines.findIndex((whole, index) => {
    // What a text says compares nothing.
    const line = whole.replaceAll(/"[^"\n]*"|'[^'\n]*'/g, '""');
    if (!SMALL.test(line) || OTHERWISE.test(line) || DEFINED.test(line) || /^\s*#/.test(line)) return false;
    const isOfDigest = HASHING.test(line) || (line.match(/\b\w{1,60}\b/g) ?? []).some((word) => names.has(word));
    return isOfDigest && COUNTED.test(lines.slice(Math.max(0, index - AROUND), index + 3).join("\n"));
  });
  return at === -1
    ? []
    : [{ line: unit.firstLine + at, detail: "numbers are tried until a digest is small enough, for a peer" }];
}

const WALLET = inPieces(
  "",
  String.raw`(?:^|[\s=:./"'])(?:[48][0-9AB][1-9A-HJ-NP-Za-km-z]{93}|0x[0-9a-fA-F]{40}|bc1[02-9ac-hj-np-z]{25,70}|`,
  String.raw`[13][1-9A-HJ-NP-Za-km-z]{25,34}|t1[1-9A-HJ-NP-Za-km-z]{33}|kaspa:[02-9ac-hj-np-z]{50,70}|(?:ltc1|rvn|R|`,
  String.raw`D|X)[1-9A-HJ-NP-Za-km-z]{33,40}|9[1-9A-HJ-NP-Za-km-z]{50})(?=$|[\s./"':+])`,
);
const PEER = /(?:^|[\s=/@])[\w-]{1,60}(?:\.[\w-]{1,60}){1,5}:\d{2,5}(?=$|[\s/"'])/;

/** A program is started with somebody's account, and the peer that it works for. */
function paid(code: CodeUnderRules): Match[] {
  return code.reading.events.flatMap(({ act, target, callee, line }) => {
    if (act !== "run") return [];
    const words = (target.items?.map(({ text }) => text ?? HOLE).join(" ") ?? target.text ?? "").slice(0, 4_000);
    if (minerSettings(words) === null && !(WALLET.test(words) && PEER.test(words))) return [];
    return [{ line, detail: `${callee} starts a program with an account and a peer to work for` }];
  });
}

/** The machine computes for a peer, whatever names the program gives to it. */
export const MINING_PROOF: readonly CodeRule[] = [
  {
    id: "code/miner-proof",
    severity: "high",
    confidence: "medium",
    title: "The machine computes for somebody else",
    rationale: "Digests that are computed until one is small enough are worth money to whoever is told the answer.",
    hint: "There is no honest use in a skill.",
    find: (code) => [...proven(code), ...paid(code)],
  },
];
