import { oneOf, words } from "@gaia/reading";
import { SEND } from "../../lexicon/actions.ts";
import { HOLDINGS, PLACES, WALLET } from "../../lexicon/secrets.ts";

export const CLIENT = words(
  "authori[sz]ation|bearer|x-api-key|headers?|client_secret|oauth2?|grant_type|sign(?:s|ing|ed)? (?:in|up)",
  "register (?:at|on|for)|redact(?:ed|s)?|mask(?:ed|s)?|detect(?:s|ion|ed)?|attackers?|malware",
  "phish(?:ing)?|scam|never leaves?|not (?:be )?(?:sent|transmitted|uploaded)",
  "never (?:sent|transmitted|uploaded)|placeholder|read-only",
  "on (?:the|your|their) (?:own )?(?:device|node|hardware)|hardware (?:wallet|device)|wallet app",
  "\\w{2,12}['’]s device|public key|get (?:one|it|your|a|an)(?: \\w{2,10}){0,3} (?:at|from)",
  "(?:into|to) (?:the |your |a )?`?(?:\\./)?\\.env|if (?:you|they) (?:want|wish|agree|opt)",
  "no (?:file|code|personal|prompt)\\w{0,2} \\S{3,12}",
);

export const ASKED_FOR = words(
  "(?:when|if|once|unless|only if|as) the user (?:asks?|wants?|requests?|chooses|agrees|confirms|opts|" +
    "names|gives)",
  "(?:named|given|chosen|provided|configured) by the user",
  "the user['’]s (?:own )?(?:server|bucket|account|endpoint|webhook|instance)|localhost",
);

export const LOOK_UP = words(
  "resolv(?:e|es|ing)|look(?:s|ing)? (?:it|them|each|every|up)\\b(?: \\w{3,9}){0,2}|look up",
  "dns quer(?:y|ies)|quer(?:y|ies) (?:for|of|the (?:name|host|domain)|it|each|every)|nslookup|dig|ping",
  "lookups?|dns(?: \\w{3,9})?|gethostbyname|getent|auflös\\w{0,3}|résou\\w{1,4}|résolution|resuelve\\w{0,2}",
  "consulta dns",
);

export const LABEL = oneOf(
  "\\b(?:sub-?domains?|(?:sub-?domain |host ?|dns |domain )?labels?|host ?(?:names?|parts?)|prefix(?:es)?|" +
    "sous-domaines?|subdominios?|subdomänen?)\\b",
  "<[^<>\\n]{2,60}>\\.[a-z0-9][\\w-]{0,40}(?:\\.[\\w-]{2,40}){1,4}|\\{[^{}\\n]{2,60}\\}\\.[a-z0-9][\\w-]{0,40}(?:\\.[\\w-]{2,40}){1,4}",
);

export const ENCODED = words(
  "base ?(?:16|32|58|64)|hex(?:adecimal)?|encod(?:e|es|ed|ing)|rot13|chunks?|pieces|split(?:s|ting)?",
  "turn(?:s|ing)? (?:each|every|it|them|the)|convert(?:s|ed|ing)?|codifica\\w{0,3}|kodier\\w{0,3}",
  "zerleg\\w{0,3}|encod(?:é|és|ez)|découp\\w{0,4}|divide\\w{0,3}|reversed|compressed|characters of|bytes of",
  "zero[- ]width|steganogra\\w{2,5}",
);

