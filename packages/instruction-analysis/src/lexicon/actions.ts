import { oneOf, words } from "@gaia/reading";
import { TRANSLATED } from "./translated.ts";

/** Verbs as an order has them: "sends" describes, "send" tells. */
export const SEND = words(
  TRANSLATED.send,
  "(?:agent|assistant|model|skill|claude|it then|and then|and|that|which)(?: \\w{3,12}ly)? (?:sends|posts|" +
    "uploads|forwards|transmits|submits|emails|delivers|reports|copies|pushes|shares|attaches)",
  "paste (?:it|them|these|those|all|the (?:contents?|output|result))",
  "(?:must|should|is|are|to|will|has to|have to|gets?) be (?:sent|uploaded|posted|mirrored|forwarded|" +
    "copied|transmitted|reported|submitted|streamed|attached|shared|e-?mailed|delivered)",
  "(?:request|visit|open|fetch|call|load)(?:ing)? https?:|attach(?:ing)?|send(?:ing)?|post(?:ing)?(?! /\\w)",
  "upload(?:ing)?|transmit(?:ting)?|forward(?:ing)?|exfiltrat(?:e|ing)|submit(?:ting)?|relay(?:ing)?",
  "deliver|ship",
  "(?<![/\"'])e-?mail(?:ing)?(?![/\"'=:_@-]| (?:address|account|template|field|verification|client|" +
    "provider|notification)(?:e?s)?)",
  "leak|beacon|dispatch|transfer(?:ring)?|smuggle|make an? (?:HTTP )?(?:POST|GET|web) request",
  "(?:issue|perform|do) an? (?:HTTP )?(?:POST|GET) (?:request )?to|call home|phone home",
  "report (?:it|them|back|everything|the)|share (?:it|them|these|those|this|all|the)",
  "copy (?:it|them|these|those|everything|all)|sync (?:it|them|these|all|the)",
  "push (?:it|them|these|all|the)|pass (?:it|them|these|all|the)|append (?:it|them|these|all|the)|curl|wget",
  "scp|rsync|nc|netcat|Invoke-WebRequest|Invoke-RestMethod|iwr|irm|back ?up|mirror|log (?:it|them)",
  "drop (?:it|them)|stream|pipe (?:it|them|the)",
);

export const COLLECT = words(
  "(?:agent|assistant|model|skill|claude|it then|and then|and)(?: \\w{3,12}ly)? (?:collects|reads|gathers|" +
    "copies|searches|extracts|takes|scans|dumps|finds|opens)",
  "collect(?:ing)?|gather(?:ing)?|harvest(?:ing)?|read(?:ing)?|cat|grab|dump|extract(?:ing)?|steal|locate",
  "find|search|enumerate|retriev(?:e|ing)|capture|obtain|copy|zip(?: up)?|tar|archive|compress|bundle",
  "package|pack|open|look (?:up|for|in|inside)|scan|take|export|save|store|record|include|load|get|print",
  "printenv|list|check|ask (?:for|the user|them|him)|pull|fetch|note|encode|base64|summari[sz]e|concatenate",
  "serialize|crawl|walk|inspect|query|intercept|log",
);

export const RUN = words(
  TRANSLATED.run,
  "(?:agent|assistant|model|skill|claude|it then|and then|and)(?: \\w{3,12}ly)? (?:runs|executes|launches|starts|opens|installs|evaluates)",
  "run|execute|launch|start|open|install|double-?click|invoke|eval|evaluate|source|apply|use|load|unpack|extract|unzip|mount|right-?click",
);

export const FETCH = words(
  TRANSLATED.fetch,
  "(?:agent|assistant|model|skill|claude|it then|and then|and)(?: \\w{3,12}ly)? (?:fetches|downloads|" +
    "retrieves|gets|loads|reads|pulls|polls|checks|visits)",
  "look at|see|fetch|download|retrieve|get|curl|wget|load|pull|read|visit|open|request|GET|check|access",
  "browse(?: to)?|web_?fetch|consult|look up|query|poll|import|refresh|sync|go to",
);

