import { inPieces } from "@gaia/reading";
import type { CodeEvent } from "../engine/event.ts";
import { hostOf, isLocalHost } from "../engine/host.ts";
import type { CodeRule, CodeUnderRules, Match } from "../engine/rule.ts";
import { sourcesOf } from "../engine/value.ts";
import { isStated, pathsIn } from "./matching.ts";
import { isPeered } from "./messaging.ts";
import { asWords, minerOptions } from "./miner-options.ts";

const MOST_CHARACTERS = 60_000;
const MOST_WORDS = 4_000;

/** What only looks for programs, or ends and removes them. */
export const LOOKING = inPieces(
  "",
  String.raw`^(?:pgrep|pkill|kill|killall|ps|ss|grep|egrep|rg|netstat|lsof|find|locate|journalctl|awk|which|echo|`,
  String.raw`printf|taskkill|get-process|stop-process)$`,
);
const REMOVED = /^\S{0,40}\s?(?:-\w+ )?(?:uninstall|remove|purge|stop|disable|rm|kill|search|info|show)\b/;

const wordsOf = ({ target }: CodeEvent): string =>
  (target.items?.map(({ text }) => text ?? "").join(" ") ?? target.text ?? "").slice(0, MOST_WORDS);

/** Where the work comes from, whose it is, and how hard to work, however short each of them is. */
const POOL =
  /(?:^|\s)(?:--?(?:pool|server|host|url|stratum|endpoint|node|proxy)\w{0,8}|-o)[ =]\S{4,}|\bPOOL\w{0,8}=\S{4,}/i;
const PAID = inPieces(
  "i",
  String.raw`(?:^|\s)--?(?:wallet\w{0,8}|wal|ewal|btc|xmr|eth|rvn|payout[\w-]{0,10}|mining-address|coinbase-addr|`,
  String.raw`reward[\w-]{0,10})[ =]\S{4,}|\bWALLET\w{0,8}=\S{4,}`,
);
const SHARE = inPieces(
  "i",
  String.raw`(?:^|\s)--?(?:port|threads?|algo\w{0,8}|worker\w{0,8}|rig\w{0,6}|coin|cpu\w{0,12}|gpu\w{0,12}|intensity|`,
  String.raw`devices?|pass|tls)\b|:\d{2,5}\b|\bWORKER\w{0,8}=`,
);
/** What programs that mine are called when nobody hides it. */
const NAMED = inPieces(
  "i",
  String.raw`\b(?:xmr|monero|btc|bitcoin|eth|rvn|kas|kaspa|ltc|doge|zec|crypto|coin|rx|randomx|web|wasm|gpu|cpu|js|`,
  String.raw`stratum|nonce|hash)[-_]?(?:miner|mining|minerd|stak|rig)\b|\b\w{2,20}[-_]miner(?:[-_]\w{1,20})?\b|`,
  String.raw`\b\w{1,12}pool-?miner\b`,
);
const OTHER_MINERS =
  /\b(?:data|text|web|log|process|pattern|rule|repo|git|arg|opinion|api|pdf|code|spider)[-_]?min(?:er|ing)/i;

function started(code: CodeUnderRules): Match[] {
  return code.reading.events.flatMap((event) => {
    if (event.act !== "run" || LOOKING.test(event.callee)) return [];
    const words = wordsOf(event);
    if (REMOVED.test(words)) return [];
    if (POOL.test(words) && PAID.test(words) && SHARE.test(words))
      return [{ line: event.line, detail: `${event.callee} is started with a pool and a wallet` }];
    if (MINE.test(words) && MINE_HOW.test(words))
      return [{ line: event.line, detail: `${event.callee} is told to mine` }];
    const name = OTHER_MINERS.test(words) ? undefined : NAMED.exec(words)?.[0];
    return name === undefined || !(POOL.test(words) || PAID.test(words) || /\s-u\s/.test(words))
      ? []
      : [{ line: event.line, detail: `${name} is started for a pool` }];
  });
}

/** What a wallet's own program is told to do. */
const MINE = /\s(?:mine|start-?mining|mining start|--mine|farm start|plot)(?:\s|$)/i;
const MINE_HOW = inPieces(
  "i",
  String.raw`\s--?(?:rpc|keypair|cores|threads|wallet\w{0,8}|pool\w{0,8}|node|address|worker\w{0,8}|miner\.\w{1,20}|`,
  String.raw`etherbase|gpu\w{0,8}|priority-fee|farmer\w{0,8})\b`,
);

