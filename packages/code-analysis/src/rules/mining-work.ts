import { inPieces } from "@gaia/reading";
import type { CodeRule, CodeUnderRules, Match } from "../engine/rule.ts";
import { sourcesOf } from "../engine/value.ts";
import { isConfirming, wholeText } from "./matching/asked.ts";
import { isStated, pathsIn } from "./matching/matching.ts";
import { isPeered } from "./messaging.ts";

/** A digest is computed, by what libraries call it. */
const HASHING = inPieces(
  "i",
  String.raw`\b(?:createHash|Hash\.new|Digest::\w|subtle\.digest|hashlib\.|sha(?:1|224|256|384|512|3|2)\w{0,12}\s{0,2}\(|sha256\b|`,
  String.raw`keccak\w{0,4}|blake[23]\w{0,3}|scrypt\w{0,6}|argon2\w{0,8}|md5\s{0,2}\(|hash\s{0,2}\(|hash_hmac|CryptoHasher|ComputeHash|`,
  String.raw`HashData|\w{0,20}_?hex(?:digest)?\s{0,2}\(|sha\d{3}sum|openssl\s{1,3}dgst|ripemd\w{0,4}|crc32|xxh\w{1,6})`,
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
  String.raw`<=?|>=?|\.startsWith|\.startswith|start_with\?|starts_with|str_starts_with|HasPrefix|StartsWith|\bcompare\s{0,2}\(|\.cmp\(|`,
  String.raw`-l[te]\b|-g[te]\b|-like|-match|\[:|\[0|\.slice\(\s{0,2}0|\.substr\w{0,5}\(\s{0,2}0|\bsubstr\b|\.every\(|leading|=~|\.match|`,
  String.raw`localeCompare|clz32|trailing|\blt\b|\ble\b|:0:|bit_length|end_?with|readU?Int\w{4,10}\(|\bany\(|>>|`,
  String.raw`(?<!&)&(?!&)\s{0,2}[\w.]|\[\w{1,6}\]\s{0,2}[!=]={1,2}\s{0,2}0\b|\bcase\b[^\n]{0,40}\bin\b`,
);
/** The same, in the line that computes it. */
const INLINE = inPieces(
  "",
  String.raw`startsWith|startswith|start_with|str_starts|(?<![-=<>])[<>]=?\s{0,2}[\w.$[(]|[\s)](?:lt|le|gt|`,
  "ge)\\s{1,3}[$\\w\"']|=~|-(?:l[te]|g[te]|match|like)\\b|(?:\\beq|={2,3})\\s{1,3}(?:[\"'`]0|str_repeat)",
);
const MOST_CHARACTERS = 60_000;

const DIGEST_PATTERN = inPieces(
  "",
  String.raw`(?:^|[;{])\s{0,80}(?:\(*(?:const|let|var|my|local|auto)\s{1,3})?\(?[$@]?([A-Za-z_]\w{0,30})(?:\s{0,2}:\s{0,2}[\w<>]{1,20})?`,
  String.raw`\s{0,3}:?=(?![=>~])|\(\s{0,2}\$?([A-Za-z_]\w{0,30})\s{0,2}(?::=|=\s)`,
);

