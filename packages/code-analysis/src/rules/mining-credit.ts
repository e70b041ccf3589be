import { inPieces } from "@gaia/reading";
import type { CodeRule, CodeUnderRules, Match } from "../engine/rule.ts";
import { isStated } from "./matching.ts";
import { searchAt } from "./mining-loops.ts";
import { isPeered } from "./messaging.ts";
import { MINING_LENT } from "./mining-lent.ts";

const MOST_CHARACTERS = 60_000;

/** An address that is written in the program, and not this machine's. */
const ADDRESS = inPieces(
  "",
  String.raw`\b(?:https?|wss?|tcp|tls|ssl|grpcs?|nats|amqps?|mqtts?|rediss?):\/\/(?!localhost|127\.|0\.0\.0\.0|`,
  String.raw`\[?::1|10\.|192\.168\.|[\w-]{1,40}\.(?:local|internal)\b)[\w-]{1,60}\.[\w.-]{2,80}|`,
  "[\"'`](?:[a-z][\\w-]{0,60}\\.){1,4}(?:com|net|org|io|dev|app|xyz|me|co|ai|cloud|info|online|site|",
  "example)(?::\\d{2,5})?[\"'`]",
);
/** Something is asked of a peer, by the calls of common libraries. */
const ASKED = inPieces(
  "",
  String.raw`\b(?:fetch|axios|got|ky|needle|superagent|requests?|httpx|aiohttp|urlopen|urllib\S{0,12}|Net::HTTP|`,
  String.raw`Faraday|HTTParty|reqwest|ureq|HttpClient|WebClient|RestTemplate|OkHttp\w{0,6}|http\.(?:Get|Post|`,
  String.raw`NewRequest|request|get)|LWP::\w{1,20}|HTTP::Tiny|curl\w{0,8}|Invoke-\w{3,12}|WebSocket|Dial\w{0,8}|`,
  String.raw`createConnection|create_connection|open_connection|TcpStream|TCPSocket|TcpClient|file_get_contents|`,
  String.raw`fsockopen|net\.connect)\b|\.(?:get|post)(?:<[^>\n]{0,60}>)?!?\s{0,2}\(`,
);
/** Whom the peer pays or credits for what is handed back, as a key or a header. */
const PAID = inPieces(
  "i",
  String.raw`\b(?:pay(?:ee|out)(?:[_-]?(?:address|addr|to|id|account))?|bounty|rewards?(?:[_-]?(?:address|to|`,
  String.raw`account))?|wallet(?:[_-]?(?:address|addr|id))?|beneficiary|sponsor(?:[_-]?id)?|`,
  String.raw`credit(?:s|ed)?(?:[_-]?to)?|earner|earnings?|(?:x-)?(?:member|contributor|provider|donor|operator|`,
  "affiliate|partner)(?:[_-]?(?:id|key|code|tag))?)[\"'`]?\\s{0,3}(?:[:=]|=>|,|\\]\\s{0,2}=)|[\"'`]x-(?:payout|",
  "wallet|member|credit|owner|account|reward|pay\\w{0,6})[\\w-]{0,20}[\"'`]|[?&](?:payout|wallet|payee|credit|",
  String.raw`member|reward|sponsor|earner)=`,
);
/** The same, where nothing else than money or points is meant by it. */
const CREDITED = inPieces(
  "i",
  String.raw`\b(?:payee|payout|bounty|wallet|beneficiary|earner|reward(?:s?[_-]?(?:address|to|account))|`,
  "credit(?:[_-]?to)?[\"'`]?\\s{0,3}[:=]|x-(?:payout|wallet|member|credit|reward))",
);
/** Work is given out in pieces. */
const GIVEN = inPieces(
  "i",
  String.raw`(?:\/|\b)(?:next|claim|lease|pull|reserve|dequeue|checkout|assign(?:ment)?s?|get_?(?:work|job|task|`,
  String.raw`unit)|request_?(?:work|job|task)|(?:work|job|task|unit|piece|slice|shard|chunk|frame|tile|prompt|round|`,
  String.raw`batch)s?|onmessage|on\(["'](?:message|data))\b`,
);
/** It goes on by itself. */
const ENDLESS = inPieces(
  "",
  String.raw`\bwhile\s{0,2}\(?\s{0,2}(?:True|true|1|:|!?\w{1,20}\.is_?[sS]et|!?\w{0,12}[sS]top\w{0,8})|`,
  String.raw`\bwhile\s{1,2}(?:\(?(?:let|my)\s|\w{1,20}\s{0,2}:=|\(\w{1,20}\s{0,2}:=)|\bfor\s{0,2}\(\s{0,2};\s{0,2};|`,
  String.raw`\bfor\s{0,2}\{|\bloop\s{0,2}(?:do\b|\{)|\bsetInterval\b|\bforever\b|\brepeat\s{0,2}\{|`,
  String.raw`\bfor\s{1,2}await\b|\bsetTimeout\s{0,2}\(\s{0,2}\w{1,30}\s{0,2}[,)]|\bSchedule\w{0,12}\b|\bTimer\b|`,
  String.raw`\bon(?:message|Message)?\s{0,2}[(=]|\bsend\s{0,2}\(\s{0,2}self\(|\bsend_after\b|\brecur\b`,
);
/** What costs the machine: digests of very many, models, pictures of scenes, solvers, compilers, other programs. */
const COMPUTED = inPieces(
  "i",
  String.raw`\bpbkdf2\w{0,8}|\bscrypt\w{0,6}|\bargon2\w{0,8}|\bbcrypt\b|\bfrom transformers\b|\bpipeline\s{0,2}\(|`,
  String.raw`\bllama_?cpp\b|\bvllm\b|\bollama\b|onnxruntime|\bStableDiffusion\w{0,20}|\bdiffusers\b|`,
  String.raw`\bAutoModel\w{0,30}|\.generate\s{0,2}\(|\bblender\b|\bcycles\b|\bbpy\b|\bpovray\b|`,
  String.raw`\bffmpeg\b[^\n]{0,200}\b(?:job|task|unit|frame|libx26[45]|libaom\S{0,6}|libsvt\S{0,6})|\bhashcat\b|`,
  String.raw`\bjohn\b[^\n]{0,40}--|\bortools\b|\bpulp\b|\bz3\b|\bcadical|\bkissat|\bminisat|\bsolve[rd]?\b\s{0,2}\(|`,
  String.raw`\bnumba\b|\bcupy\b|torch\.\w|\bWebAssembly\b|\bwasmtime\b|\bwasmer\b|hardwareConcurrency|`,
  String.raw`availableParallelism|cpu_count|\bnproc\b|NumCPU|processor_?count|Etc\.nprocessors|available_parallelism|`,
  String.raw`ProcessorCount|rayon|\bocr\b|\bclassif\w{1,8}\s{0,2}\(|\bpredict\s{0,2}\(|\btranscribe\b|`,
  String.raw`\bwhisper\w{0,4}\b|\bembed\w{0,6}\s{0,2}\(|\bcaptcha\b|\bdocker\s{1,2}run\b`,
);

