import { inPieces } from "@gaia/reading";
import { hostOf, isLocalHost } from "../engine/host.ts";
import type { CodeEvent } from "../engine/event.ts";
import type { CodeRule, CodeUnderRules, Match } from "../engine/rule.ts";
import { sourcesOf } from "../engine/value.ts";
import { isConfirming, wholeText } from "./asked.ts";
import { isStated, pathsIn } from "./matching.ts";
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

interface Shape {
  detail: string;
  // All of them stand in the program; the first says where.
  all: readonly RegExp[];
  /** What the skill says of itself where this is its work. */
  stated: RegExp;
}

/** An address that is written in the program, and not this machine's. */
const ADDRESS = /(?:https?|wss?|tcp|ssl):\/\/(?!localhost|127\.)[\w-]+\.|["'`][\w-]+(?:\.[\w-]+)+(?::\d{2,5})?["'`]/;

/** Work that is given out and handed back, or a share of the machine, by all that such a program must say. */
const SHAPES: readonly Shape[] = [
  {
    detail: "work is taken from a peer and its result is handed in for credit",
    all: [
      inPieces(
        "i",
        String.raw`\b(?:payee|payout|bounty|beneficiary|earner|acct|reward(?:s?[_-]?(?:address|to|account)))["'\x60]?\s{0,3}(?:[:=](?!=)`,
        String.raw`|=>|,)|["'\x60]x-(?:payout|wallet|member|credit|reward)|[?&](?:payout|wallet|payee|credit|member|earner)=`,
      ),
      inPieces(
        "i",
        String.raw`\b(?:next|claim|lease|pull|reserve|dequeue|assign\w{0,6}|jobs?|tasks?|units?|work|pieces?|slices?|shards?|chunks?|`,
        String.raw`frames?|rounds?)\b`,
      ),
      /\b(?:results?|submit\w{0,6}|done|complete\w{0,3}|finish\w{0,3}|answers?|solutions?|proofs?|found|hits?|outputs?|out)\b/i,
      inPieces(
        "",
        String.raw`\bwhile\b|\bfor\s{0,2}[({]|\bfor\s+await\b|\bloop\b|\bsetInterval\b|\bsetTimeout\b|\bforever\b|\brecur\b|`,
        String.raw`\bon(?:message|Message)?\b|\bfor\s\w+\s(?:in|of)\s\w+[.(]`,
      ),
      inPieces(
        "i",
        String.raw`\bpbkdf2\w{0,8}|\bscrypt\w{0,6}|\bargon2\w{0,8}|sha\d{1,3}|\bDigest\b|\bcreateHash\b|\btransformers\b|`,
        String.raw`\bpipeline\s{0,2}\(|llama_?cpp|\bvllm\b|ollama|onnxruntime|diffus|\.generate\s{0,2}\(|\bblender\b|\bbpy\b|\bffmpeg\b|`,
        String.raw`\bhashcat\b|ortools|\b(?:pulp|z3|kissat|minisat)\b|\bsolve[rd]?\b|\bcupy\b|torch\.\w|WebAssembly|wasmtime|\bcpus?\b|`,
        String.raw`cpu_count|cpus\(\)|nproc|numpy|hardwareConcurrency|Parallelism|\bwhisper|\bembed|\bcaptcha\b|\bocr\b|docker\s{1,2}run`,
      ),
      ADDRESS,
    ],
    stated: /worker|runner|queue|cluster|render|distributed|volunteer|payment|wallet|bounty|invoice|payroll|billing/i,
  },
  {
    detail: "a program for somebody's account runs while nobody uses the machine",
    all: [
      inPieces(
        "i",
        String.raw`getSystemIdle\w{2,8}|GetLastInputInfo|xprintidle|HIDIdleTime|SecondsSinceLastEvent\w{0,8}|IdleDetector|IdleHint|`,
        String.raw`cpu_percent|loadavg|% Processor Time|LoadPercentage|on_?battery|screensaver|onDidChangeWindowState|`,
        String.raw`visibility(?:change|State)|document\.hidden|LockedHint|\bpynput\b|idle_?(?:time|seconds|for|ms|since)`,
      ),
      /\b(?:Popen|spawn|fork|exec\w{0,6}|Start-Process|Worker|system|subprocess|nohup)\b|&\s{0,4}$|&\s"/m,
      /--?(?:connect|endpoint|server|host|node|pool|relay|hub)\b|\b(?:wss?|tcp|ssl|tls):\/\/[\w.-]{3,100}/i,
      /--?(?:account|acct|wallet|owner|payout|user)\b|\b(?:acct|wallet|owner|payout|user)["']?\s{0,2}[:=]/i,
      ADDRESS,
    ],
    stated: /idle|battery|load/i,
  },
  {
    detail: "numbers are tried until what is computed of one is small enough, for a peer",
    all: [
      HASHING,
      /\b(?:while|for)\b[\s\S]{0,600}(?:\+=\s?1|\+\+|range\s{0,2}\(|count\()|(?:range|count)\s{0,2}\(/,
      inPieces(
        "",
        String.raw`(?:[<>]=?|={2,3})\s{0,3}\(?(?:\w+[.[]["']?)?(?:targ|lim|ceil|bound|thres|want|bytes\(want|cap|goal)|`,
        String.raw`starts_?[wW]ith\(\s{0,2}(?:\w+\.)?(?:prefix|zero|targ|want)`,
      ),
      /\b(?:post|sendall|send|write|emit)\s{0,2}\(|\bPOST\b/,
      ADDRESS,
    ],
    stated: /password|captcha|checksum|retry|cache/i,
  },
  {
    detail: "a page's script is started with a key and a share of the processor",
    all: [
      /addScriptTag|createElement\s{0,2}\(\s{0,2}["'`]script|importScripts|<script [^>\n]{0,200}src=|execute_?script|(?:get|load)Script/i,
      inPieces(
        "i",
        String.raw`\b(?:data-)?(?:throttle|max_?cpu|cpu_?limit|threads?|intensity|setThrottle|hash\w{0,6})["'(=:]{1,3}\s{0,3}["']?(?:0?`,
        String.raw`\.\d|\d|navigator)`,
      ),
      /\b(?:key|token|site|user|wallet|acct)\b|\(\s{0,2}["'`][\w-]{3,80}["'`]\s{0,3},\s{0,3}\{/i,
    ],
    stated: /thread|benchmark/i,
  },
];

const isToPeer = ({ target: { text } }: CodeEvent): boolean => text === null || !isLocalHost(hostOf(text) ?? text);
/** A client of a service asks, and is not asked. */
const isAsking = (event: CodeEvent): boolean => isToPeer(event) && !/^https?:/i.test(event.target.text ?? "");
const fromPeer = (values: CodeEvent["inputs"]): boolean =>
  values.some((value) => sourcesOf(value).some(({ taint }) => taint === "network"));

/** A peer that is connected says where to go, and is told what was there. */
function relayed(code: CodeUnderRules): Match[] {
  const { events } = code.reading;
  const peer = events.find(
    (event) => event.act === "connect" && !fromPeer([event.target]) && event.target.text !== null && isAsking(event),
  );
  if (peer === undefined || isStated(code, /prox(?:y|ies)|tunnel|relay|vpn|bandwidth/i)) return [];
  const onward = events.find(
    (event) =>
      event !== peer &&
      (event.act === "connect" || event.act === "fetch") &&
      fromPeer([event.target]) &&
      (event.target.text === null || !/^[\w+.-]*:?\/?\/?[\w-]+\.[\w.-]+/.test(event.target.text)),
  );
  const back = events.some(({ act, inputs, line }) => act === "send" && line !== onward?.line && fromPeer(inputs));
  return onward === undefined || !back
    ? []
    : [{ line: onward.line, detail: `what ${(peer.target.text ?? "").slice(0, 60)} asks for is fetched for it` }];
}

/** A program that has one of these shapes and reaches a peer; a server answers those who come to it. */
function shaped(code: CodeUnderRules): Match[] {
  const { events, unit } = code.reading;
  const { text } = unit;
  if (unit.from === "fence" || text.length > MOST_CHARACTERS || isConfirming(code) || isStated(code, MINED)) return [];
  if (events.some(({ act }) => act === "listen")) return [];
  return SHAPES.flatMap(({ detail, all, stated }) => {
    const at = all[0]?.exec(text)?.index;
    if (at === undefined || !all.every((pattern) => pattern.test(text)) || isStated(code, stated)) return [];
    return [{ line: unit.firstLine + text.slice(0, at).split("\n").length - 1, detail }];
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
    find: (code) => [...searched(code), ...shaped(code), ...relayed(code), ...sold(code), ...contained(code)],
  },
];