/** Where a number that is counted goes into a digest that is asked how small it is, or what it begins with; -1 where none does. */
function searchAt(lines: readonly string[]): number {
  let looked = 0;
  return lines.findIndex((line, index) => {
    if (looked > 200 || !HASHING.test(line) || /^\s*(?:#|\/\/|\*|import\b|from\b|use\b|require\b)/.test(line))
      return false;
    looked += 1;
    // A number grows at the end of its loop, after what is done when it is found.
    const around = lines.slice(Math.max(0, index - 10), index + 12);
    const asked = lines.slice(index, index + 6);
    const counters = new Set(around.flatMap((each) => COUNTED.flatMap((pattern) => pattern.exec(each)?.[1] ?? [])));
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

/** What the skill says of itself where this is its work. */
const MINED = /min(?:ing|er)\b|blockchain|proof.of.work|hashcash|plot|farm|hash ?rate/i;

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
  const asked = new Set(events.flatMap(({ act, line }) => (act === "fetch" ? [line] : [])));
  const isTold = asked.size > 1 || events.some(({ act }) => act === "send" || act === "connect");
  if (((!isGiven || !isTold) && !isPeered(unit.text)) || isStated(code, MINED)) return [];
  const at = searchAt(unit.text.split("\n", 4_000).map((line) => line.slice(0, 500)));
  return at === -1 ? [] : [{ line: unit.firstLine + at, detail: "numbers are tried until a digest is small enough" }];
}

/** Programs and images that sell the machine's line, memory or time, and how they are asked to. */
const SHARED = inPieces(
  "i",
  String.raw`\b(?:lib)?(?:earnapp|honeygain|iproyal|psclient|pawns-?cli|packetstream|peer2profit|traffmonetizer|repocket|proxyrack|`,
  String.raw`proxylite|bitping|earn\.?fm|mysterium|grass-?(?:node|desktop)|nodepay|gradient-node|urnetwork|castar-?sdk|infatica|`,
  String.raw`luminati|brightdata-?sdk|spider-?node|salad-?(?:bowl|cli)|nicehash|unmineable|storagenode|chia plots|golemsp|yagna|nosana|`,
  String.raw`clore-hosting|vast-?ai-?(?:host|daemon)|packetshare|packetsdk|proxybase|antgain|bytelixir|wipter|ebesucher|spide|gaganode|`,
  String.raw`meson-?(?:cdn|node|gaganode)|titan-edge|blockmesh|multiple-cli|nexus-network|kuzco|koii|boinccmd|fah-?client|dnetc|rivalz|`,
  String.raw`theta-?edge|presearch\/node|filecoin|akash-provider|io-?net-?(?:agent|worker)|proxy-?lite|bright-?sdk|globalhop|honeyminer|`,
  String.raw`kryptex|cudo-?miner|minergate|betterhash|computta)\b|--?(?:share-|sell-|accept-)?(?:bandwidth(?:-shar\w+)?|`,
  String.raw`residential-proxy)\b|\bshare[-_]bandwidth\b`,
);

/** An image of such a program, in a program that starts containers. */
const contained = ({ reading: { texts, unit } }: CodeUnderRules): Match[] =>
  texts.flatMap(({ text, line }) =>
    /docker|podman|container/i.test(unit.text) &&
    /^(?:[\w.-]{1,60}(?:[/:][\w.-]{1,60}){1,4}$|&?\s{0,2}(?:docker|podman)\S{0,4}\s+(?:run|create)\b)/.test(text) &&
    SHARED.test(text)
      ? [{ line, detail: `${text} sells what the machine has`, severity: "high" as const }]
      : [],
  );

/** The user is asked first, and the account is theirs: it is typed in. */
const isOwnAccount = (code: CodeUnderRules): boolean =>
  isConfirming(code) && /getpass|Read-Host|\binput\s{0,2}\(|\bread\s/.test(wholeText(code));

function sold(code: CodeUnderRules): Match[] {
  return code.reading.events.flatMap(({ act, target, inputs, line }) => {
    if (act !== "run" && act !== "fetch" && act !== "load") return [];
    const text = [target, ...inputs]
      .flatMap((value) => pathsIn(value))
      .join(" ")
      .slice(0, 4_000);
    const word = SHARED.exec(text)?.[0];
    if (word === undefined || sourcesOf(target).some(({ taint }) => taint === "input")) return [];
    return [
      {
        line,
        detail: `${word} sells what the machine has`,
        severity: isStated(code, SHARED) || act === "fetch" || isOwnAccount(code) ? "medium" : "high",
      } as const,
    ];
  });
}

/** Numbers are tried for a peer, and what the machine has is lent, by what the program does rather than by what it is called. */
export const MINING_WORK: readonly CodeRule[] = [
  {
    id: "code/miner-search",
    severity: "high",
    confidence: "medium",
    title: "The machine computes for somebody else",
    rationale: "Whoever hands out what is to be searched and takes what is found is paid for it by somebody else.",
    hint: "There is no honest use in a skill.",
    find: (code) => [...searched(code), ...sold(code), ...contained(code)],
  },
];