const lineOf = (code: CodeUnderRules, index: number): number =>
  code.reading.unit.firstLine + code.reading.unit.text.slice(0, Math.max(0, index)).split("\n").length - 1;

const STATED =
  /worker|runner|queue|cluster|render|distributed|volunteer|payment|wallet|bounty|invoice|payroll|billing/i;

/** Work is taken from a peer again and again, computed, and handed back in the name of whoever is paid for it. */
function credited(code: CodeUnderRules): Match[] {
  const { unit } = code.reading;
  const { text } = unit;
  if (unit.from !== "file" || text.length > MOST_CHARACTERS || !CREDITED.test(text)) return [];
  const paid = PAID.exec(text);
  if (paid === null || !ADDRESS.test(text) || !(ASKED.test(text) || isPeered(text)) || isStated(code, STATED))
    return [];
  if (!ENDLESS.test(text) || !isWorking(text) || !GIVEN.test(text)) return [];
  // A server answers those who come to it; here the program goes and asks.
  if (code.reading.events.some(({ act }) => act === "listen")) return [];
  return isHandedBack(text)
    ? [{ line: lineOf(code, paid.index), detail: "work is taken from a peer and its result is handed in for credit" }]
    : [];
}

const isWorking = (text: string): boolean =>
  COMPUTED.test(text) || searchAt(text.split("\n", 4_000).map((line) => line.slice(0, 500))) !== -1;

const IS_HANDED_BACK_PATTERN = inPieces(
  "i",
  String.raw`(?:\.post\b|\.put\b|\.send\w{0,6}\b|\.emit\b|\.publish\b|\.write\w{0,6}\b|\bPOST\b|`,
  String.raw`method:\s{0,2}["']P(?:OS|U)T|\.Post\w{0,8}|--data|\s-d\s|-Method Post)[^\n]{0,300}(?:\b(?:job|task|unit|`,
  String.raw`work|piece|shard|u|j|t|w)(?:\.id|\[["']?id|\[:id\]|->id|_id|Id)\b|\(\s{0,2}\w{1,12}(?:\.|\[["'])(?:out|`,
  String.raw`upload|result|done|callback|submit|put)|\/(?:results?|done|submit|finish|complete|answers?|units?|jobs?|`,
  "tasks?)\\b|\\b(?:hit|result|output|answer|solution|proof|found|response|text)[\"'`]?\\s{0,3}[:=,]|",
  "\\b(?:payee|payout|wallet|earner|beneficiary|reward|bounty|credit)[\"'`]?\\s{0,3}[:=])",
);

/** The address of what is handed back, or what goes with it, says of which piece it is the result. */
const isHandedBack = (text: string): boolean => IS_HANDED_BACK_PATTERN.test(text);