/** A pool and a wallet, side by side, in a program that starts another. */
const PAIRED = inPieces(
  "i",
  String.raw`\bpool\w{0,8}["']?\s{0,3}(?:[:=]|=>)[\s\S]{0,200}?\bwallet\w{0,8}["']?\s{0,3}(?:[:=]|=>)|`,
  String.raw`\bwallet\w{0,8}["']?\s{0,3}(?:[:=]|=>)[\s\S]{0,200}?\bpool\w{0,8}["']?\s{0,3}(?:[:=]|=>)`,
);
const POWER =
  /\b(?:threads?|algo\w{0,8}|coin|worker\w{0,8}|rig\w{0,6}|cpus?|gpus?|hash_?rate|port|donate|intensity|throttle)\b/i;

function paired({ reading }: CodeUnderRules): Match[] {
  const text = reading.unit.text.slice(0, MOST_CHARACTERS);
  const at = PAIRED.exec(text);
  if (at === null || !POWER.test(text.slice(Math.max(0, at.index - 200), at.index + 600))) return [];
  const near = text.slice(at.index, at.index + 400);
  if (
    /\bpool\w{0,8}["']?\s{0,3}(?:[:=]|=>)\s{0,3}["'](?:wss?:|stratum|[\w-]{1,60}(?:\.[\w-]{1,60}){1,5}:\d)/i.test(near)
  )
    return [
      {
        line: reading.unit.firstLine + text.slice(0, at.index).split("\n").length - 1,
        detail: "a pool and a wallet to work for",
      },
    ];
  const start = reading.events.find(({ act, callee }) => act === "run" && !LOOKING.test(callee));
  return start === undefined ? [] : [{ line: start.line, detail: "a program is started beside a pool and a wallet" }];
}

/** The machine is not used, or nobody watches it. */
const IDLE = inPieces(
  "i",
  String.raw`getSystemIdleTime|getSystemIdleState|GetLastInputInfo|xprintidle|xssstate|HIDIdleTime|`,
  String.raw`SecondsSinceLastEventType|IdleDetector|IdleHint|IdleSinceHint|desktop-idle|system-idle|cpu_percent|`,
  String.raw`cpu_times_percent|getloadavg|loadavg|currentLoad|% Processor Time|LoadPercentage|on_?battery|`,
  String.raw`sensors_battery|isOnBatteryPower|screensaver|onidle|RunOnlyIfIdle|onDidChangeWindowState|`,
  String.raw`visibilitychange|visibilityState|document\.hidden|lock-screen|LockedHint|ScreenIsLocked|onDidBlur|`,
  String.raw`browser-window-blur|\bpynput\b|idle_?(?:time|seconds|for|ms|since)`,
);
const STARTS =
  /\b(?:Popen|spawn|fork|exec\w{0,6}|Start-Process|Worker|system|subprocess|create_subprocess\w{0,8}|nohup|start)\b/;
const ADDRESS = inPieces(
  "i",
  String.raw`\b(?:wss?|tcp|ssl|tls|https?):\/\/[\w.-]{3,100}|\b[\w-]{1,60}(?:\.[\w-]{1,60}){1,5}:\d{2,5}\b|`,
  String.raw`--?(?:connect|endpoint|server|host|node|pool|relay|coordinator|hub)\b`,
);
const ACCOUNT = inPieces(
  "i",
  String.raw`--?(?:account|acct|id|user|wallet|key|token|owner|payout|worker|email)\b|["'](?:acct|wallet|account|`,
  String.raw`owner|payout)\b|\b(?:acct|wallet|payout|owner|user)["']?\s{0,2}:`,
);
const AWAY =
  /\.(?:kill|terminate|stop|send_signal|suspend)\s{0,2}\(|Stop-Process|\bSIG(?:STOP|TERM|KILL)\b|\bp?kill\b/i;
/** Programs by which people see what their machine does. */
const WATCHERS =
  /\b(?:htop|btop|taskmgr|perfmon|procexp\w{0,4}|processhacker|activity ?monitor|gnome-system-monitor|nvtop|nvidia-smi)\b/gi;

function idle({ reading }: CodeUnderRules): Match[] {
  const { text, firstLine, from } = reading.unit;
  if (from === "fence" || text.length > MOST_CHARACTERS) return [];
  const starts = reading.events.filter(({ act, callee }) => (act === "run" || act === "load") && !LOOKING.test(callee));
  if (starts.length === 0) return [];
  const watchers = new Set((text.match(WATCHERS) ?? []).map((word) => word.toLowerCase()));
  if (watchers.size > 1 && AWAY.test(text) && starts.some(({ act }) => act === "run"))
    return [{ line: starts[0]?.line ?? firstLine, detail: "a program that ends when somebody looks at what runs" }];
  if (!IDLE.test(text)) return [];
  const lines = text.split("\n");
  const start = starts.find(({ line, act }) => {
    const near = lines.slice(Math.max(0, line - firstLine - 2), line - firstLine + 4).join("\n");
    return (act === "run" || STARTS.test(near)) && ADDRESS.test(near) && ACCOUNT.test(near);
  });
  return start === undefined
    ? []
    : [{ line: start.line, detail: "a program for somebody's account, while nobody uses the machine" }];
}

const RENTED = inPieces(
  "i",
  String.raw`\b(?:UserData|user_?data|custom_?data|startup-?_?script|request_?spot_?\w{0,12}|RunInstances|`,
  String.raw`run_instances|CreateDroplet|cloud-?_?init)\b`,
);
const DETECTING = /(?:docs?|block|detect|scan|rule|find|check|audit|hunt|monitor|test)/i;

/** Options of a miner in a program that does more than to name them. */
function told({ reading }: CodeUnderRules): Match[] {
  const { unit, events } = reading;
  if (unit.from === "fence") return [];
  const acts = events.filter(({ act, callee }) => act !== "import" && act !== "list" && !LOOKING.test(callee));
  const run = acts.find((event) => event.act === "run" && minerOptions(wordsOf(event)) !== null);
  if (run !== undefined) return [{ line: run.line, detail: "it is started as a miner is" }];
  // A machine that is rented gets what it does as a text.
  const isActing = acts.length > 0 || /^(?:perl|ruby|php|powershell|batch)$/.test(unit.language);
  if (!(isActing || RENTED.test(unit.text.slice(0, MOST_CHARACTERS))) || DETECTING.test(unit.path)) return [];
  const lines = unit.text.slice(0, MOST_CHARACTERS).split("\n");
  const at = lines.findIndex((line) => line.length < MOST_WORDS && minerOptions(asWords(line)) !== null);
  return at === -1
    ? []
    : [{ line: unit.firstLine + at, detail: `${minerOptions(asWords(lines[at] ?? ""))} is what a miner is told` }];
}

const isToPeer = ({ target }: CodeEvent): boolean => {
  const host = target.text === null ? null : (hostOf(target.text) ?? target.text);
  return host === null || !isLocalHost(host);
};
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

/** What computes a lot. */
const POWERFUL = inPieces(
  "",
  String.raw`torch\.cuda|\.cuda\(|to\(\s{0,2}["']cuda|\bcupy\b|pyopencl|pycuda|numba\.cuda|from numba import cuda|`,
  String.raw`nvidia-smi|pynvml|GPUtil|hardwareConcurrency|cpu_count|os\.cpus|\bcpus\(\)|Etc\.nprocessors|\bnproc\b|`,
  String.raw`hashcat|gpu\.js|navigator\.gpu|requestAdapter|\bwgpu\b|WebAssembly|blender["', ]{1,4}-b|llama_cpp|`,
  String.raw`\bvllm\b|onnxruntime|jax\.devices|tf\.config|availableParallelism|NUMBER_OF_PROCESSORS`,
);
const OWNED = inPieces(
  "i",
  String.raw`\b(?:owner|acct|account|wallet|payout|payee|referr\w{1,4}|ref_?code|earn\w{0,6}|reward\w{0,3}|credits?|`,
  String.raw`beneficiary|node_?(?:id|key)|worker_?(?:id|key)|provider_?(?:id|key)|farm\w{0,4}|contributor)\b`,
);
const GIVEN =
  /\b(?:jobs?|tasks?|units?|work|lease|chunks?|shards?|batch(?:es)?|assignments?|orders?|pop|claim|pull|poll|next|reserve|dequeue)\b/i;
const HANDED =
  /\b(?:results?|submit\w{0,6}|done|complete\w{0,3}|finish\w{0,3}|report|answers?|proofs?|solutions?|found)\b|\/(?:jobs?|tasks?|units?)\//i;

/** Work is taken from a peer and handed back to it, again and again, on somebody's account. */
function lent(code: CodeUnderRules): Match[] {
  const { events, unit } = code.reading;
  if (unit.from !== "file" || unit.text.length > MOST_CHARACTERS || !POWERFUL.test(unit.text)) return [];
  if (!OWNED.test(unit.text) || isStated(code, /worker|runner|queue|cluster|render|distributed|volunteer/i)) return [];
  const isPeer = isPeered(unit.text);
  const isEndless =
    /while\s*\(?\s*(?:True|true|1|:)|for\s*\(\s*;\s*;|\bloop\b|setInterval|setTimeout|until false|while :/.test(
      unit.text,
    ) ||
    (isPeer && /\bfor\s+(?:await\s*)?\(?(?:const\s+)?\w{1,30}\s+(?:in|of)\s+\w{1,30}[.(]/.test(unit.text));
  if (!isEndless) return [];
  const lines = unit.text.split("\n");
  const said = (event: CodeEvent) =>
    [event.target, ...event.inputs].flatMap((value) => pathsIn(value)).join(" ") +
    (lines[event.line - unit.firstLine] ?? "");
  const isGiven = (event: CodeEvent) => (event.act === "fetch" || event.act === "connect") && isToPeer(event);
  const given = events.find((event) => isGiven(event) && GIVEN.test(said(event)));
  const isPaid = /\b(?:payout|wallet|acct|payee|beneficiary)\b/i.test(unit.text);
  const handed = events.find(
    (event) =>
      event.act === "send" &&
      event.line !== given?.line &&
      (isPaid || fromPeer(event.inputs) || fromPeer([event.target])) &&
      HANDED.test(said(event)),
  );
  const isBoth = given !== undefined && handed !== undefined;
  const isMessaged = isPeer && isPaid;
  return isBoth || (isMessaged && GIVEN.test(unit.text) && HANDED.test(unit.text))
    ? [
        {
          line: given?.line ?? unit.firstLine,
          detail: "work is taken from a peer and handed back, on somebody's account",
        },
      ]
    : [];
}

/** As many workers as there are processors, which tell a peer what they found. */
function crewed({ reading }: CodeUnderRules): Match[] {
  const { unit, events } = reading;
  if (unit.from === "fence" || unit.text.length > MOST_CHARACTERS) return [];
  if (
    !/hardwareConcurrency|\bcpus\(\)|availableParallelism/.test(unit.text) ||
    !/\bnonce|\bhash_?(?:es|rate)/i.test(unit.text)
  )
    return [];
  const worker = events.find(({ act, callee }) => act === "load" && callee.endsWith("Worker"));
  const isTold = events.some((event) => event.act === "send" && isToPeer(event));
  return worker === undefined || !isTold
    ? []
    : [{ line: worker.line, detail: "every processor searches for what a peer is told" }];
}

/** A page's element that loads what works while the page is open. */
const ELEMENT = /<script\b[^>]{0,400}\bdata-(?:throttle|threads?|wallet|pool|cpu|miner|hash\w{0,6}|algo|cores)\b/i;

function placed({ reading }: CodeUnderRules): Match[] {
  return reading.texts.flatMap(({ text, line }) =>
    ELEMENT.test(text.slice(0, 20_000)) ? [{ line, detail: "a page gets a script that works for somebody" }] : [],
  );
}

/** What the machine has is lent to somebody's account. */
export const MINING_PEERS: readonly CodeRule[] = [
  {
    id: "code/miner-peer",
    severity: "high",
    confidence: "medium",
    title: "The machine is lent to somebody else",
    rationale: "Whoever gives out the work, or whose traffic is carried, pays whoever put the program here.",
    hint: "There is no honest use in a skill.",
    find: (code) => [
      ...started(code),
      ...told(code),
      ...paired(code),
      ...idle(code),
      ...relayed(code),
      ...lent(code),
      ...crewed(code),
      ...placed(code),
    ],
  },
];