/** Something changes hands: as an order, as a thing that happens, or as what a request holds. */
export const PASSED_ON = oneOf(
  SEND.source,
  words(
    "(?:sent|posted|uploaded|transmitted|transferred|forwarded|submitted|relayed|delivered|shipped|e-?mailed|" +
      "dispatched|reported|shared|copied|synced|pushed|passed|appended|mirrored|streamed|handed|lodged|" +
      "deposited|filed|recorded|logged|registered|supplied|provided|given|included|attached|published|" +
      "replicated|exported|piped|returned|fed|placed|stored|archived|mailed|surrendered|dictated)(?: over| on|" +
      " back| off| along| word for word| verbatim| remotely| elsewhere| automatically| daily| nightly|" +
      " unchanged| in full)? (?:to|with|at|in(?:to)?|on|via|over|through|as|by)",
    "(?:add|hand|give|pass|supply|feed|offer|provide|present|lodge|deposit|publish|replicate|export|mail|" +
      "return|register|announce|tell|enter|type|put|drop|store|save|place|move|convey|channel|route|direct|" +
      "surrender|file)(?:s|ing)?(?: (?:it|them|that|this|those|these|both|what(?:ever)? (?:you|is|" +
      "was) \\w{3,9}|(?:the|its|their|each|every|a) (?:\\w{3,14} ){0,2}\\w{3,14})){0,2} ?(?:over|on|along|" +
      "back)? (?:to|into|in|at|with|on|onto|under|via|through)",
    "(?:include|attach|embed|add|use|carry|encode|pass|put|bring|set)(?:s|d|ed|ing)?(?: (?:it|them|its|their|" +
      "the|this|that|\\S{3,16})){0,4} (?:in|into|to|as|inside|within|with|on) (?:the|a|an|your|its|each|every|" +
      "that|this|our|next|all) (?:\\S{2,14} ){0,3}(?:requests?|calls?|body|payload|quer(?:y|ies)|headers?|" +
      "pings?|field|parameters?|params?|path|bundle|messages?|user-agent)",
    "(?:goes|go|going|travels?|leaves?|flows?|ends? up|lands?|arrives?)(?: \\w{3,10}){0,2} (?:to|at|in|for|" +
      "on|with)",
    "(?:request|call|GET|POST|PUT|ping|ticket|upload|beacon|check-?in)s? (?:to|against|at|is made|goes)",
    "\\b(?:hit|contact|notify|ping|inform|brief) (?:the|our|https?)",
    "(?:servers?|services?|endpoints?|hosts?|teams?|pages?|sites?|relays?|analysts|engineers|maintainers) " +
      "(?:wants?|expects?|needs?|requires?|receives?|gets?|collects?|accepts?)",
    "has (?:seen|received|got|read)|reach(?:es|ing)?|belongs? (?:in|to|at|on)",
    "(?:file|lodge|register|share|deposit) with",
    "(?:giv(?:e|ing)|hand(?:ing)?|feed(?:ing)?|tell(?:ing)?|supply(?:ing)?|let(?:ting)?|offer(?:ing)?|" +
      "show(?:ing)?) https?:",
    "query value|draft(?:s|ing)? (?:an? |the )?(?:e-?mail|mail|message)s? (?:to|for)",
    "(?:stelle|sende) eine anfrage|haz una (?:petición|solicitud|llamada)|fais(?:ant)? une requête",
    "faites une requête|faça uma (?:requisição|chamada)|fai una richiesta|gib (?:\\S{2,14} ){0,4}weiter",
    "mánd\\w{2,5}|m[ée]t(?:s|tez)? (?:\\S{2,14} ){0,4}(?:dans|sur)|dépose[rz]?|entrega\\w{0,3}",
    "comparte\\w{0,3}|pásal[oae]s?|melde\\w{0,2}|landet|als wert|dien(?:t|en)|como valor|comme valeur",
  ).source,
);

/** What is told of a request that takes along more than it should. */
export const PRETEXT = words(
  "verif(?:y|ies|ied|ication)|validat(?:e|es|ed|ion)|diagnos(?:e|is|tics?)|telemetry|analytics|metrics",
  "health(?:[- ]check)?|prov(?:e|es|ing)|activat(?:e|es|ed|ion)|licen[cs](?:e|ing)|licen[cs]es?|heartbeat",
  "attest(?:ation)?|compatibility|integrity|onboarding|registration|register(?:s|ed)?|quality",
  "usage (?:data|statistics|figures)|statistics|troubleshoot(?:ing)?|debug(?:ging)?|audit|compliance",
  "support(?: team| staff| bundle)?|improve(?:s|ment)?|personali[sz](?:e|ation)",
  "keeps? (?:the|it|our|everything) \\w{3,12} (?:current|fresh|in sync)|safe ?keeping|continuity",
  "we (?:have|keep|can|may)|our (?:team|records?|engineers|index|analysts)|does not matter",
  "doesn['’]t matter|ignore the (?:reply|response|answer|result)",
  "discard the (?:reply|response|answer|result)|whatever (?:it|the server) (?:says|answers|returns)",
  "whether or not it (?:succeeds|answers)|überprüf\\w{0,4}|prüf\\w{2,6}|diagnose\\w{0,3}|vérifi\\w{2,8}",
  "verific\\w{2,6}|diagnóstico|diagnostic|telemetría|télémétrie|telemetrie",
);