/** A unit of work is asked for, and what was found is handed in, in the words of pools' protocols. */
const TAKEN = /["'`]\\?"?(?:mining[._])?(?:get_?(?:job|work|task)|request_?(?:job|work)|need_?work|new_?job|JOB,?)\b/i;
const SUBMITTED = /["'`]\\?"?(?:mining[._])?(?:submit\w{0,8}|share|found|solution|solved)\\?["'`,]/i;
const SEARCHED = /\b(?:difficulty|diff|target|nonce|expected|prefix|seed|midstate|hash_?rate|blob)\b/i;
const HASHING = inPieces(
  "i",
  String.raw`\b(?:sha_?(?:1|224|256|384|512|3)\w{0,12}|md5|blake[23]\w{0,3}|keccak\w{0,4}|scrypt|argon2\w{0,4}|`,
  String.raw`randomx|xxh\w{1,8}|Digest|createHash|hashlib|MessageDigest|ducos1a?)\b`,
);

function ordered(code: CodeUnderRules): Match[] {
  const { unit } = code.reading;
  const { text } = unit;
  if (unit.from !== "file" || text.length > MOST_CHARACTERS) return [];
  const at = TAKEN.exec(text);
  if (at === null || !SUBMITTED.test(text) || !SEARCHED.test(text) || !HASHING.test(text)) return [];
  if (!(ADDRESS.test(text) || isPeered(text)) || !ASKED.test(text)) return [];
  if (isStated(code, /min(?:ing|er)\b|blockchain|proof.of.work|hashcash/i)) return [];
  return /\bfor\b|\bwhile\b|\bloop\b|\beach\b|\btimes\b/.test(text)
    ? [{ line: lineOf(code, at.index), detail: "a peer gives out what is to be searched, and is told what was found" }]
    : [];
}

const ALGORITHM = inPieces(
  "i",
  String.raw`\b(?:rx\/(?:0|wow|arq|graft|sfx|keva|yada)|cn(?:-(?:lite|heavy|pico))?\/\w{1,8}|kawpow|ethash|etchash|`,
  String.raw`autolykos2?|octopus|firopow|progpow\w{0,4}|ghostrider|cryptonight\w{0,12}|verus_?hash|`,
  String.raw`yes(?:power|crypt)\w{0,4}|randomx|kheavyhash|astrobwt\w{0,6}|argon2\/chukwa\w{0,2}|sha256d|neoscrypt|`,
  String.raw`x16r\w{0,3}|lyra2\w{0,6})\b`,
);
const HOSTED = /["'`](?:[\w+]{2,12}:\/\/)?(?:[\w-]{1,60}\.){1,5}[a-z]{2,24}(?::\d{2,5})?["'`]/i;
const PORT = /:\d{2,5}["'`]|[,(\s=]\d{3,5}\s{0,2}[,)]/;
const CALL = /\w\s{0,2}!?\(/;

/** The same as one text: `host:port;account;algorithm`. */
const AS_TEXT = /["'`](?=[^"'`\n]{0,200}[\w-]{1,60}(?:\.[\w-]{1,60}){1,5}:\d{2,5}\b)[^"'`\n]{20,300}["'`]/;

function isOneText(call: string): boolean {
  const text = AS_TEXT.exec(call)?.[0];
  return text !== undefined && ALGORITHM.test(text) && /(?=[\w.]{0,60}[A-Z\d]{4})[\w.]{12,140}/.test(text);
}

/** An algorithm of coins, a host and a port in the arguments of one call, whatever it calls. */
function called(code: CodeUnderRules): Match[] {
  const { unit } = code.reading;
  if (unit.from === "fence" || unit.text.length > MOST_CHARACTERS || !ALGORITHM.test(unit.text)) return [];
  if (isStated(code, /min(?:ing|er)\b|blockchain|hash ?rate/i)) return [];
  const lines = unit.text.split("\n", 4_000).map((line) => line.slice(0, 1_000));
  const at = lines.findIndex((line, index) => {
    if (!CALL.test(line) || /^\s*(?:#|\/\/|\*|assert\b|expect\b)/.test(line)) return false;
    const call = lines.slice(index, index + (/\(\s*$/.test(line) ? 7 : 1)).join(" ");
    return (
      (ALGORITHM.test(call) && isOneText(call)) ||
      (ALGORITHM.test(call) &&
        HOSTED.test(call) &&
        PORT.test(call) &&
        !/localhost|127\.0\.0\.1|\bassert|\bexpect\(/.test(call) &&
        /["'`](?=[^"'`\n]{0,120}(?:[A-Z]{5}|\d))[\w.+:/-]{8,140}["'`]/.test(call.replace(HOSTED, "")))
    );
  });
  return at === -1
    ? []
    : [{ line: unit.firstLine + at, detail: "a call is given a coin's algorithm, a host and an account" }];
}

/** The machine works on a peer's pieces, and somebody is credited. */
export const MINING_CREDIT: readonly CodeRule[] = [
  {
    id: "code/miner-credit",
    severity: "high",
    confidence: "medium",
    title: "The machine computes for somebody else's credit",
    rationale:
      "Whatever is computed, digests, pictures or a model's answers: whoever is named beside what is handed back is paid for it.",
    hint: "Ask the user first, and let the account be theirs.",
    find: (code) => [...credited(code), ...ordered(code), ...called(code)],
  },
  ...MINING_LENT,
];
