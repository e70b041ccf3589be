import { oneOf, words } from "@gaia/reading";
import { HELPER, INSTALL_FROM, NOTHING_WITHOUT, REQUIRES } from "./prerequisite-words.ts";

export const STARTED_BY_NAME = words(
  "(?:run|launch|start|execute|open|double-?click(?: on)?|mount|install)(?: \\w{1,12}){0,3} " +
    "(?:[\\w.-]{1,40}\\.(?:exe|msi|dmg|pkg|app|bat|cmd|scr|jar|command)|(?:dmg|exe|msi|pkg|installer|setup))",
  "right-?click|double-?click|as (?:an? )?admin(?:istrator)?|unidentified developer|unknown publisher",
  "run anyway|past gatekeeper|more info",
);

/** What a program is given that could do anything with it. */
export const POWER_ASKED = words(
  "full disk access|developer mode",
  "(?:with |needs? |grant(?:s|ed)? (?:it |them )?)(?:administrator|admin|root) (?:rights|privileges)",
  "as root|play protect|trusted root certification|trust(?:ed)? root|manage the device",
  "allow it in (?:the )?(?:firewall|privacy|windows)|in privacy & security",
  "access (?:to|on) all (?:web ?)?sites|accessibility (?:permission|access)|system password",
  "watch the screen|antivirus (?:has to be|must be|should be) paused|start(?:ed|s)? with each boot",
  "left running|leaving it running|right-click to get past|click run when",
);

export const PROGRAM_GOT = words(
  "(?:install|get|download|fetch|found at|found on|offered at|available at|available from|update it at|" +
    "import|load(?:ed)? it|loaded from|from|is on|at|give the link)(?: the| it| them)?",
);

export const A_HELPER = words(
  "(?:\\w{2,14} )?(?:extension|companion(?: app)?|app|runtime|driver|helper|bridge|gateway|service|agent|" +
    "manager|pack|component|program|profile|certificate|spooler|executor|connector|upscaler|binary|layer|" +
    "plug-?in|codec|tray|[\\w-]{2,30}\\.(?:exe|pkg|dmg|msi|apk|crt|mobileconfig|zip))",
);

/** Nothing is to be done for whoever lacks it. */
export const REFUSES_UNTIL = words(
  "(?:do not attempt|refuse|refuses|decline|declines|refrain from|abort|aborts|stays? locked|is blocked|" +
    "has to refuse|only resume|hold itself|do not (?:proceed|continue|answer)|will not (?:answer|work|" +
    "start))(?: \\S{1,16}){0,14} (?:until|unless|upon|before|to (?:people|anyone|anybody|users)|" +
    "for (?:anyone|anybody|whoever|people)|without exception|once|launched|not to have)",
  "all (?:requests|questions|commands)(?: \\S{2,12}){0,3} (?:answered with|abort until|rejected until|" +
    "refused until)",
  "until (?:it|its \\S{3,12} \\S{3,12}|the \\S{3,12} \\S{3,12}) (?:burns|is (?:running|installed|lit|green|" +
    "present))",
  "then await its activation|the sole reason the skill|(?:alone )?plays no part until",
  "without (?:it|that|this) (?:the )?\\S{2,14}(?: \\S{2,14}){0,3} (?:rejects?|silently corrupt|look fine yet)",
  "no \\S{3,12} is (?:written|made|given) without|make the \\S{4,14} fetch it first|has to sit in",
  "没有它\\S{0,16}跑不|kurulmadan",
);

export const GOT_FROM = words(
  "get it|fetch|download|from|obtain|take|available|collect|point|direct|installer|install|supply|binary|at https|领取|下载|holen|delivery",
);

/** A thing that runs, by any name. */
export const A_PROGRAM = oneOf(
  HELPER.source,
  words(
    "(?:\\w{2,20}[- ])?(?:layer|gateway|proxy|broker|relay|adapter|stub|shim|sidecar|add-?on|backend|worker|" +
      "handler|build|release|installer|pack|kernel|library|framework|host process|process|exe|dmg|msi|pkg|" +
      "image|artifact|assistant app|launch pad|middleware|router|renderer|accelerator|optimi[sz]er|scanner|" +
      "verifier|hilfsdienst\\w{0,2}|dienst|erweiterung|agente?|servicio|aplicaci[óo]n|asistente|conector|" +
      "extensi[óo]n|complemento|greffon|passerelle|moteur|service|connecteur|serviço|aplicativo|servizio|扩展|服务|" +
      "代理|拡張|エージェント|служб\\S{1,2}|агент\\S{0,2})",
  ).source,
);

