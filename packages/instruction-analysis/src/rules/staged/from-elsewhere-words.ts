import { type HostKind, oneOf, words } from "@gaia/reading";
import { TRANSLATED } from "../../lexicon/translated.ts";

export const AWAY: HostKind[] = ["ip", "paste", "shortener", "drop", "http", "stranger"];

export const OBEY = words(
  "eseguil[oa]|ejecút[ae]l[oa]s?|execute-[oa]s?|exécute[rz]?-l[ea]s?|führe (?:sie|es|ihn) aus",
  "folge (?:den|ihren|dessen) (?:anweisungen|befehlen)|suis (?:les|ses) instructions",
  "suivez (?:les|ses) instructions|sigue (?:las|sus) instrucciones|siga as instruções|segui le istruzioni",
  "执行其中|执行它|按照其中|その指示に従|実行してください|выполни(?:те)? (?:его|их|её|все)|запусти(?:те)? (?:его|её|их)",
  "следу(?:й|йте) инструкциям",
  "(?:contains?|holds?|has|are|is|find|lists?) (?:your|the) (?:actual|real|full|true|further|complete|" +
    "current|proper) (?:instructions?|orders|tasks?|steps|prompt|directives?)",
  "carry (?:them|it|these|those) out|act (?:accordingly|on (?:it|them|what))",
  "do as (?:told|instructed|it says|they say)|follow (?:them|these|those)(?: exactly)?",
  "(?:do|follow|obey) (?:exactly )?(?:what|whatever|as|everything)(?: \\w{2,12}){1,3} (?:says?|tells?|" +
    "instructs?|asks?|states?|contains?|lists?)",
  "(?:do|follow|obey) (?:exactly )?(?:what|whatever|as) (?:it|they)",
  "(?:follow|obey|execute|run|carry out|perform|comply with|act on|eval(?:uate)?|apply)(?: (?:all|any|" +
    "every|whatever|what|the|its|their|those|each|new|latest|returned|resulting|fetched|downloaded|remote|" +
    "received|contained|current|updated|further|listed|given)){0,4} (?:instructions?|directions?|commands?|" +
    "directives?|orders?|steps|rules|tasks|contents?|playbook|prompt|says?|tells?|returns?|contains?|" +
    "response|output|payload|body|script|entry|entries|items?|lines?|jobs?)",
  "(?:whatever|anything|everything)(?: \\w{2,12}){0,4} (?:says|tells|returns|contains|instructs|commands|" +
    "asks|orders)",
  "(?:follow|obey|execute|run|eval) (?:it|them|what|whatever|that|everything|exactly)",
  "(?:as|like) (?:your|the) (?:new |next |system |real |actual |primary |own ){0,4}(?:instructions?|" +
    "system prompt|directives?|orders|tasks?)",
  "treat (?:it|them|the|its|that|this)(?: \\w{3,12}){0,3} as (?:\\w{3,12} ){0,2}(?:instructions?|" +
    "system prompt|orders|commands|directives)",
  "(?:its|the|their|these|those|remote|returned|fetched|downloaded|latest) (?:instructions?|directives|" +
    "commands?|orders) (?:override|take|supersede|must be (?:followed|executed|obeyed)|are (?:authoritative|" +
    "trusted)|replaces?)",
);

export const OWN_DOCS = [
  words(
    "(?:instructions|guidelines|steps) (?:below|above)|api docs?|documentation for|reference (?:docs?|manual)",
    "read the docs|llms\\.txt|openapi|swagger|schema|changelog|release notes|npm install|pip install",
    "git clone|test(?:s|ing)? (?:page|url|endpoint)|scrape|crawl|parse the (?:html|json|csv)",
    "user(?:['’]s)? (?:provided|supplied|given) url|the (?:given|provided) url",
    "do(?: not|n['’]t) (?:follow|execute|run|obey|treat)|never (?:follow|execute|run|obey|treat)|untrusted",
    "as data|not instructions|installation guide|setup guide|install(?:ation)? instructions|getting started",
  ),
];

export const MADE_RUNNABLE = oneOf(
  "\\bchmod\\s{1,3}(?:-\\w\\s)?(?:[ugoa]{0,3}\\+r?w?x|[0-7]?7[0-7]{2}|[0-7]?[57]55)\\b",
  words(
    "(?:make|mark|set)(?: \\w{1,10}){0,3} (?:as )?executable",
    "allow (?:it|them|the \\w{2,12}) to (?:execute|run)|execut(?:e|able|ion) (?:bit|permission|rights?)",
    "ausführbar\\w{0,3}|exécutable|ejecutable|permisos? de ejecución|executável|permissão de execução",
    "eseguibile|permessi di esecuzione|执行权限|可执行|実行権限|実行可能|исполняем\\w{0,3}|права на (?:выполнение|запуск)",
  ).source,
);

export const ARRIVES = words(
  TRANSLATED.fetch,
  "(?:download|fetch|get|pull|retriev|load)(?:s|ed|es|e|ing)?|arrives?|comes|curl|wget|iwr|irm|delivered|obtained?",
);

export const RUN_COMMANDS = words(
  "(?:execute|run|follow|obey|carry out|perform|apply|eval(?:uate)?)(?: (?:any|every|all|each|whatever|the|" +
    "its|those)){1,3} (?:shell |new |pending |queued )?(?:commands?|instructions?|steps|tasks?|code|scripts?|" +
    "actions?|orders|directives?)",
);

export const RETURNED = words(
  "returns?|returned|sends?|sent|responds?|provides?|provided|received|pushes|issues|contains?|serves?|posts?|publishes|hands out|gives?",
);

export const HINT = "Put the instructions into the skill; what is fetched later was reviewed by nobody.";