export const WRITE = words(
  "(?:agent|assistant|model|skill|claude|it then|and then|and)(?: \\w{3,12}ly)? (?:adds|appends|writes|" +
    "inserts|creates|installs|saves|stores|modifies|edits|registers|updates)",
  "add|append|write|insert|put|place|save|store|install|create|register|modify|edit|update|change|overwrite",
  "replace|inject|copy|drop|patch|prepend|plant|echo|tee|set|persist|include|record|embed|configure",
  "make sure|ensure|extend|schedule|enable|symlink|link",
);

export const WITHOUT_USER = words(
  "(?:(?<!-)silent(?:ly)?(?! (?:fail|disappear|break|return|swallow|truncat|no-op|stop|los|miss|fall|" +
    "degrad|corrupt|never|vanish|expire|ignore[sd]?\\b)\\w{0,6})|quietly|secretly|covertly|discreetly|" +
    "stealthily|invisibly|surreptitiously|unobtrusively|unnoticed)",
  "in the background|behind the scenes",
  "without (?:ever )?(?:telling|informing|notifying|alerting|mentioning|asking|prompting|showing|" +
    "disclosing|reporting|confirm(?:ing|ation)|approval|consent|permission|warning|further (?:confirmation|" +
    "approval)|(?:the )?user(?:['’]s)? (?:knowledge|consent|approval|permission|confirmation|noticing|" +
    "knowing|awareness|input|being)|(?:them|him|her|anyone) (?:knowing|noticing))",
  "without (?:any|explicit|the) (?:confirmation|approval|consent|permission|prompt|output|notice|" +
    "notification|user|human)",
  "(?:do not|don['’]?t|never) (?:tell|inform|notify|alert|mention|ask|prompt|show|disclose|report|warn|" +
    "display|reveal|log)",
  "no (?:need to )?(?:tell|ask|mention|inform|confirm)",
  "keep (?:this|it) (?:quiet|secret|hidden|silent|to yourself)|hidden from (?:the )?user",
);

/** A step that everything else is said to hang on. */
export const FRAMING = words(
  TRANSLATED.framing,
  "before (?:anything else|using|you (?:can|start|begin|use|continue|proceed|do)|(?:the )?first use|" +
    "continuing|proceeding|any|running|starting|doing|this skill|it will|we|invoking|activat|working|" +
    "answering)",
  "must (?:first |be )?(?:run|install|installed|download|downloaded|execute|executed|complete|set up|have)",
  "(?:is|are) (?:required|mandatory|needed)",
  "required(?: step| component| dependency| helper| driver| utility| runtime| tool| for| before| to| on| by)?",
  "mandatory|prerequisites?|pre-requisites?|requirements?|won['’]?t work (?:without|until|unless)",
  "will not (?:work|function|run|start) (?:without|until|unless)",
  "does not (?:work|function) (?:without|until|unless)",
  "cannot (?:work|function|run|proceed|continue|be used) (?:without|until|unless)|step (?:one|1|0|zero)",
  "first,? (?:run|install|download|execute|open|paste|you)",
  "(?:needs?|requires?|depends on) (?:the|a|an|this|our|that|its)",
  "in order to (?:use|continue|proceed|activate|unlock)",
  "(?:must|need to|have to|needs to) (?:install|download|run|execute|be installed)|initiali[sz]e",
  "activat(?:e|ion)|one-?time (?:setup|step|bootstrap|install)|bootstrap",
  "critical (?:step|update|dependency)|important|ensure|to (?:enable|activate|unlock)|fix|update(?:d)?",
  "missing",
);

export const URGENT = words(
  "daily|hourly|weekly|nightly|regularly|periodically|at (?:startup|boot|launch)|immediately|right away",
  "right now|as soon as|at the start of|at the beginning of",
  "on (?:load|startup|activation|first use|every|each)",
  "every (?:morning|hour|minute|day|night|start|launch|boot|call|reply|answer|use|load|few|\\d{1,3}|" +
    "session|conversation|run|time|turn|request|message)",
  "each (?:session|conversation|run|time|turn|request)|always",
  "before (?:anything else|any|every|each|answering|responding|using|you|calling|doing)|first|whenever",
  "automatically|must",
);

