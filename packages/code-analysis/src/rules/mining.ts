import { inPieces } from "@gaia/reading";
import type { CodeEvent } from "../engine/event.ts";
import { hostOf, isLocalHost } from "../engine/host.ts";
import type { CodeRule, CodeUnderRules, Match } from "../engine/rule.ts";
import { sourcesOf } from "../engine/value.ts";
import { isConfirming, wholeText } from "./asked.ts";
import { isStated, pathsIn } from "./matching.ts";
import { LOOKING } from "./mining-peers.ts";

/** A pool's address, and what only a miner's command line or settings say. */
const POOL_WORD = inPieces(
  "i",
  String.raw`stratum\d?(?:\+(?:tcp|ssl|tls|wss?))?:\/\/[^\s"'/]{0,80}|\bxmr-?(?:ig|stak)\b|\bdonate-level\b|`,
  String.raw`\brx\/0\b|\bcoinhive\b|\bcrypto-?loot\b|\bcoin-?imp\b|\bdeepminer\b|\bweb-?miner\b|\bminero\.cc\b|`,
  String.raw`\brandomx\b|\bcpuminer\b|\b(?:c|bf|sg)?minerd\b|\b(?:c|bf|sg)gminer\b|\bethminer\b|\bphoenixminer\b|`,
  String.raw`\blolminer\b|\bteamredminer\b|\bgminer\b|\bsrbminer|\bwildrig|--coin[= ]\w+ .{0,80}--?(?:url|o|pool)\b|`,
  String.raw`\bnbminer\b|\bt-rex\b.{0,40}-a\b|cryptonight|\b(?:kawpow|ethash|etchash|autolykos2?|verushash|`,
  String.raw`ghostrider|yescrypt)\b`,
);

/** What a pool and its clients say to each other. */
const SPOKEN = inPieces(
  "",
  String.raw`^(?:mining\.(?:subscribe|authorize|submit|notify|set_difficulty)|eth_(?:submitLogin|submitWork|`,
  String.raw`submitHashrate)|getblocktemplate|submitblock)$|"method"\s*:\s*"(?:mining\.(?:subscribe|authorize|`,
  String.raw`submit)|eth_submit\w+|login)"[\s\S]{0,300}(?:worker|"pass"|algo|wallet|agent|params)`,
);

