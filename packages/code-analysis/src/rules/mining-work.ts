import { inPieces } from "@gaia/reading";
import type { CodeRule, CodeUnderRules, Match } from "../engine/rule.ts";

/** A digest or another proof's function is computed. */
const HASHING = inPieces(
  "i",
  String.raw`createHash|subtle\.digest|hashlib|Digest::|\bsha(?:1|224|256|384|512|3)\w{0,8}\s{0,4}\(|\bsha256\b|`,
  String.raw`\bscrypt\b|argon2|\bblake[23]?\w{0,3}\b|keccak|\bx11\b|equihash|hash\s{0,2}\(\s{0,2}["']sha|ComputeHash|`,
  String.raw`openssl dgst|sha\d{3}sum|randomx|hash_hex|\bMD5\b`,
);
/** A number is counted up until … */
const COUNTING = /\bnonce\b|extra_?nonce|\bcounter\b[^\n]{0,40}\+\s?(?:=\s?)?1|nNonce/i;
/** … the digest is small enough. */
const DIFFICULT = inPieces(
  "i",
  String.raw`starts_?[wW]ith\(\s{0,4}[\w$]{1,20}(?:\.|\[["'])(?:prefix|zeros|target|difficult)|`,
  "startsWith\\(\\s{0,4}[\"'`]?(?:0{2,}|[\"'`]0[\"'`]\\.repeat|zeros|prefix|target|difficult)|",
  String.raw`startswith\(\s{0,4}(?:["']0|\w{0,20}(?:prefix|zeros|target|difficult))|start_with\?\(|`,
  "[\"'`]0[\"'`]\\s{0,3}\\.?(?:repeat|\\*|x\\s)|str_repeat\\(\\s{0,2}[\"']0|",
  String.raw`(?:<=?|-lt|-le)\s{0,4}[$@]?\w{0,20}target|\btarget\b\s{0,4}>=?|\bdifficulty\b|leading_?zeros|\bzeros\b|`,
  String.raw`=~\s{0,3}\/\^0{2,}|-match\s{0,3}["']\^0{2,}|\^0\{\d`,
);
/** Work is taken and handed in. */
const ORDERED = inPieces(
  "i",
  "[\"'`]?\\b(?:submit|login|getjob|get_?work|getblocktemplate|shares?|mining\\.\\w{1,20}|job_?id|jobs?|wallet|",
  String.raw`worker|payout|done|result|solution|block)\b`,
);

/** A service of a page that counts while it is open, by how its clients are made. */
const IN_PAGE = inPieces(
  "i",
  String.raw`\bnew\s{1,4}[\w.$]{1,60}\.(?:Anonymous|User|Token)\s{0,4}\([^)]{0,200}\bthrottle\b|`,
  String.raw`\b(?:Coin(?:Hive|Imp|Have|Session|Blind|Nebula)|CryptoLoot|CRLT|deepMiner|WebMinePool|JSECoin|MineralT|`,
  String.raw`Monero(?:Miner|Ocean)|WasmMiner|Client\.Anonymous)\b`,
);

/** An account's name and what is computed for it, of a program that takes work from a pool. */
const SETTINGS: RegExp[] = [
  inPieces(
    "i",
    String.raw`["']?\bpools?(?:_?(?:url|host|address|server|addr))?["']?\s{0,4}[:=\]>{]|stratum\+?\w{0,6}:|`,
    String.raw`--?(?:pool|url|o)[ =]\S{3,100}:\d{2,5}\b|\burl["']?\s{0,4}[:=]\s{0,4}["']?[\w.+:/-]{4,100}:\d{2,5}\b`,
  ),
  inPieces(
    "i",
    String.raw`["']?\balgo(?:rithm)?["']?\s{0,4}[:= ]\s{0,4}["']?(?:rx\/\w{1,8}|cn(?:-\w{1,8})?\/\w{1,8}|randomx|`,
    String.raw`kawpow|ethash|etchash|autolykos2?|octopus|firopow|progpow\w{0,4}|ghostrider|cryptonight\w{0,12}|`,
    String.raw`equihash\w{0,8}|verus\w{0,8}|yespower\w{0,8}|scrypt|x11|x16r\w{0,3}|neoscrypt|lyra2\w{0,6}|`,
    String.raw`argon2\/\w{1,8}|beamhash\w{0,4}|kheavyhash|blake3|sha256d|astrobwt\w{0,6}|panthera)\b|`,
    String.raw`--coin[ =]\w{2,20}|huge-?pages|max-threads-hint|donate-level|cpu-priority|randomx`,
  ),
  inPieces(
    "im",
    String.raw`["']?\b(?:wallet|rig-?id|worker(?:-?name)?|coin|intensity|keepalive|nicehash)["']?\s{0,4}[:= `,
    String.raw`]\s{0,4}["']?\S{1,}|\buser["']?\s{0,4}[:=]\s{0,4}["'][\w.+-]{4,120}["']|`,
    String.raw`\bpass["']?\s{0,4}[:=]\s{0,4}["']x["']|(?:^|\s)-u\s\S{20,}|(?:^|[\s"'])--user[ =]\S{4,}`,
  ),
];

