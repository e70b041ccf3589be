import { inPieces } from "@gaia/reading";
import type { CodeRule, CodeUnderRules, Match } from "../engine/rule.ts";
import { hostOf, isLocalHost } from "../engine/host.ts";
import { sourcesOf } from "../engine/value.ts";
import { isStated } from "./matching.ts";
import { isPeered } from "./messaging.ts";

/** A digest is computed, by what libraries call it. */
const HASHING = inPieces(
  "i",
  String.raw`\b(?:createHash|Hash\.new|Digest::\w|subtle\.digest|hashlib\.|sha(?:1|224|256|384|512|3|`,
  String.raw`2)\w{0,12}\s{0,2}\(|sha256\b|keccak\w{0,4}|blake[23]\w{0,3}|scrypt\w{0,6}|argon2\w{0,8}|md5\s{0,2}\(|`,
  String.raw`hash\s{0,2}\(|hash_hmac|CryptoHasher|ComputeHash|HashData|\w{0,20}_?hex(?:digest)?\s{0,2}\(|sha\d{3}sum|`,
  String.raw`openssl\s{1,3}dgst|ripemd\w{0,4}|crc32|xxh\w{1,6})`,
);
/** A number that is counted: a loop's head, or one that grows. */
const COUNTED = [
  /\bfor\s{0,3}\(\s{0,3}(?:let|var|my|int|uint\w{0,4}|long)?\s{0,3}\$?([A-Za-z_]\w{0,30})\s{0,3}=/,
  /\bfor\s{1,3}([A-Za-z_]\w{0,30})\s{0,2}=[^\n=]{1,80},[^\n]{1,80}\bdo\b/,
  /\bfor(?:each)?\s{1,3}(?:my\s{1,3})?\(?\$?([A-Za-z_]\w{0,30})(?:\s{0,2},\s{0,2}\w{1,20})?\s{1,3}(?:in\b|of\b|\()/,
  /(?:\.step|\.upto|\.times|\.each|\.find|\.detect|\bloop|\.lazy|\.\.)\b[^\n|]{0,60}\|\s{0,2}([a-z_]\w{0,30})\s{0,2}\|/,
  /(?:^|[\s;({$])\$?([A-Za-z_]\w{0,30})\s{0,2}(?:\+\+|\+=\s{0,2}\S)/,
  /\+\+\$?([A-Za-z_]\w{0,30})/,
  /(?:^|[\s;(])\(?\(?([A-Za-z_]\w{0,30})\s{0,2}:?=\s{0,2}\$?\(?\(?\s{0,2}\$?\1\s{0,2}\+/,
];
const ORDERED = inPieces(
  "",
  String.raw`<=?|>=?|\.startsWith|\.startswith|start_with\?|starts_with|str_starts_with|HasPrefix|StartsWith|`,
  String.raw`\bcompare\s{0,2}\(|\.cmp\(|-l[te]\b|-g[te]\b|-like|-match|\[:|\[0|\.slice\(\s{0,2}0|`,
  String.raw`\.substr\w{0,5}\(\s{0,2}0|\bsubstr\b|\.every\(|leading|=~|\.match|localeCompare|clz32|trailing|\blt\b|`,
  String.raw`\ble\b|:0:|bit_length|end_?with|readU?Int\w{4,10}\(|\bany\(|>>|(?<!&)&(?!&)\s{0,2}[\w.]|`,
  String.raw`\[\w{1,6}\]\s{0,2}[!=]={1,2}\s{0,2}0\b|\bcase\b[^\n]{0,40}\bin\b`,
);
/** The same, in the line that computes it. */
const INLINE = inPieces(
  "",
  String.raw`startsWith|startswith|start_with|str_starts|(?<![-=<>])[<>]=?\s{0,2}[\w.$[(]|[\s)](?:lt|le|gt|`,
  "ge)\\s{1,3}[$\\w\"']|=~|-(?:l[te]|g[te]|match|like)\\b|(?:\\beq|={2,3})\\s{1,3}(?:[\"'`]0|str_repeat)",
);
const BEFORE = 10;
const AFTER = 6;
/** A number grows at the end of its loop, after what is done when it is found. */
const COUNTED_AFTER = 12;
const MOST_LINES = 4_000;
const MOST_LOOKED = 200;
const MOST_CHARACTERS = 60_000;

/** A digest is the one that somebody else has, in its own line or by its name. */
const EQUAL = /(?<![!=<>])={2,3}(?!=)|\.eql\?|\.equals\s{0,2}\(|\bEqual\s{0,2}\(|\seq\s|\s-eq\s/;
/** One-time codes count too, for whoever signs in. */
const SIGNED = /hmac|[th]otp|\bwindow\b|signature/i;

/** Whether numbers go into a digest, in its own line, until it is the same as one that the program was given. */
function isMatched(line: string, asked: readonly string[], counters: ReadonlySet<string>): boolean {
  const at = line.search(HASHING);
  if (SIGNED.test(line)) return false;
  // A shell hands it through a pipe.
  const isPiped = /\b(?:printf|echo)\b[^\n|]{1,160}\|[^\n]{0,80}(?:sum|dgst)\b/.test(line);
  const rest = isPiped ? line : line.slice(at);
  const isFed = [...counters].some((name) => new RegExp(`(?<!\\w\\[|\\.)(?:\\b|\\$)${name}\\b`).test(rest));
  // What lies at a place in a list is one of many that are checked.
  if (!isFed || /\w\[\$?[ijkn]\]/.test(rest)) return false;
  const name = /(?:^|[\s;(])[$@]?([A-Za-z_]\w{0,30})(?:\s{0,2}:\s{0,2}[\w<>]{1,20})?\s{0,3}:?=(?![=>~])/.exec(
    line.slice(0, at),
  )?.[1];
  const given = /(?:={2,3}|eql\?|equals|Equal|\beq|-eq)[^\n]{0,60}?[\w\])](?:\.|->|\[["':])\w/;
  if (isPiped && /(?:sum|dgst)\b[^\n]{0,80}\)["']?\s{0,2}={1,2}\s{0,2}["']?\$/.test(line)) return true;
  if (name === undefined) return EQUAL.test(rest) && given.test(rest);
  return asked.some(
    (each) => each.length < 400 && new RegExp(`\\b${name}\\b`).test(each) && EQUAL.test(each) && given.test(each),
  );
}

const DIGEST_PATTERN = inPieces(
  "",
  String.raw`(?:^|[;{])\s{0,80}(?:\(*(?:const|let|var|my|local|auto)\s{1,3})?\(?[$@]?([A-Za-z_]\w{0,30})`,
  String.raw`(?:\s{0,2}:\s{0,2}[\w<>]{1,20})?\s{0,3}:?=(?![=>~])|\(\s{0,2}\$?([A-Za-z_]\w{0,30})\s{0,2}(?::=|=\s)`,
);

/** Where a number that is counted goes into a digest that is asked how small it is, or what it begins with; -1 where none does. */
export function searchAt(lines: readonly string[]): number {
  let looked = 0;
  return lines.findIndex((line, index) => {
    if (looked > MOST_LOOKED || !HASHING.test(line) || /^\s*(?:#|\/\/|\*|import\b|from\b|use\b|require\b)/.test(line))
      return false;
    looked += 1;
    const before = lines.slice(Math.max(0, index - BEFORE), index);
    const around = [...before, ...lines.slice(index, index + COUNTED_AFTER)];
    const asked = lines.slice(index, index + AFTER);
    const counters = new Set(around.flatMap((each) => COUNTED.flatMap((pattern) => pattern.exec(each)?.[1] ?? [])));
    if (isMatched(line, asked, counters)) return true;
    // What goes into the digest stands in its line, or just above it.
    const fed = lines
      .slice(Math.max(0, index - 2), index + 1)
      .join("\n")
      .replaceAll(/\bfor\b[^\n]{0,200}?\)\s*\{/g, "")
      .replaceAll(/^\s*for(?:each)?\s[^\n]{0,60}?\b(?:in|of)\b[^\n]{0,200}:\s*$/gm, "");
    if (
      ![...counters].some((name) =>
        new RegExp(`(?<!\\w\\[|\\.)(?:\\b|\\$|_)${name}\\b(?!\\s*(?:\\+=|=[^=>]|\\+\\+(?!\\s*[),.])))`).test(fed),
      )
    )
      return false;
    const digest = DIGEST_PATTERN.exec(line)
      ?.slice(1)
      .find((name) => name !== undefined);
    // A loop that asks for the digest of each number does nothing else.
    if (digest === undefined) return INLINE.test(line) || /^\s*(?:\}\s*)?(?:while|until)\b/.test(line);
    const named = new RegExp(`(?:\\b|\\$)${digest}\\b`);
    return asked.some((each, at) => {
      const rest = at === 0 ? each.slice(each.indexOf("=") + 1) : each;
      return rest.length < 400 && (at > 0 || rest.includes(";")) && named.test(rest) && isAsked(rest, digest);
    });
  });
}

/** Whether a condition puts a digest in an order, or looks at its beginning. */
function isAsked(text: string, digest: string): boolean {
  const at = text.search(new RegExp(`(?:\\b|\\$)${digest}\\b`));
  const near = text.slice(Math.max(0, at - 40), at + digest.length + 60);
  return (
    /\b(?:if|while|until|unless|and|break|return|select|when|assert|case|\?)|&&|\|\|/.test(text) && ORDERED.test(near)
  );
}

function searched(code: CodeUnderRules): Match[] {
  const { events, unit } = code.reading;
  if (unit.from !== "file" || unit.text.length > MOST_CHARACTERS || !HASHING.test(unit.text)) return [];
  const isGiven = events.some(
    ({ act, inputs }) =>
      act === "fetch" ||
      act === "connect" ||
      inputs.some((value) => sourcesOf(value).some(({ taint }) => taint === "network")),
  );
  // An address that is asked for tells as much as a message.
  const isBoard = events.some(
    ({ act, target }) => act === "database" && !isLocalHost(hostOf(target.text ?? "") ?? "localhost"),
  );
  const asked = new Set(events.flatMap(({ act, line }) => (act === "fetch" ? [line] : [])));
  const isTold = asked.size > 1 || events.some(({ act }) => act === "send" || act === "connect");
  if (
    ((!isGiven || !isTold) && !isPeered(unit.text) && !isBoard) ||
    isStated(code, /min(?:ing|er)\b|blockchain|proof.of.work|hashcash/i)
  )
    return [];
  const at = searchAt(unit.text.split("\n", MOST_LINES).map((line) => line.slice(0, 500)));
  return at === -1 ? [] : [{ line: unit.firstLine + at, detail: "numbers are tried until a digest is small enough" }];
}

/** A pool's address, an account that is paid, and how hard to work: options of any miner, whatever its program or image is called. */
const STARTED = [
  /(?:^|[\s"'])(?:-o|-s|--url|--pool|-pool|--server|--host|--stratum|-epool|POOL\w{0,8})[ =]["']?[\w.+:/-]{4,100}:\d{2,5}\b/i,
  /(?:^|[\s"'])(?:-u|--user|--wallet|-wal|-ewal|--address|--account|WALLET\w{0,8})[ =]["']?[A-Za-z0-9]{26,}/i,
  inPieces(
    "i",
    String.raw`(?:^|[\s"'])(?:-p|--pass|-epsw|--password|-k|-t|--threads|--cpu[\w-]{0,20}|--worker|-a|--algo|--coin|`,
    String.raw`--tls|--keepalive|--cpus|--rig-id|WORKER\w{0,8})\b`,
  ),
];

/** A peer and its port, whose account it is, and how much of the machine, under whatever names. */
const LENT = [
  inPieces(
    "i",
    String.raw`(?:^|\s)(?:--?(?:endpoint|connect|node|upstream|hub|relay|coordinator|remote|gateway|peer)|`,
    String.raw`(?:-e\s|--env[ =])\w{0,12}(?:ENDPOINT|NODE|UPSTREAM|HUB|RELAY|SERVER|HOST|GATEWAY|URL))[ `,
    String.raw`=]["']?(?!localhost|127\.|0\.0|10\.|192\.168)(?:\w{2,8}:\/\/)?[\w-]{1,60}(?:\.[\w-]{1,60}){1,5}:\d{2,5}`,
    String.raw`\b`,
  ),
  inPieces(
    "i",
    String.raw`(?:^|\s)(?:--?(?:account|acct|owner|payout|worker|payee|identity)|`,
    String.raw`(?:-e\s|--env[ =])\w{0,12}(?:ADDR(?:ESS)?|ACCOUNT|ACCT|OWNER|PAYOUT|WORKER|PAYEE))[ `,
    String.raw`=]["']?[A-Za-z0-9_.-]{6,120}(?=["']?(?:\s|$))`,
  ),
  /(?:^|\s)--?(?:cores|threads|cpus?|cpuset-cpus|cpu-[\w-]{2,20}|gpus?|intensity|throttle|max-cpu|devices?)[ =]\S/i,
];

function started({ reading }: CodeUnderRules): Match[] {
  return reading.events.flatMap(({ act, target, line, callee }) => {
    if (act !== "run") return [];
    const words = (target.text ?? target.items?.map(({ text }) => text ?? "").join(" ") ?? "").slice(0, 4_000);
    return STARTED.every((pattern) => pattern.test(words)) || LENT.every((pattern) => pattern.test(words))
      ? [{ line, detail: `${callee} works for a pool` }]
      : [];
  });
}

/** Numbers are tried for a peer, by what the loop does rather than by what it is called. */
export const PROOFS: readonly CodeRule[] = [
  {
    id: "code/miner-search",
    severity: "high",
    confidence: "medium",
    title: "Numbers are tried until a digest is small enough, for a peer",
    rationale: "Whoever hands out what is to be searched and takes what is found is paid for it by somebody else.",
    hint: "There is no honest use in a skill.",
    find: searched,
  },
  {
    id: "code/miner-started",
    severity: "high",
    confidence: "medium",
    title: "A program is started for a pool and an account",
    rationale: "A pool's address, an account and a share of the processor are what a miner is started with.",
    hint: "There is no honest use in a skill.",
    find: started,
  },
];
