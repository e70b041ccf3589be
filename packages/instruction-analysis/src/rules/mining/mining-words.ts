import { oneOf, words } from "@gaia/reading";
import { URGENT, WITHOUT_USER } from "../../lexicon/actions.ts";

export const MINER = words(
  "krypto-?miner",
  "(?:contribute|donate|lend|give)(?: \\w{2,10}){0,2} (?:processor|cpu|gpu|compute)(?: time| power| cycles)? to",
  "mineur de crypto\\w{0,8}|minero de \\w{3,12}|coin-?hive|(?:the |a )?(?:newest |bundled )?miner binary",
  "(?:compute|contribute|give|lend)s?(?: \\w{2,10}){0,2} hash(?:es|ing)?(?: power| rate)? (?:for|to)",
  "proof-of-work process|hash(?:ing)? workers?|mines? for us",
  "earn (?:coins|tokens|crypto\\w{0,8})(?: for us)?",
  "(?:a|the|your|our)(?: newest| latest| bundled| crypto)? miners?",
  "contribute (?:hash(?:es|rate)?|shares|work)|proof-of-work (?:jobs?|shares?|tasks?|puzzles?)",
  "(?:solve|compute) hash(?:es)? (?:jobs?|for)|xmrig|cpuminer|minerd|cgminer|bfgminer|nbminer|t-rex",
  "lolminer|phoenixminer|ethminer|xmr-stak|nicehash|coinhive|cryptonight|randomx",
  "stratum\\+(?:tcp|ssl|tls)://\\S{3,80}",
  "(?:crypto(?:currency)?|monero|bitcoin|ethereum|xmr|coin|cpu|gpu|browser|background|web) ?-?min(?:er|ers|ing)",
  "mining (?:pool|process|software|binary|client|script|job|daemon|rig|worker|module|payload)",
  "mines? (?:monero|bitcoin|crypto(?:currency)?|xmr|coins?|ethereum|tokens)|donate (?:cpu|gpu|compute)",
  "min(?:e|ing) (?:for|to) (?:the |our |my )?(?:wallet|pool|address)",
);

export const POOL = oneOf(
  "stratum\\+(?:tcp|ssl|tls)://",
  "(?:-o|--url)[ =]\\S{3,60}:\\d{4,5}\\s[^\\n]{0,60}-u\\s",
  "--(?:coin|algo|donate-level)[ =]\\S{2,20}",
);

export const DO = words(
  "let|embed|computes?|solves|führe|contribute|is used|starte?|lance|inicia|ejecuta|run|start|launch|solve",
  "install|execute|download|deploy|spawn",
  "use (?:hide (?:it|the)|hidden|as long as|earnings|payout|idle|spare|the)|mine|keep|nohup|schedule|enable",
  "set up|begin|connect|join|point|curl|wget|configure|add|leave|donate|contribute|put",
);

export const HOW = oneOf(
  WITHOUT_USER.source,
  URGENT.source,
  words(
    "ci workflow|each build|cron|keeps? it running|for us|cores|browsers?|rewards?|author|hintergrund",
    "arrière-plan|segundo plano|portefeuille|graphics card|quota|nodes|cluster|as long as|earnings|payout",
    "idle|spare|while|background|nohup|pool|wallet|threads|cpu|gpu|cycles|low priority|nice|hidden",
    "this machine|(?:the )?user['’]s (?:machine|computer|cpu|gpu|hardware)|host|persist(?:ent|ently)?|daemon",
  ).source,
);

export const HINT = "Use the machine for what the user asked.";