/** The same without an algorithm, where the pool is a host with a port, and how much of the machine it may take is said. */
const PLAIN: RegExp[] = [
  inPieces(
    "i",
    String.raw`["']?\bpool(?:_?(?:url|host|addr(?:ess)?))?["']?\s{0,4}[:=]\s{0,4}["']?(?:[\w+]{2,12}:\/\/)?`,
    String.raw`(?!localhost|127\.)[\w-]{1,60}(?:\.[\w-]{1,60}){1,5}:\d{2,5}\b`,
  ),
  /["']?\bwallet(?:_?addr(?:ess)?)?["']?\s{0,4}[:=]\s{0,4}["']?[\w.:-]{6,120}/i,
  /["']?\b(?:(?:max_?)?threads?|cpus?|cpu_?\w{1,12}|gpus?|rig(?:_?id)?|worker(?:_?name)?|intensity)["']?\s{0,4}[:=]\s{0,4}["']?[\w%.-]/i,
];

/** What a text says of a pool, an algorithm and an account, where it says all three; null where it does not. */
export function minerSettings(text: string): string | null {
  // Containers get their settings as pairs of a name and a value.
  const plain = text
    .slice(0, 20_000)
    .replaceAll(/["']?\bname["']?\s{0,4}:\s{0,4}["']?(\w{1,40})["']?\s{0,4},?\s{0,40}["']?value["']?\s{0,4}:/gi, "$1:");
  for (const patterns of [SETTINGS, PLAIN]) {
    const found = patterns.map((pattern) => pattern.exec(plain)?.[0]);
    if (found.every((word) => word !== undefined))
      return found.map((word) => (word ?? "").trim().slice(0, 40)).join(", ");
  }
  return null;
}

function settled({ reading }: CodeUnderRules): Match[] {
  // A script of the system's own shells is there to do something.
  const isStarting =
    /^(?:batch|powershell)$/.test(reading.unit.language) ||
    reading.events.some(({ act }) => act === "run" || act === "connect" || act === "write");
  const whole = isStarting ? minerSettings(reading.unit.text) : null;
  return whole === null ? [] : [{ line: reading.unit.firstLine, detail: whole }];
}

const MOST_CHARACTERS = 40_000;

function counted({ reading }: CodeUnderRules): Match[] {
  const { text, firstLine } = reading.unit;
  if (text.length > MOST_CHARACTERS) return [];
  const page = IN_PAGE.exec(text);
  if (page !== null && /^(?:javascript|typescript|tsx)$/.test(reading.unit.language))
    return [{ line: text.slice(0, page.index).split("\n").length + firstLine - 1, detail: page[0].slice(0, 60) }];
  const isSpeaking = reading.events.some(({ act }) => act === "send" || act === "fetch" || act === "connect");
  const nonce = isSpeaking ? COUNTING.exec(text) : null;
  if (nonce === null || !HASHING.test(text) || !DIFFICULT.test(text) || !ORDERED.test(text)) return [];
  if (!/\b(?:for|while|loop|until|find|count|range|do|iter|recurse)\b/.test(text)) return [];
  return [
    {
      line: text.slice(0, nonce.index).split("\n").length + firstLine - 1,
      detail: "it counts until a digest is small enough, for somebody on the network",
    },
  ];
}

/** The machine's work is given away, whatever the program is called. */
export const MINING: readonly CodeRule[] = [
  {
    id: "code/miner-work",
    severity: "high",
    confidence: "medium",
    title: "The machine computes for somebody else",
    rationale:
      "Digests that are computed until one is small enough, on order of a server, are worth money to whoever runs it.",
    hint: "There is no honest use in a skill.",
    find: (code) => [...counted(code), ...settled(code)],
  },
];