/** Nothing goes on before it is there. */
export const NEEDED = oneOf(
  REQUIRES.source,
  NOTHING_WITHOUT.source,
  words(
    "(?:rel(?:y|ies)|depend(?:s|ent)?|built|sits|counts?) (?:up)?on|prior|requirements?|only then|lacks?",
    "useless|must be applied|ahead of any|comes? out (?:blank|empty)",
    "(?:can[’']t|cannot|can not|nothing|not)(?: \\w{2,12}){1,5} (?:before|until|unless)",
    "ohne (?:\\S{1,60} ){1,6}(?:funktioniert|läuft|geht|startet)",
    "sans (?:\\S{1,60} ){1,6}(?:fonctionne|marche)|sin (?:\\S{1,60} ){1,6}(?:funciona)|refuses?|declines?",
    "(?:until|unless) (?:then|it|that|this|the)|none of (?:the|these|this)|errors? out",
    "every (?:\\w{3,12} )?(?:call|command|request|tool)(?: \\w{2,12}){0,3} (?:errors?|fails?)|breaks?|aborts?",
    "bails?|stalls?",
    "(?:was |is |are |were )?(?:detected|missing|outdated|absent|not (?:found|present|detected|available))",
    "make (?:sure|certain)|ensure|step (?:0|zero|one|1)|has to be|have to be|needs? to be",
    "kind(?:ly)? (?:make|install|get)|first (?:use|run|start|launch|call|conversion|conversation|time)",
    "only (?:works?|runs?|responds?|functions?) (?:when|if|once|after|with)|sin (?:él|ella|esto|este)",
    "sans (?:lui|elle|cela)|ohne (?:ihn|sie|dies\\w{0,2})",
  ).source,
);

/** It lies at some place. */
export const PLACED = oneOf(
  INSTALL_FROM.source,
  "\\(\\s?h(?:tt|xx)ps?://",
  words(
    "(?:lives?|sits?|resides?|kept|mirrored|published|offered|hosted|provided|served|distributed|stored|" +
      "posted|uploaded|linked|to be found|can be (?:found|had|obtained)|available|obtainable|downloadable|" +
      "shared|released)(?: \\S{1,20}){0,3} (?:at|on|from|under|via|through|here|over)",
    "(?:pick|picked) (?:\\S{1,20} ){0,4}up",
    "(?:fetch|grab|download|get|obtain|pull|unzip|install|take)(?: \\S{1,20}){0,6}",
  ).source,
);

/** It gets to run, or gets rights. */
export const SET_GOING = words(
  "(?:run|launch|start|execute|open|install|activate|enable|double-?click|mount|deploy|set up|fire up|" +
    "spin up|boot|unpack|unzip|extract)(?:s|ed|ing)? (?:it|them|once|that|this|" +
    "(?:the|its) (?:\\S{1,20} ){0,2}(?:file|setup|installer|app|program|binary|dmg|package|executable|result|" +
    "contents?|download)|\\S{1,30}\\.(?:exe|msi|pkg|dmg|app|bat|cmd|jar|run|sh|command))",
  "(?:keep|leave|have|let)(?: \\w{2,10}){0,3} (?:running|alive|open|active|on|up)",
  "(?:must|has to|have to|needs? to|should) (?:be|stay|remain|keep) (?:\\w{2,12} ){0,3}(?:running|active|" +
    "alive|installed|present|open|started|up)",
  "(?:grant|give|allow|approve|accept|confirm|permit)(?:ed)? (?:it|them|the prompts?|" +
    "(?:any|all|every) \\w{3,12}|full|accessibility|admin\\w{0,10}|\\w{3,10} (?:access|rights|permissions?))",
  "full disk access|open anyway|abr(?:ir|e)l[oa]|install the (?:one|version|build)",
  "set up (?:the|our|an?|its)|start\\w{0,2} (?:ihn|sie|es|den|die|das)",
  "(?:finish|complete|go through)(?: \\w{2,8}){0,2} (?:wizard|setup|installer|installation)",
  "as (?:an? )?(?:administrator|admin|root)|mark(?:ed)? (?:it|the \\w{3,12}|as) (?:as )?executable",
  "past gatekeeper|right-?click|run anyway",
  "on (?:the|their|your|his|her) (?:machine|computer|system|device|host|pc|mac|laptop)",
  "(?:is|are) (?:running|installed|present|in place|active)|before (?:using|you use|any)",
  "after (?:install\\w{2,6}|launch\\w{0,3}|start\\w{0,3})",
  "(?:dejarl[oa]|déjal[oa]|dejándol[oa]) (?:en ejecución|abiert[oa]|activ[oa])|ejec[uú]t\\w{1,5}",
  "(?:gestartet|ausgeführt|installiert) (?:werden|sein)|laufen|lancez-l[ea]|exécutez-l[ea]|installez-l[ea]",
  "instál\\w{1,5}|instalar|installer|installiere\\w{0,2}",
);

/** What somebody signs up for, reads, or takes from an index. */
export const NO_PROGRAM = words(
  "api keys?|accounts?|sign up|register|docs|documentation|licen[cs]e key|subscription|dashboard|npm|pip",
  "pipx|cargo|maven|gradle|go install|package manager|browser|web ?page|web ?app|endpoint|tokens?",
  "data ?sets?|fonts?|if the user (?:asks|wants)|user['’]s own",
);