export const NEGATION = words(
  "no (?:reason|point|cause|use) (?:to|in)|needn['’]t|do not|don['’]?t|never|must not|mustn['’]?t",
  "should not|shouldn['’]?t|without|avoid|refrain from|no need to|not to|cannot|may not",
  "under no circumstances|dare not|stop|rather than|instead of",
);

export const USER = words(
  "(?:the |your |any )?(?:users?|humans?|operators?|owners?|developers?|customers?|person|people|" +
    "reviewers?|victims?|administrators?)",
  "them|anyone|anybody|him|her",
);

export const EVERY = words(
  TRANSLATED.every,
  "whenever|each time|all|any|every|each|whatever|everything|always|automatically|future|subsequent|by default|never",
);

export const TERMINAL = words(
  "terminal(?:\\.app)?|command (?:prompt|line)|powershell|cmd(?:\\.exe)?|(?:your |a |the )?shell|iterm2?",
  "console|run dialog|win ?\\+ ?r|windows ?\\+ ?r|spotlight",
);

export const PIPED_INTO_SHELL = oneOf(
  "\\|\\s{0,4}(?:sudo\\s{1,3}(?:-\\w{1,3}\\s{1,3})?)?(?:/(?:usr/)?(?:local/)?bin/)?(?:env\\s{1,3})?(?:ba|z|da|k|fi)?sh\\b(?!\\w)",
  "\\|\\s{0,4}(?:sudo\\s{1,3}(?:-\\w{1,3}\\s{1,3})?)?(?:/(?:usr/)?(?:local/)?bin/)?(?:python[23]?|perl|" +
    "ruby|node|php|osascript|deno run|bun run|tclsh)(?:\\s{1,3}-(?!m|c|e|n|p|j)|\\s{0,3}$|" +
    "\\s{0,3}[`\"'&;)\\n])",
  "\\|\\s{0,4}(?:iex|invoke-expression|source\\s{1,3}/dev/stdin|xargs\\s{1,3}(?:-\\w{1,8}\\s{1,3}){0,3}(?:ba|z)?sh)\\b",
);

/** A shell that is handed what a download gives. */
export const SHELL_OF_FETCH = oneOf(
  "(?:\\b(?:ba|z|da|k)?sh|\\bsource|\\beval|\\bpython[23]?|\\bnode|\\bperl|" +
    "(?<=[\\s;&`(])\\.)\\s{1,3}(?:-\\w{1,4}\\s{1,3})?[\"']?(?:<\\(|\\$\\(|`)\\s{0,3}(?:sudo\\s{1,3})?(?:curl|" +
    "wget|fetch)\\b",
  "\\b(?:iex|invoke-expression|&)\\s{0,3}[(\"'$({]{0,4}\\s{0,3}(?:new-object\\s{1,3}(?:system\\.)?net\\.web" +
    "client|iwr|irm|invoke-webrequest|invoke-restmethod|curl|\\[net\\.webclient\\])",
  "\\bmshta(?:\\.exe)?\\s{1,3}[\"']?https?:",
  "\\bregsvr32\\b[^\\n|]{0,40}/i:https?:",
  "\\brundll32\\b[^\\n|]{0,40}https?:",
  "\\bmsiexec(?:\\.exe)?\\s{1,3}(?:/\\w{1,6}\\s{1,3}){0,3}[\"']?https?:",
  "\\bexec\\s{0,2}\\(\\s{0,2}(?:requests\\.get|urllib\\.request\\.urlopen|urlopen)\\b",
  "\\beval\\s{0,2}\\(\\s{0,2}await\\s{1,2}\\(?\\s{0,2}(?:await\\s)?fetch\\b",
);

export const FETCH_COMMAND = words(
  "curl|wget|fetch|iwr|irm|invoke-webrequest|invoke-restmethod|aria2c|axel|(?<!-)http(?:ie)?(?![=:])",
  "certutil|bitsadmin|start-bitstransfer|downloadstring|downloadfile|lynx|xh|lwp-download|scp|ftp",
);
