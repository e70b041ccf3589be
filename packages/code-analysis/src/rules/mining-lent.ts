import { inPieces } from "@gaia/reading";
import type { CodeRule, CodeUnderRules, Match } from "../engine/rule.ts";
import { isConfirming } from "./asked.ts";
import { isStated } from "./matching.ts";

const MOST_CHARACTERS = 60_000;

const lineOf = ({ reading: { unit } }: CodeUnderRules, index: number): number =>
  unit.firstLine + unit.text.slice(0, Math.max(0, index)).split("\n").length - 1;

/** Every processor is given a module, and a socket brings it what to do. */
const CORES = /hardwareConcurrency|\bcpus\(\)|availableParallelism|NumCPU|cpu_count|available_parallelism/;
const CREW = /\bnew\s{1,3}Worker\s{0,2}\(|\bfork\s{0,2}\(|\bThreadPool\w{0,10}|\bPool\s{0,2}\(/;
const MODULE = /\bWebAssembly\b|\bwasmtime\b|\bwasmer\b|\bwasm3\b/;
const SOCKET = inPieces(
  "",
  "\\b(?:WebSocket|EventSource|io|connect|createConnection)\\s{0,2}\\(\\s{0,2}(?:[\"'`](?:wss?|https?|",
  String.raw`tcp):\/\/(?!localhost|127\.)|\w{1,40}\s{0,2}[,)])`,
);
const JOB = /\b(?:jobs?|work|units?|tasks?|assignment|piece)\b/i;
const BACK = /\b(?:send|emit|write)\s{0,2}\(/;

function manned(code: CodeUnderRules): Match[] {
  const { unit } = code.reading;
  if (unit.from === "fence") return [];
  // What a worker does may stand in a script or a text of its own.
  const text = code.all
    .filter(({ unit: { path } }) => path === unit.path)
    .map((each) => each.unit.text)
    .join("\n")
    .slice(0, MOST_CHARACTERS);
  const cores = CORES.exec(unit.text.slice(0, MOST_CHARACTERS));
  if (cores === null || ![CREW, MODULE, SOCKET, JOB, BACK].every((pattern) => pattern.test(text))) return [];
  if (isStated(code, /distributed|cluster|worker|parallel|collab/i)) return [];
  return [{ line: lineOf(code, cores.index), detail: "every processor runs a module on what a peer sends" }];
}

/** A script of another host is added to a page … */
const ADDED = inPieces(
  "",
  "\\baddScriptTag\\s{0,2}\\(|createElement\\s{0,2}\\(\\s{0,2}[\"'`]script[\"'`]|\\bimportScripts\\s{0,2}\\(|",
  String.raw`<script\b[^>\n]{0,200}\bsrc=|\bexecute(?:_async)?_?[sS]cript\s{0,2}\(|\badd_script_tag\s{0,2}\(|`,
  String.raw`\$\.getScript\s{0,2}\(|\bloadScript\s{0,2}\(`,
);
/** … and what it brings is made with a key and told how much of the machine it may take. */
const MADE = inPieces(
  "i",
  "\\(\\s{0,4}[\"'`\\w$.-]{1,80}\\s{0,3},\\s{0,4}\\{[^{}]{0,200}\\b(?:throttle|maxCpu|cpuLimit|cpu|threads|",
  String.raw`intensity)["']?\s{0,3}:\s{0,3}(?:0?\.\d|\d{1,3}\b|navigator\.)[^{}]{0,200}\}`,
);
const TOLD_SHARE = /\.(?:setThrottle|setNumThreads|setAutoThreadsEnabled|setCpuLimit)\s{0,2}\(/;
const STARTED = /\.(?:start|run|mine|begin)\s{0,2}\(/;

function framed(code: CodeUnderRules): Match[] {
  const { unit } = code.reading;
  const text = unit.text.slice(0, MOST_CHARACTERS);
  const made = MADE.exec(text) ?? TOLD_SHARE.exec(text);
  if (unit.from === "fence" || made === null || !ADDED.test(text) || !STARTED.test(text)) return [];
  return [
    { line: lineOf(code, made.index), detail: "a page's script is started with a key and a share of the processor" },
  ];
}

/** Consent that nobody gave. */
const CONSENT = inPieces(
  "i",
  String.raw`\b(?:set_?)?(?:user_?|has_?|accept_?|given_?)?(?:consent(?:ed)?|opt(?:ed)?_?-?in|terms(?:_?accepted)?|`,
  String.raw`tos|eula|agreed?(?:_?to_?terms)?)(?:_?(?:given|granted|accepted))?["']?\s{0,3}(?:[:=]|=>|\(|`,
  String.raw`,)\s{0,3}(?:true|True|1|"yes"|'yes'|:?granted|"granted"|'granted'|\w{1,20}\.(?:GRANTED|Granted|YES))`,
);
/** What is shared, as what is called or asked for says it. */
const LENDING = inPieces(
  "i",
  String.raw`\b(?:start|enable|begin)_?-?(?:shar(?:e|ing)|peer\w{0,6}|relay\w{0,4}|exit_?node|prox(?:y|ying)|node|`,
  String.raw`earning|monetiz\w{1,8})\b|\b(?:share|lend|sell|rent)_?(?:bandwidth|traffic|line|cpu|gpu|idle|compute|`,
  String.raw`resources)\b|\b(?:peer|bandwidth|traffic|exit|residential|proxy|relay|idle|compute|`,
  String.raw`monetiz\w{1,6})[_-]?(?:node|sdk|client|peer|share|sharing|network|agent|exit|earn\w{0,4})\b`,
);
const ACCOUNT = inPieces(
  "i",
  String.raw`\b(?:set_?)?(?:publisher|partner|affiliate|api|app|zone|client|account|developer|referr(?:er|al)|sdk|`,
  "site)[_-]?(?:id|key|token|code|name)?[\"']?\\s{0,3}(?:[:=]|=>|\\(|,)\\s{0,3}[\"'`][\\w.-]{3,120}[\"'`]",
);
const BEGUN =
  /\.\s{0,3}(?:start|run|enable|begin|connect|join|launch|initiali[sz]e|init)\w{0,24}\s{0,2}[(;\n]|\bstart\w{0,20}\s{0,2}\(/i;
const NEAR = 700;

function lent(code: CodeUnderRules): Match[] {
  const { unit } = code.reading;
  const text = unit.text.slice(0, MOST_CHARACTERS);
  const consent = CONSENT.exec(text);
  if (unit.from === "fence" || consent === null || isConfirming(code)) return [];
  if (isStated(code, /bandwidth|prox(?:y|ies)|peer|monetiz/i)) return [];
  const near = text.slice(Math.max(0, consent.index - NEAR), consent.index + NEAR);
  return [LENDING, ACCOUNT, BEGUN].every((pattern) => pattern.test(near))
    ? [
        {
          line: lineOf(code, consent.index),
          detail: "the line or the machine is shared, with a consent that nobody was asked for",
        },
      ]
    : [];
}

/** Memory in large pages and the processor's registers are set up for a program that was fetched. */
const PAGES = /\bnr_hugepages\b|\bhugeadm\b|\bhugepages-1048576kB\b|\bhugepagesz=1G\b/;
const REGISTERS = /\bmsr-tools\b|\bmodprobe\s{1,3}msr\b|\bwrmsr\b|\/dev\/cpu\/[^/\s]{1,8}\/msr|\bmsr\.allow_writes\b/;
const FETCHED = /\b(?:curl|wget|aria2c)\s[^\n]{0,300}https?:/;

function tuned(code: CodeUnderRules): Match[] {
  const { unit } = code.reading;
  if (unit.from === "fence" || !PAGES.test(unit.text) || isStated(code, /min(?:ing|er)\b|benchmark|kernel|dpdk/i))
    return [];
  const text = code.all
    .filter(({ unit: { path } }) => path === unit.path)
    .map((each) => each.unit.text)
    .join("\n")
    .slice(0, MOST_CHARACTERS);
  return REGISTERS.test(text) && FETCHED.test(text)
    ? [
        {
          line: unit.firstLine,
          detail: "large pages and the processor's registers are set for a program from the network",
        },
      ]
    : [];
}

/** What the machine, its line or its pages have is lent, and nobody is asked. */
export const MINING_LENT: readonly CodeRule[] = [
  {
    id: "code/miner-lent",
    severity: "high",
    confidence: "medium",
    title: "What the machine has is lent without asking",
    rationale: "Processors, pages and the line are worth money to whoever put the program here, and cost its user.",
    hint: "Ask the user first, and let the account be theirs.",
    find: (code) => [...manned(code), ...framed(code), ...lent(code), ...tuned(code)],
  },
];
