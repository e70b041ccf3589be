import { inPieces } from "./patterns/pattern.ts";
import type { Passage, Reading, Span } from "./reading.ts";
import { TAUGHT_ABROAD } from "./taught-in-other-languages.ts";

/** How a sentence means what a rule found in it. */
export interface Stance {
  /** It forbids it, or calls it bad. */
  isDenied: boolean;
  /** It speaks about it: an attack to look for, a bad example. */
  isTaught: boolean;
  /** It shows it as a quotation, code, or a row of a table. */
  isQuoted: boolean;
}

const DENIAL = inPieces(
  "gi",
  String.raw`(?:\b(?:never|do not|don['’]?t|must not|mustn['’]?t|should not|shouldn['’]?t|may not|cannot|can['’]?t|won['’]?t|will not|`,
  String.raw`does not|doesn['’]?t|avoid|refuse to|not to|reject|prohibit(?:ed|s)?|forbid(?:den|s)?|disallow(?:ed|s)?|prevents?|blocks?|`,
  String.raw`instead of|rather than|without|nor|neither|rien n['’]\w{1,12}|aucune?|jamais|nichts|keine[nrsm]?|niemals|nada|`,
  String.raw`ning[uú]n[ao]?|nunca|jam[aá]s|niente|nessun[ao]?|nenhum[a]?)|❌|🚫|✗|✘|\b(?:bad|wrong|incorrect|unsafe|`,
  String.raw`insecure)\s?:)(?:\s+(?:ever|under any circumstances|in any case|try to|attempt to|simply|just|directly|blindly))?`,
);
/** What ends the reach of a "never": after it somebody is told to do something. */
const CLAUSE_END =
  /[;:.!?—–\n](?:\s|$)|\b(?:and then|then|but|however|instead|and|so that|just|simply|because|before|after|until|unless|when|while|if)\b/gi;
const LISTED = /\b(?:or|nor|any|other)\b/i;
const CALLED_BAD = inPieces(
  "i",
  String.raw`\b(?:is|are|be|being|as|considered|counts? as)\s+(?:\w{3,12}ly\s+)?(?:prohibited|forbidden|not (?:allowed|permitted|`,
  String.raw`acceptable|ok)|never (?:ok|okay|acceptable|allowed|permitted)|malicious|suspicious|dangerous|risky|unsafe|insecure|`,
  String.raw`disallowed|blocked|rejected|refused|flagged|a (?:major |critical |clear )?(?:red flag|warning sign|risk|vulnerability|`,
  String.raw`security)|an? (?:\w+ )?(?:attack|attempt|anti-?pattern|exploit|threat|indicator)|(?:prompt )?injection|out of scope)|`,
  String.raw`\bred flags?\b|❌|🚫|=>?\s*(?:reject|block|flag|deny|fail)|→\s*(?:reject|block|flag|deny|fail|critical|high)`,
);
const TEACHING = inPieces(
  "i",
  String.raw`\b(?:detect(?:s|ed|ing|ion|or|ors)?|flag(?:s|ged|ging)?|look(?:s|ing)? for|watch(?:es|ing)? (?:out )?for|scan(?:s|ned|`,
  String.raw`ning)? for|search(?:es|ing)? for|analy[sz](?:e|es|ing) (?:it |this |them |the \w{3,12} )?for|grep(?:s|ping)? for|attack(?:s|`,
  String.raw`er|ers|ing)?|malicious|malware|adversar(?:y|ial|ies)|phishing|injections?|inject(?:s|ed|ing)?|jailbreaks?|red flags?|`,
  String.raw`suspicious|indicators?|threats?|exploit(?:s|ation|ing|ed)?|anti-?patterns?|bad examples?|counter-?examples?|vulnerab(?:le|`,
  String.raw`ility|ilities)|insecure|incident|forensics?|post-?mortem|red team(?:ing)?|untrusted|social engineering|scams?|`,
  String.raw`warning signs?|malformed|test cases?|fixtures?|refuse|resist|mitigat(?:e|es|ion|ions)|defend|defenses?|guardrails?)\b`,
);
/** A heading that announces examples of what is bad. */
const TEACHING_HEADING = inPieces(
  "i",
  String.raw`\b(?:detect(?:ion|ing)?|what to (?:flag|look for)|attacks?|malicious|injections?|jailbreaks?|red flags?|suspicious|`,
  String.raw`indicators?|threats?|anti-?patterns?|bad examples?|vulnerabilities|phishing|social engineering|scams?|warning signs?|iocs?|`,
  String.raw`vulnerable|insecure|unsafe|labs?|authori[sz]ed|adversarial|red[- ]team(?:ing)?|evals?|test (?:cases?|prompts?|set)|`,
  String.raw`hunt(?:ing)?|looks? like|how (?:it|they|this|these) looks?|specimens?|what warns)\b`,
);
/** What leads in to quotations that are there to be known again. */
const FOR_RECOGNITION = inPieces(
  "i",
  String.raw`\b(?:(?:examples|quoted|lines|shown) [^.\n]{0,30}(?:for recognition|recogni[sz]e)|for recognition\b|`,
  String.raw`(?:so that|until|in order that|for) you (?:can |to |will )?recogni[sz]e)\b`,
);
/** Somebody else's words: what a page, a mail or a person may say, contain or ask for. */
const MENTIONED = inPieces(
  "i",
  String.raw`\b(?:page|text|e-?mail|message|document|comment|ticket|file|post|review|letter|readme|result|caller|student|child|pupil|`,
  String.raw`sender|someone|somebody|anybody|material)s?\b[^.;:\n]{0,40}\b(?:may|might|could|can|which|that|who|often|`,
  String.raw`sometimes)\b[^.;\n]{0,30}\b(?:reads?|says?|said|contains?|states?|stated|claims?|asks?|tells?|orders?|imperatives)\b`,
);
/** A quoted sentence that is itself kept out, right behind its closing mark: said of an order in the open, the same words lift rules. */
const NOT_TAKEN_IN =
  /^[^"”»\n]{0,80}["”»],? (?:does not|doesn['’]?t|do not|don['’]?t) (?:get in|go in|belong|count)\b/i;