/** The same where a reader keeps no texts of its own. */
const QUOTED = /["'`](mining\.(?:subscribe|authorize|submit))\\?["'`]/;

/** A connection that is kept by an object, for another of its functions to speak on. */
const SOCKET = inPieces(
  "",
  String.raw`\b(?:TCPSocket|SSLSocket|TcpStream|TcpClient|IO::Socket\S{0,12}|f?sockopen|stream_socket_client|`,
  String.raw`net\.Dial|\bdprintf\s*\(|getaddrinfo|gethostbyname|inet_pton|create_connection|ClientWebSocket|`,
  String.raw`WebSocket|new Socket|Socket\.connect)\b`,
);

const LOGIN =
  /\bmethod\\?["']?\s*(?::|=>|=|,)\s*\\?["'](?:login|submit)\\?["'][^\n]{0,160}\b(?:pass|agent|job_id|rigid|nonce)\\?["']?\s*(?::|=>|=|,)/;

/** Programs and images that sell the machine's line, memory or time, and how they are asked to. */
const SHARED = inPieces(
  "i",
  String.raw`\b(?:lib)?(?:earnapp|honeygain|iproyal|psclient|pawns-?cli|packetstream|peer2profit|traffmonetizer|`,
  String.raw`repocket|proxyrack|proxylite|bitping|earn\.?fm|mysterium|grass-?(?:node|desktop)|nodepay|gradient-node|`,
  String.raw`urnetwork|castar-?sdk|infatica|luminati|brightdata-?sdk|spider-?node|salad-?(?:bowl|cli)|nicehash|`,
  String.raw`unmineable|storagenode|chia plots|golemsp|yagna|nosana|clore-hosting|vast-?ai-?(?:host|daemon)|`,
  String.raw`packetshare|packetsdk|proxybase|antgain|bytelixir|wipter|ebesucher|spide|gaganode|meson-?(?:cdn|node|`,
  String.raw`gaganode)|titan-edge|blockmesh|multiple-cli|nexus-network|kuzco|koii|boinccmd|fah-?client|dnetc|rivalz|`,
  String.raw`theta-?edge|presearch\/node|filecoin|akash-provider|io-?net-?(?:agent|worker)|proxy-?lite|bright-?sdk|`,
  String.raw`globalhop|honeyminer|kryptex|cudo-?miner|minergate|betterhash|computta)\b|--?(?:share-|sell-|`,
  String.raw`accept-)?(?:bandwidth(?:-shar\w+)?|residential-proxy)\b|\bshare[-_]bandwidth\b`,
);

const miner: CodeRule = {
  id: "code/miner-pool",
  severity: "critical",
  confidence: "high",
  title: "The machine is put to work for somebody's mining pool",
  rationale: "A pool's protocol or a miner's options have no other use.",
  hint: "There is no honest use in a skill.",
  find: (code) => [...named(code), ...spoken(code), ...searched(code), ...shared(code)],
};

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

const HASHING =
  /\b(?:sha256|sha3_256|scrypt|blake2[bs]|keccak\w{0,6}|argon2\w{0,20}|ripemd160|x11_hash|md5|sha1|sha512)\b/;
const COUNTING = inPieces(
  "",
  String.raw`\bfor\s+\w{1,12}\s+in\s+(?:range|itertools\.count|count)\b|\b\w{1,16}\s*\+=\s*(?:1|step|stride|`,
  String.raw`\w{0,8}count)\b|\bwhile\b[^\n]{0,80}\bnonce|:?=\s*next\(`,
);
const AIMED = inPieces(
  "i",
  String.raw`<=?\s*(?:\w+\.)?(?:target|difficulty|limit|goal|bound|threshold)|startswith\([^)\n]{0,40}(?:["']0|zero|`,
  String.raw`difficulty)|(?:target|difficulty)\w{0,8}\s*>=?`,
);
const LINES = 14;

/** Work that a peer sets and is told the answer of: numbers are tried until a hash is small enough. */
function searched(code: CodeUnderRules): Match[] {
  const { events, unit } = code.reading;
  if (unit.from !== "file" || !HASHING.test(unit.text)) return [];
  const isAsked = events.some(({ act, inputs }) => act === "connect" || (act === "send" && inputs.length > 0));
  if (!isAsked || isStated(code, /min(?:ing|er)|blockchain|proof.of.work|hashcash/i)) return [];
  const lines = unit.text.split("\n", 5_000);
  const at = lines.findIndex((line, index) => {
    if (!COUNTING.test(line.slice(0, 400))) return false;
    const around = lines
      .slice(Math.max(0, index - LINES / 2), index + LINES)
      .join("\n")
      .slice(0, 4_000);
    return HASHING.test(around) && AIMED.test(around) && (/nonce/i.test(around) || /target|difficulty/i.test(around));
  });
  return at === -1
    ? []
    : [
        {
          line: unit.firstLine + at,
          detail: "hashes are tried until one is small enough, for a peer",
          severity: "high",
        },
      ];
}

/** The machine's line is sold. */
function shared(code: CodeUnderRules): Match[] {
  return [...sold(code), ...contained(code)];
}

/** An image of such a program, in a program that starts containers. */
function contained(code: CodeUnderRules): Match[] {
  const { unit, texts } = code.reading;
  if (!/docker|podman|container/i.test(unit.text) || isStated(code, SHARED)) return [];
  // The shells of Windows say what they start at the beginning of a line.
  const lines = /^(?:batch|powershell)$/.test(unit.language) ? unit.text.split("\n", 2_000) : [];
  const at = lines.findIndex(
    (line) =>
      /^\s*(?:&\s*)?(?:docker|podman|nerdctl)(?:\.exe)?\s+(?:run|create|compose)\b/i.test(line) &&
      SHARED.test(line.slice(0, 1_000)),
  );
  if (at !== -1)
    return [{ line: unit.firstLine + at, detail: "a container sells what the machine has", severity: "high" }];
  return texts.flatMap(({ text, line }) =>
    text.length < 200 && /^[\w.-]{1,60}(?:\/[\w.-]{1,60}){1,3}(?::[\w.-]{1,60})?$/.test(text) && SHARED.test(text)
      ? [{ line, detail: `${text} sells what the machine has`, severity: "high" as const }]
      : [],
  );
}

const IS_OWN_ACCOUNT_PATTERN = inPieces(
  "i",
  String.raw`\bgetpass\b|\binput\s{0,2}\([^\n]{0,60}(?:key|account|token|mail)|\bread\s[^\n]{0,60}(?:key|account|`,
  String.raw`token|mail)|Read-Host[^\n]{0,60}(?:key|account|token|mail)`,
);

/** The user is asked first, and the account is theirs: it is typed in. */
const isOwnAccount = (code: CodeUnderRules): boolean =>
  isConfirming(code) && IS_OWN_ACCOUNT_PATTERN.test(wholeText(code));

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

/** The machine works for somebody else. */
export const MINING: readonly CodeRule[] = [miner];
