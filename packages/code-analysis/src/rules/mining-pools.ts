import { inPieces } from "@gaia/reading";
import type { CodeEvent } from "../engine/event.ts";
import { hostOf, isLocalHost } from "../engine/host.ts";
import type { CodeRule, CodeUnderRules, Match } from "../engine/rule.ts";
import { isStated, pathsIn } from "./matching/matching.ts";

const MOST_CHARACTERS = 60_000;

/** A pool's address, and what only a miner's command line or settings say. */
const POOL_WORD = inPieces(
  "i",
  String.raw`stratum\d?(?:\+(?:tcp|ssl|tls|wss?))?:\/\/[^\s"'/]{0,80}|\bxmr-?(?:ig|stak)\b|\bdonate-level\b|\brx\/0\b|\bcoinhive\b|`,
  String.raw`\bcrypto-?loot\b|\bcoin-?imp\b|\bdeepminer\b|\bweb-?miner\b|\bminero\.cc\b|\brandomx\b|\bcpuminer\b|\b(?:c|bf|sg)?minerd\b|`,
  String.raw`\b(?:c|bf|sg)gminer\b|\bethminer\b|\bphoenixminer\b|\blolminer\b|\bteamredminer\b|\bgminer\b|\bsrbminer|\bwildrig|`,
  String.raw`--coin[= ]\w+ .{0,80}--?(?:url|o|pool)\b|\bnbminer\b|\bt-rex\b.{0,40}-a\b|cryptonight|\b(?:kawpow|ethash|etchash|`,
  String.raw`autolykos2?|verushash|ghostrider|yescrypt)\b`,
);

/** What a pool and its clients say to each other. */
const SPOKEN = inPieces(
  "",
  String.raw`^(?:mining\.(?:subscribe|authorize|submit|notify|set_difficulty)|eth_(?:submitLogin|submitWork|submitHashrate)|`,
  String.raw`getblocktemplate|submitblock)$|"method"\s*:\s*"(?:mining\.(?:subscribe|authorize|submit)|eth_submit\w+|`,
  String.raw`login)"[\s\S]{0,300}(?:worker|"pass"|algo|wallet|agent|params)`,
);