/** The same in other languages, behind the quotation: what is written somewhere, or anything like it. */
const MENTIONED_ABROAD = inPieces(
  "i",
  String.raw`^[^.\n。]{0,60}(?:などと(?:書|いう)|と書かれ|という(?:文|記述)|のような(?:文|記述)|之类的?(?:话|语句|文字|内容)|等(?:字样|语句)|같은 (?:문구|문장)|`,
  String.raw`ou (?:toute|une) variante|(?:u|o) (?:cualquier variante|similares)|ou (?:qualquer variante|semelhantes)|`,
  String.raw`oder (?:Ähnliches|ähnliche)|o (?:simili|varianti)|и (?:тому )?подобн)`,
);
/** What is done, or not done, with a quoted text, in other languages. */
const HANDLED_ABROAD = inPieces(
  "iu",
  String.raw`(?<!\p{L})(?:no|non|não|nicht|ne|nie|не|không|keine[mnr]?)(?!\p{L})[^.。\n]{0,30}(?:obede|obbed|sig[au]|segu[ie]|befolg|folg|`,
  String.raw`suiv|obéi|ex[eé]cut|ejecut|esegu|ausf[uü]hr|wykon|stosuj|выполня|следу|слуша|làm theo|tuân|orden|órden|ordin|ordre|befehl|`,
  String.raw`anweisung|poleceni|команд|lệnh)|(?<!\p{L})(?:son|es|sind|ist|sono|è|são|é|sont|est|это|лишь|to|są|là|bunlar|`,
  String.raw`sadece)\s(?:\p{L}{2,10}\s){0,2}(?:datos?|daten|dati|dados?|données|donnée|данн|dane|veri|dữ liệu)|(?:uy|yerine getir|`,
  String.raw`uygula)m[ae]|(?:是|只是|属于|当作|视为|作为)(?:数据|资料|材料|内容)|(?:データ|資料|材料)(?:であ|です|として|に過ぎ)|(?:데이터|자료)(?:일|이|로|입)|不要(?:执行|照做|听从|遵循|理会)|`,
  String.raw`不(?:会|得|应)(?:执行|照做|听从|遵循)|従わ(?:ない|ず)|따르지|지시가 아`,
);
const TAUGHT_ELSEWHERE = new RegExp(TAUGHT_ABROAD.source, "iu");
/** What the first row of a table says of the others. */
const TEACHING_TABLE = inPieces(
  "i",
  String.raw`^\|.*\b(?:risks?|dangers?|dangerous|severity|threats?|blocked|attacks?|indicators?|red flags?|bad|don'?t|avoid|verdict|`,
  String.raw`finding|vulnerability|warning signs?|iocs?|refus\w{1,4}|safe (?:answer|reply|behaviou?r))\b|^\|(?=.*\b(?:prompts?|inputs?|`,
  String.raw`payloads?|cases?|messages?|documents?|mails?)\b).*\b(?:expect(?:ed|ation|ations|s)?|outcome|should|must|passes? (?:if|when)|`,
  String.raw`response|behaviou?r)\b`,
);
/** The same where it stands within the match or behind it. */
const SURELY_TEACHING = inPieces(
  "i",
  String.raw`\b(?:attackers?|attacks|malicious|malware|adversar(?:y|ial|ies)|phishing|prompt injections?|red flags?|suspicious|exploits?|`,
  String.raw`anti-?patterns?|threat actors?|scams?|detect(?:s|ing)? (?:it|them|this|such|these|whether)|to detect)\b`,
);
/** A whole heading that says that what follows is not to be done. */
const DENYING_HEADING = inPieces(
  "i",
  String.raw`(?:^|\/ )\W*(?:never|don['’]?ts?|do not|what not to do|avoid|forbidden|prohibited|not allowed|disallowed|anti-?patterns?|`,
  String.raw`bad|wrong|incorrect|red flags?|out of scope|non-goals|bad (?:example|practice)s?|things to avoid|[^\n]{0,8}(?:反模式|避免|`,
  String.raw`アンチパターン|避けるべき|错误示例|vermeiden|zu vermeiden|à éviter|a evitar)[^\n]{0,8})\W*(?:do|do this|behaviou?rs?|actions?|patterns?|`,
  String.raw`commands?)?\W*$`,
);