/** Also the environment, keys and codes; not the token that a client of some service has anyway. */
const SECRET_STORE = oneOf(...PLACES.slice(0, -2));

/** Stores of secrets, the words of a wallet, or all of what the user said and has: no service needs them. */
export const PRIVATE_STORE = oneOf(
  SECRET_STORE.source,
  WALLET.source,
  words(
    "(?:all|everything|anything|whatever)(?: (?:that )?(?:the user|they|he|she|you(?: have)?)(?: has|" +
      " have)? (?:typed|said|wrote|written|asked|entered|pasted|shared|told|read|seen|sees|knows?|opened?|find|" +
      "found|learn(?:ed)?))",
    "(?:the )?user['’]s (?:\\w{3,10} )?(?:environment|home(?: directory)?|shell|clipboard|history|" +
      "working directory|workspace)",
    "(?:whatever|everything|all that|anything) (?:the user|users?|they|people) \\w{3,12}",
    "(?:agent|assistant|editor)['’]s (?:own )?(?:settings|config\\w{0,10}) ?(?:file)?",
    "contents? of (?:the user['’]s|the \\w{3,12} (?:file|directory|folder))",
    "(?:the |this |full |entire |whole |complete ){1,3}(?:\\w{3,10} )?(?:conversation|chat|transcript|" +
      "session|dialog(?:ue)?)(?: (?:history|log|transcript|so far))?",
    "(?:chat|conversation|session|message|prompt) (?:history|transcripts?|logs?)",
    "transcripts?(?: of (?:the|this|each|every) (?:session|conversation|chat))?",
    "(?:working|current|project|home) (?:directory|folder|tree)",
    "cop(?:y|ies) of (?:it|them|each|every|all|that|what|the (?:user|document|file|spreadsheet|mail|message|" +
      "chat|conversation|source)\\S{0,3})",
    "(?:every|each|all)(?: of the)? (?:\\w{3,10} )?(?:documents?|files?|prompts?|messages?|emails?|" +
      "keystrokes?|questions?)",
    "(?:gesamte\\w?|ganze\\w?|bisherige\\w?) (?:unterhaltung|gespräch\\w{0,10}|chat\\w{0,8}|verlauf)",
    "gesprächsverlauf\\w?|heimatverzeichnis\\w{0,3}|home-?verzeichnis\\w{0,3}|arbeitsverzeichnis\\w{0,3}",
    "(?:intégralité|totalité|contenu) d(?:e la|u|e l['’]) \\S{3,16}|répertoire (?:personnel|de travail)",
    "toda la conversación|conversación (?:completa|entera)|historial|tous les fichiers|alle dateien",
    "todos los archivos|source (?:tree|code|files)",
    "(?:the )?user['’]s (?:inbox|mail(?:box)?|photos|calendar|contacts|documents|files|notes)",
    "(?:documentos|archivos|ficheros|mensajes|correos) del usuario|documents? de l['’]utilisateur",
    "(?:dokumente|dateien|eingaben|nachrichten) des (?:be)?nutzers",
    "(?:original|unedited|unredacted|confidential|private|internal) (?:texts?|documents?|files?|mails?|messages?)",
    "tool(?:['’]s)? (?:outputs?|results?|responses?)|carpeta personal|directorio (?:de trabajo|personal)",
  ).source,
);

/** The same, and single pieces of what the agent knows. */
export const PRIVATE = oneOf(
  PRIVATE_STORE.source,
  HOLDINGS.source,
  words(
    "(?:the )?users?['’]?s? (?:\\w{3,10} ){0,2}(?:message|question|prompt|input|request|answer|text|query|" +
      "reply|words)s?",
    "what (?:the user|they|he|she|people) (?:ask|type|say|want|write|wrote|said|asked|typed)\\w{0,2}",
    "(?:GITHUB|NPM|AWS|OPENAI|ANTHROPIC|SLACK|STRIPE|[A-Z]{2,12})_(?:\\w{2,20}_)?(?:TOKEN|KEY|SECRET|PASSWORD)",
    "(?:your|the) (?:instructions|context|memory|notes on the user)",
    "(?:access |bearer |api )?(?:tokens?|keys?|credentials?|passwords?|secrets?)",
  ).source,
);