const QUOTED = /["'`](mining\.(?:subscribe|authorize|submit))\\?["'`]/;

const SOCKET =
  /\b(?:\w{0,8}Socket\w{0,12}|TcpStream|TcpClient|f?sockopen|stream_socket_client|net\.Dial|getaddrinfo|create_connection)\b/;
const LOGIN =
  /\bmethod\\?["']?\s*(?::|=>|=|,)\s*\\?["'](?:login|submit)\\?["'][^\n]{0,160}\b(?:pass|agent|job_id|rigid|nonce)\\?["']?\s*(?::|=>|=|,)/;

/** A measurement of the machine's own: no peer is told anything. */
const isMeasuring = ({ act, target, callee }: CodeEvent): boolean => {
  const words = `${callee} ${pathsIn(target).join(" ")}`.slice(0, 4_000);
  return (
    act === "run" &&
    /\s--?(?:bench(?:mark)?|stress)\b/.test(words) &&
    !/\s(?:-o|-u|--?(?:url|pool|user|wallet))[ =]|:\/\//.test(words)
  );
};

/** What a file that looks for miners calls itself, or does. */
const isDetector = ({ reading }: CodeUnderRules): boolean =>
  /(?:docs?|block|detect|scan|rule|find|check|audit|hunt|monitor)/i.test(reading.unit.path);

const STARTING: ReadonlySet<string> = new Set(["run", "connect", "send", "write", "fetch", "load"]);

function named(code: CodeUnderRules): Match[] {
  const { reading } = code;
  // A list of names to look for is not what is started.
  const measured = new Set(reading.events.filter(isMeasuring).map(({ line }) => line));
  const acting = reading.events.filter(
    ({ act, callee, line }) => STARTING.has(act) && !(act === "run" && LOOKING.test(callee)) && !measured.has(line),
  );
  const reached = acting
    .flatMap(({ target, inputs }) => [target, ...inputs].flatMap((value) => pathsIn(value)))
    .join(" ")
    .slice(0, 100_000);
  return reading.texts.flatMap(({ text, line }) => {
    const word = POOL_WORD.exec(text.slice(0, 4_000))?.[0];
    if (word === undefined) return [];
    const isPage = /coin-?hive|loot|imp|web-?miner|deepminer|minero/i.test(word) && /<script|\.start\(/.test(text);
    const isAddress = isPage || (/stratum/i.test(word) && /:\/\/[^\s"'/]{3}/.test(word));
    const isReached = reached.includes(word);
    const isActing = acting.some(({ act }) => act === "run" || act === "connect");
    const isCertain = isAddress
      ? acting.length > 0 || !isDetector(code)
      : isReached || (isActing && !/^(?:kawpow|ethash|etchash|autolykos2?|yescrypt|randomx|cryptonight)$/i.test(word));
    const severity = isCertain && (!isDetector(code) || isReached) ? "critical" : "medium";
    return [{ line, detail: word, severity } as const];
  });
}

const isOwnPeer = ({ target }: CodeEvent): boolean =>
  target.text !== null && isLocalHost(hostOf(target.text) ?? target.text);

/** A client of a pool that is written down here. */
function spoken(code: CodeUnderRules): Match[] {
  const { events, texts } = code.reading;
  const said = texts.filter(({ text }) => text.length < 2_000 && SPOKEN.test(text));
  const login = LOGIN.exec(code.reading.unit.text.slice(0, 200_000));
  const at = login === null ? 0 : code.reading.unit.text.slice(0, login.index).split("\n").length - 1;
  const quoted = QUOTED.exec(code.reading.unit.text.slice(0, 200_000));
  const first =
    said[0] ??
    (quoted === null
      ? undefined
      : {
          text: quoted[1] ?? "",
          line: code.reading.unit.firstLine + code.reading.unit.text.slice(0, quoted.index).split("\n").length - 1,
        }) ??
    (login === null ? undefined : { text: login[0], line: code.reading.unit.firstLine + at });
  const reached = events.filter(({ act }) => act === "connect" || act === "send" || act === "fetch");
  // A test speaks to a pool that it starts itself.
  const isAlone =
    events.some(({ act }) => act === "listen") &&
    !events.some(({ act }) => act === "run") &&
    /\bassert\w{0,12}\b|\bexpect\s{0,2}\(/.test(code.reading.unit.text) &&
    reached.some(isOwnPeer) &&
    reached.every((event) => isOwnPeer(event) || event.target.text === null);
  const isSpeaking =
    !isAlone && (reached.length > 0 || ((quoted !== null || login !== null) && SOCKET.test(code.reading.unit.text)));
  if (first === undefined || !isSpeaking) return [];
  return [
    {
      line: first.line,
      detail: `a pool is told ${first.text.slice(0, 40)}`,
      severity: isStated(code, /min(?:ing|er)|pool|blockchain/i) ? "medium" : "critical",
    },
  ];
}

const HOST = String.raw`(?:[\w+]{2,12}:\/\/)?[\w-]{1,60}(?:\.[\w-]{1,60}){1,5}:\d{2,5}\b`;
/** `-o` with a host and its port has one meaning; `--url` and `--server` have others, and need more beside them. */
const SHORT = new RegExp(
  String.raw`(?:^|\s)-o[ =]?${HOST}[^\n]{0,300}?\s-u[ =]?\S|(?:^|\s)-u[ =]?\S{1,120}\s[^\n]{0,200}?-o[ =]?${HOST}`,
);
const LONG = new RegExp(String.raw`(?:^|\s)--?(?:url|server|pool|stratum|host|proxy)[ =]${HOST}`, "i");
const ACCOUNT = /(?:^|\s)(?:--?(?:user|wallet|address|account)|-u)[ =]\S{3}/i;
const POWER = inPieces(
  "i",
  String.raw`(?:^|\s)(?:--?(?:algo|coin|donate-level|background|rig-id|cpu-[\w-]{2,20}|randomx[\w-]{0,20}|nicehash|keepalive|`,
  String.raw`max-cpu[\w-]{0,10}|opencl|cuda|devices|intensity|worker)|-k|-B)(?=[\s=]|$)`,
);
const NEAR = 400;
/** Where both the peer and the account are filled in later: what only such a program is told beside them. */
const FILLED = /(?:^|\s)(?:-o|--url|--pool)[ =]\S[^\n]{0,300}?\s(?:-u|--user|--wallet)[ =]\S/;
const ALONE = inPieces(
  "i",
  String.raw`(?:^|\s)--?(?:randomx[\w-]{0,20}|donate-level|cpu-max-threads-hint|cpu-priority|huge-?pages\w{0,4}|nicehash|rig-id|algo|`,
  String.raw`coin)(?=[\s=]|$)`,
);

/** What of a command line only a program that works for a pool is told; null for none. */
function minerOptions(words: string): string | null {
  const short = SHORT.exec(words)?.[0];
  if (short !== undefined) return short.trim().slice(0, 60);
  const filled = FILLED.exec(words)?.[0];
  if (filled !== undefined && ALONE.test(words)) return filled.trim().slice(0, 60);
  const long = LONG.exec(words);
  if (long === null) return null;
  const near = words.slice(Math.max(0, long.index - NEAR), long.index + NEAR);
  return ACCOUNT.test(near) && POWER.test(near) ? long[0].trim().slice(0, 60) : null;
}

/** An account's name and what is computed for it, of a program that takes work from a pool. */
const SETTINGS: RegExp[] = [
  inPieces(
    "i",
    String.raw`["']?\bpools?(?:_?(?:url|host|address|server|addr))?["']?\s{0,4}[:=\]>{]|stratum\+?\w{0,6}:|--?(?:pool|url|`,
    String.raw`o)[ =]\S{3,100}:\d{2,5}\b|\burl["']?\s{0,4}[:=]\s{0,4}["']?[\w.+:/-]{4,100}:\d{2,5}\b`,
  ),
  inPieces(
    "i",
    String.raw`["']?\balgo(?:rithm)?["']?\s{0,4}[:= ]\s{0,4}["']?(?:rx\/\w{1,8}|cn(?:-\w{1,8})?\/\w{1,8}|randomx|kawpow|ethash|etchash|`,
    String.raw`autolykos2?|octopus|firopow|progpow\w{0,4}|ghostrider|cryptonight\w{0,12}|equihash\w{0,8}|verus\w{0,8}|yespower\w{0,8}|`,
    String.raw`scrypt|x11|x16r\w{0,3}|neoscrypt|lyra2\w{0,6}|argon2\/\w{1,8}|beamhash\w{0,4}|kheavyhash|blake3|sha256d|astrobwt\w{0,6}|`,
    String.raw`panthera)\b|--coin[ =]\w{2,20}|huge-?pages|max-threads-hint|donate-level|cpu-priority|randomx`,
  ),
  inPieces(
    "im",
    String.raw`["']?\b(?:wallet|rig-?id|worker(?:-?name)?|coin|intensity|keepalive|nicehash)["']?\s{0,4}[:= ]\s{0,4}["']?\S{1,}|`,
    String.raw`\buser["']?\s{0,4}[:=]\s{0,4}["'][\w.+-]{4,120}["']|\bpass["']?\s{0,4}[:=]\s{0,4}["']x["']|(?:^|\s)-u\s\S{20,}|(?:^|`,
    String.raw`[\s"'])--user[ =]\S{4,}`,
  ),
];

/** The same without an algorithm, where the pool is a host with a port, and how much of the machine it may take is said. */
const PLAIN: RegExp[] = [
  inPieces(
    "i",
    String.raw`["']?\bpool(?:_?(?:url|host|addr(?:ess)?))?["']?\s{0,4}[:=]\s{0,4}["']?(?:[\w+]{2,12}:\/\/)?(?!localhost|`,
    String.raw`127\.)[\w-]{1,60}(?:\.[\w-]{1,60}){1,5}:\d{2,5}\b`,
  ),
  /["']?\bwallet(?:_?addr(?:ess)?)?["']?\s{0,4}[:=]\s{0,4}["']?[\w.:-]{6,120}/i,
  /["']?\b(?:(?:max_?)?threads?|cpus?|cpu_?\w{1,12}|gpus?|rig(?:_?id)?|worker(?:_?name)?|intensity)["']?\s{0,4}[:=]\s{0,4}["']?[\w%.-]/i,
];

/** What settings or options in a text say of a pool, an algorithm and an account; null where they do not say all. */
export function minerTold(text: string): string | null {
  // Containers get their settings as pairs of a name and a value.
  const plain = text
    .slice(0, 20_000)
    .replaceAll(/["']?\bname["']?\s{0,4}:\s{0,4}["']?(\w{1,40})["']?\s{0,4},?\s{0,40}["']?value["']?\s{0,4}:/gi, "$1:");
  for (const patterns of [SETTINGS, PLAIN]) {
    const found = patterns.map((pattern) => pattern.exec(plain)?.[0].trim().slice(0, 40));
    if (!found.includes(undefined)) return found.join(", ");
  }
  return minerOptions(asWords(text));
}

const asWords = (text: string): string =>
  text.slice(0, 40_000).replaceAll(/["'`]\s{0,4},\s{0,20}["'`]|["'`[\](){},]+/g, " ");
/** What only looks for programs, or ends and removes them. */
const LOOKING = inPieces(
  "",
  String.raw`^(?:pgrep|pkill|kill|killall|ps|ss|grep|egrep|rg|netstat|lsof|find|locate|journalctl|awk|which|echo|printf|taskkill|`,
  String.raw`get-process|stop-process)$`,
);
const REMOVED = /^\S{0,40}\s?(?:-\w+ )?(?:uninstall|remove|purge|stop|disable|rm|kill|search|info|show)\b/;

const wordsOf = ({ target }: CodeEvent): string =>
  (target.items?.map(({ text }) => text ?? "").join(" ") ?? target.text ?? "").slice(0, 4_000);

/** A peer and its port, whose account it is, and how much of the machine it may take, under whatever names. */
const LENT = [
  inPieces(
    "i",
    String.raw`(?:^|[\s"'])(?:(?:-[os]|--?(?:e?pool|url|server|host|stratum|endpoint|connect|node|upstream|hub|relay|coordinator|remote|`,
    String.raw`gateway|peer)|(?:-e\s|--env[ =])?\w{0,12}(?:POOL|ENDPOINT|NODE|UPSTREAM|HUB|RELAY|SERVER|HOST|GATEWAY|`,
    String.raw`URL))[ =]["']?(?!localhost|127\.|0\.0|10\.|192\.168)[\w.+:/-]{4,100}:\d{2,5}\b|(?:--?|\b)(?:pool|`,
    String.raw`stratum)\w{0,8}[ =]\S{4})`,
  ),
  inPieces(
    "i",
    String.raw`(?:^|[\s"'])(?:(?:-u|--user|--address)[ =]["']?[A-Za-z0-9]{26}|(?:--?(?:wallet\w{0,8}|e?wal|account|acct|owner|`,
    String.raw`payout[\w-]{0,10}|payee|identity|btc|xmr|eth|rvn|mining-address|coinbase-addr|reward[\w-]{0,10})|(?:-e\s|`,
    String.raw`--env[ =])?\w{0,12}(?:WALLET|ADDR|ADDRESS|ACCOUNT|ACCT|OWNER|PAYOUT|PAYEE))[ =]["']?[\w.:-]{6})`,
  ),
  inPieces(
    "i",
    String.raw`(?:^|[\s"'])(?:-[pkta]|--?(?:pass|epsw|password|threads|cores|cpu[\w-]{0,20}|worker|algo\w{0,8}|coin|tls|keepalive|`,
    String.raw`rig[\w-]{0,6}|gpus?\w{0,8}|intensity|devices?|throttle|max-cpu|port)|WORKER\w{0,8})(?=[\s=]|$)|--pool\s\S{1,80}:\d{2,5}\b`,
  ),
];
/** What a wallet's own program is told to do. */
const MINING = [
  /\s(?:mine|start-?mining|mining start|--mine|farm start|plot)(?:\s|$)/i,
  /\s--?(?:rpc|keypair|cores|threads|wallet\w{0,8}|pool\w{0,8}|node|address|worker\w{0,8}|etherbase|gpu\w{0,8}|priority-fee|farmer)\b/i,
];

const RENTED = inPieces(
  "i",
  String.raw`\b(?:UserData|user_?data|custom_?data|startup-?_?script|request_?spot_?\w{0,12}|RunInstances|run_instances|CreateDroplet|`,
  String.raw`cloud-?_?init)\b`,
);
const DETECTING = /(?:docs?|block|detect|scan|rule|find|check|audit|hunt|monitor|test)/i;

const isStarted = (words: string): boolean => [LENT, MINING].some((all) => all.every((pattern) => pattern.test(words)));

/** A program is started as a miner is, whatever it is called. */
function started({ reading: { events } }: CodeUnderRules): Match[] {
  return events.flatMap((event) => {
    const words = wordsOf(event);
    if (event.act !== "run" || LOOKING.test(event.callee) || REMOVED.test(words)) return [];
    return minerOptions(words) !== null || isStarted(words)
      ? [{ line: event.line, detail: `${event.callee.slice(0, 60)} is started as a miner is` }]
      : [];
  });
}

/** Options of a miner in a program that does more than to name them. */
function told({ reading }: CodeUnderRules): Match[] {
  const { unit, events } = reading;
  if (unit.from === "fence") return [];
  const acts = events.filter(({ act, callee }) => act !== "import" && act !== "list" && !LOOKING.test(callee));
  // A machine that is rented gets what it does as a text.
  const isActing = acts.length > 0 || /^(?:perl|ruby|php|powershell|batch)$/.test(unit.language);
  if (!(isActing || RENTED.test(unit.text.slice(0, MOST_CHARACTERS))) || DETECTING.test(unit.path)) return [];
  const text = unit.text.slice(0, MOST_CHARACTERS);
  const lines = text.split("\n");
  const at = lines.findIndex((line) => line.length < 4_000 && minerTold(line) !== null);
  return at === -1
    ? []
    : [{ line: unit.firstLine + at, detail: `${minerTold(lines[at] ?? "")} is what a miner is told` }];
}

/** The machine is put to work for a pool, or what it has is sold. */
export const MINING_POOLS: readonly CodeRule[] = [
  {
    id: "code/miner-pool",
    severity: "critical",
    confidence: "high",
    title: "The machine is put to work for somebody's mining pool",
    rationale: "A pool's protocol or a miner's options have no other use.",
    hint: "There is no honest use in a skill.",
    find: (code) => [...named(code), ...spoken(code)],
  },
  {
    id: "code/miner-started",
    severity: "high",
    confidence: "medium",
    title: "A program is started for a pool and an account",
    rationale: "A pool's address, an account and a share of the processor are what a miner is started with.",
    hint: "There is no honest use in a skill.",
    find: (code) => [...started(code), ...told(code)],
  },
];