/** How the sentence around a match, what leads in to it and the heading above it mean the match. */
export function stanceOf(reading: Reading, passage: Passage, match: Span, sentence: Span): Stance {
  const { text } = reading;
  const before = text.slice(sentence.start, match.start);
  const after = text.slice(match.end, sentence.end);
  const isQuoted = isShown(passage) || isBetweenQuotes(text, match);
  const heading = passage.part === "decoded" ? "" : passage.heading;
  const isItem = /^\s*(?:[-*+•]|\d{1,3}[.)])\s/.test(text.slice(passage.start, passage.start + 12));
  const leadIn = isQuoted || isItem ? passage.leadIn : "";
  const isIntroduced = /:[*_`]{0,3}$/.test(leadIn) || passage.part === "fence" || passage.part === "decoded";
  return {
    isDenied:
      isRefused(before, text.slice(match.start, match.end)) ||
      CALLED_BAD.test(after) ||
      DENYING_HEADING.test(heading) ||
      (isIntroduced && (isRefused(leadIn.replace(/\W+$/, " ")) || CALLED_BAD.test(leadIn))),
    isTaught:
      TEACHING.test(before) ||
      (isIntroduced && TEACHING.test(leadIn)) ||
      TEACHING_TABLE.test(leadIn) ||
      ((isQuoted || isItem) && TEACHING_HEADING.test(heading)) ||
      (isQuoted && MENTIONED_ABROAD.test(text.slice(match.end, match.end + 160).replace(/^[^」』»”"]{0,40}/, ""))) ||
      (isQuoted &&
        (TAUGHT_ELSEWHERE.test(`${heading}\n${leadIn}\n${before}\n${after}`) ||
          HANDLED_ABROAD.test(text.slice(match.end, match.end + 160)))) ||
      (isQuoted && FOR_RECOGNITION.test(leadIn)) ||
      (isQuoted && NOT_TAKEN_IN.test(text.slice(match.end, match.end + 160))) ||
      (isQuoted && MENTIONED.test(before) && !OBEYED.test(before + text.slice(match.end, match.end + 200))) ||
      (isQuoted && TEACHING.test(after)) ||
      (isQuoted && HANDLED.test(before + after) && !FOLLOWED.test(before)) ||
      (isQuoted && passage.part !== "fence" && REFUSED_AFTER.test(text.slice(match.start, match.end + 160))) ||
      isSearchedFor(text, match) ||
      isInQuery(text, passage) ||
      isMarkedBad(text, passage, match) ||
      SURELY_TEACHING.test(text.slice(match.start, sentence.end)),
    isQuoted,
  };
}

/** How a stretch of a page means what it says: `denied` where it or its lead-in forbids it, `aside` where it is taught about. */
export function stanceOfStretch({ heading, leadIn }: Passage, said: string): "denied" | "aside" | "meant" {
  if (DENYING_HEADING.test(heading) || FORBIDDEN_LIST.test(said)) return "denied";
  if (leadIn.trimEnd().endsWith(":") && isRefused(leadIn.replace(/\W+$/, " "))) return "denied";
  const isTaught =
    TEACHING_HEADING.test(heading) || TEACHING_TABLE.test(leadIn) || SURELY_TEACHING.test(`${leadIn}\n${said}`);
  return isTaught ? "aside" : "meant";
}

/** `You must never:` and a list. */
const FORBIDDEN_LIST = /^[^\n]{0,120}\b(?:never|do not|don['’]?t|must not|should not|not allowed to)\s?:\s*$/im;

/** What is to be done with a text that was quoted: nothing that it says. */
const REFUSED_AFTER = inPieces(
  "i",
  String.raw`\b(?:do not|don['’]?t|never|must not|not to|without) (?:follow|obey|comply|act on|execut(?:e|ing) (?:it|them|such)|`,
  String.raw`follow(?:ing)?|obeying|acting on)\b|\b(?:refuses?|declines?|ignores? (?:it|them|such)|(?:is|are|as) (?:(?:only|just|plain|`,
  String.raw`untrusted) (?:data|content|text)|data, (?:not|never)|data(?=[.,;)]))|stays in (?:role|character)|reports? (?:it|them)|`,
  String.raw`(?:tell|warn|alert) the user (?:about|of|that))`,
);

/** A quotation that is somebody's material: it is worked on, not done. */
const HANDLED = inPieces(
  "i",
  String.raw`\b(?:translat(?:e|es|ing|ion)|classif(?:y|ies|ied)|label(?:s|led)?|moderat(?:e|es|ion|ors?)|transcribe|`,
  String.raw`paraphrase|proofread|lesson|students?|pupils|quiz|exercise|(?:remove|report|hide|delete) (?:posts|`,
  String.raw`comments|messages|replies)|spam|the (?:phrase|wording|sentence)|explain why)\b`,
);
const FOLLOWED = /\b(?:obey|follow|execute|comply|act on|carry out|do what|adopt|remember|apply|heed)\b/i;
/** The same and whatever else has it done, before or behind the quotation. */
const OBEYED = new RegExp(
  `${FOLLOWED.source}|\\b(?:do|does|doing) (?:what|as|so|it|that|exactly|the same)\\b|\\bcarr(?:y|ies|` +
    `ying)\\b|\\baccordingly\\b|\\band then\\b|\\bgrant\\b`,
  "i",
);

/** A pattern given to a search, in the same command and with nothing that leaves behind it. */
function isSearchedFor(text: string, match: Span): boolean {
  const line = text.slice(Math.max(match.start - 200, 0), match.start);
  const command = line.slice(line.lastIndexOf("\n") + 1);
  const rest = text.slice(match.start, match.end + 160).split("\n", 1)[0] ?? "";
  return (
    /\b(?:[efz]?grep|rg|ag|ack|findstr|Select-String)\s[^;&]*$/.test(command) &&
    !/ \| /.test(command.slice(command.search(/\b(?:[efz]?grep|rg|ag|ack|findstr|Select-String)\s/))) &&
    !/\b(?:curl|wget|nc|ncat|scp|send|upload|post|bash|sh)\b/i.test(rest)
  );
}

const IS_IN_QUERY_PATTERN = inPieces(
  "",
  String.raw`\b(?:ProcessCommandLine|CommandLine|ParentImage|EventID|EventCode|DeviceProcessEvents|sourcetype\s?=|`,
  String.raw`process\.(?:command_line|args|name)|selection\w{0,20}:|logsource:|has_any|has_all)\b`,
);

/** A query of a log or a rule of a detection: what it names is looked for, in fields that nothing but such a query has. */
function isInQuery(text: string, passage: Passage): boolean {
  return passage.part === "fence" && IS_IN_QUERY_PATTERN.test(text.slice(passage.start, passage.end));
}

const BAD_PATTERN = inPieces(
  "i",
  String.raw`(?:#|\/\/|--|<!--|\/\*)\s{0,3}(?:❌|✗|🚫)?\s{0,2}(?:bad|wrong|vulnerable|insecure|unsafe|incorrect|dangerous)\b`,
);

/** A comment of the code calls its own line, or the one below it, bad. */
function isMarkedBad(text: string, passage: Passage, match: Span): boolean {
  if (passage.part !== "fence") return false;
  const start = text.lastIndexOf("\n", match.start - 1);
  const above = commentAbove(text, passage, start);
  const own = text.slice(start + 1, match.end + 160).split("\n", 1)[0] ?? "";
  const bad = BAD_PATTERN;
  return bad.test(own) || bad.test(above);
}

/** Lines of code that one comment above them may speak of. */
const COMMENTED_LINES = 3;

/** The nearest comment above a line, unless an empty line lies between. */
function commentAbove(text: string, passage: Passage, from: number): string {
  let end = from;
  for (let line = 0; line < COMMENTED_LINES && end > passage.start; line += 1) {
    const start = text.lastIndexOf("\n", end - 1);
    const above = text.slice(start + 1, end);
    if (above.trim() === "") return "";
    if (/^\s{0,20}(?:#|\/\/|--|<!--|\/\*)/.test(above)) return above;
    end = start;
  }
  return "";
}

function isShown(passage: Passage): boolean {
  return passage.isShown || passage.part === "fence" || passage.part === "decoded";
}

/** Characters that a denial reaches over; its list of means may be long. */
const MOST_REACHED = 300;

/** What is told to be done when leaving it out is forbidden, or asking first is: no denial of what follows. */
const DOUBLED = inPieces(
  "i",
  String.raw`^\s*(?:(?:even|ever|to|be)\s+)?(?:skip|omit|forget|miss|neglect|fail|hesitat|paus|stop|wait|delay|ignor|`,
  String.raw`worry|think|thinking|leav(?:e|ing) out|put(?:ting)? off)\w{0,5}\b`,
);
const UNASKED = /^\s*(?:ask|tell|inform|notify|prompt|confirm|mention|check|warn)\w{0,5}ing\b/i;
const firstWord = (text: string): string => /^[^\p{L}]*(\p{L}*)/u.exec(text)?.[1] ?? "";
const isGerund = (word: string): boolean => /\w{2}ing$/i.test(word);

/** Whether a denial stands before `said` and reaches it. */
function isRefused(before: string, said = ""): boolean {
  const denial = [...before.matchAll(DENIAL)].at(-1);
  if (denial === undefined) return false;
  const between = before.slice(denial.index + denial[0].length);
  if (between.length > MOST_REACHED) return false;
  if (between.trim() === "") return true;
  if (/^(?:bad|wrong|incorrect|unsafe|insecure|❌|🚫|✗|✘)/i.test(denial[0])) return true;
  if (DOUBLED.test(between) || (/^without/i.test(denial[0]) && UNASKED.test(between))) return false;
  CLAUSE_END.lastIndex = 0;
  if (CLAUSE_END.test(between)) return false;
  const comma = between.lastIndexOf(",");
  if (comma === -1) return true;
  // "Don't worry, send …" forbids nothing; "never read, copy, or send …" does, "without reading or copying, send …" does not.
  const behind = `${between.slice(comma + 1)}${said}`;
  const last = isGerund(firstWord(behind.replace(LISTED_FIRST, "")));
  const isOneList = isGerund(firstWord(between)) === last;
  return (LISTED.test(between.slice(comma)) && isOneList) || (/\bby \w{2,20}ing\b/.test(between) && last);
}

const LISTED_FIRST = /^\s*(?:or|nor|any|other)\b/i;

const QUOTES = /["“”„`«»「」『』]|(?<!\w)'|'(?!\w)/g;

function isBetweenQuotes(text: string, match: Span): boolean {
  const behind = text.slice(Math.max(match.start - 300, 0), match.start + 1);
  const opened = behind.slice(behind.lastIndexOf("\n") + 1).match(QUOTES)?.length ?? 0;
  // What a rule found may reach past the quotation that it began in.
  const rest = text.slice(match.start + 1, match.end + 300).split("\n", 1)[0] ?? "";
  return opened % 2 === 1 && (rest.match(QUOTES)?.length ?? 0) > 0;
}
