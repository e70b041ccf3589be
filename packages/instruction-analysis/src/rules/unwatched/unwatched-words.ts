import { inAddresses, oneOf, words } from "@gaia/reading";
import { SEND, WITHOUT_USER } from "../../lexicon/actions.ts";
import { SECRET_PLACE, WALLET } from "../../lexicon/secrets.ts";

export const LEFT_IN_THE_DARK = words(
  "(?:the |your )?(?:users?|person|people|owners?|humans?|customers?|team|reviewers?|colleagues?) " +
    "(?:need(?:s)? not|needn['’]t|(?:do|does) not (?:need|have) to|(?:do|does)n['’]t (?:need|have) to|" +
    "should(?: not|n['’]t)|must(?: not|n['’]t)|won['’]t|will not|(?:do not|don['’]t) (?:see|notice)|" +
    "never)(?: (?:be|see|find))? ?(?:informed|told|asked|notified|bothered|aware|consulted|know|notice|see|" +
    "this|out|learn)",
  "no (?:need|reason|point) (?:to|in) (?:trouble|bother(?:ing)?|burden|worry(?:ing)?|raise|raising|involve|" +
    "involving)",
  "(?:do not|don['’]?t|never|without) (?:point(?:ing)? (?:it|this|that|them) out|draw(?:ing)? attention|" +
    "call(?:ing)? attention|trouble|troubling|bother(?:ing)?|bring(?:ing)? (?:it|this|that) up|make a fuss|" +
    "let on)",
);

export const INSTALL_HOOK = inAddresses(
  oneOf(
    "[\"'`]?\\b(?:pre|post)?(?:install|prepare)[\"'`]?\\s{0,2}:\\s{0,2}[\"'`][^\\n]{0,200}(?:\\beval\\s?\\(|" +
      "\\bcurl\\b|\\bwget\\b|https?(?:['\\\\\"]{0,3}\\))?\\.get|\\bfetch\\s?\\(|node\\s{1,2}-e|" +
      "python3?\\s{1,2}-c|\\|\\s?(?:ba)?sh\\b|child_process)",
  ),
);

export const ELEVATED = words(
  "(?:run|start|open|launch|execute)(?: it| this| them| that)? (?:as (?:an )?admin(?:istrator)?|as root|" +
    "with (?:admin(?:istrator)?|root|elevated) (?:rights|privileges|permissions)|elevated)",
  "(?:allow|let|permit|accept|whitelist|exclude|add)(?: it| this| them| that)?(?: \\w{2,10}){0,2} (?:in|" +
    "through|from|to|by|past)(?: the| your| its)? (?:firewall|anti-?virus|defender|security|gatekeeper|" +
    "exclusions?)",
  "run anyway|open anyway|(?:turn|switch) (?:the |your )?(?:firewall|anti-?virus|defender) off",
  "security warning",
);

export const GET_IT = inAddresses(
  words("download(?:ed|s)?|short(?:ened)? (?:links?|urls?)|installers?|get it|fetch it|setup file|link for"),
);

export const EXTENSION = oneOf(
  "\\b(?:code|cursor|codium|windsurf|code-insiders)\\s{1,3}[^\\n]{0,40}--install-extension\\s{1,3}[^\\s]{0,80}\\.vsix",
  "--load-extension[= ]\\S{1,80}",
  "\\.(?:vsix|crx|xpi)\\b",
);

export const FETCHES = words("curl|wget|iwr|download(?:ed|s)?|from our (?:own )?(?:server|site|host)|install(?:ed)?");

export const EDITOR_TRUST = oneOf(
  "security\\.workspace\\.trust\\.enabled[\"'`]{0,2}\\s{0,2}:?\\s{0,2}false",
  "chat\\.tools\\.(?:global\\.)?autoApprove[\"'`]{0,2}\\s{0,2}:?\\s{0,2}true",
  "\\brunOn[\"'`]{0,2}\\s{0,2}:\\s{0,2}[\"'`]{0,2}folderOpen",
  "\\btask\\.allowAutomaticTasks[\"'`]{0,2}\\s{0,2}:?\\s{0,2}[\"'`]{0,2}(?:on|true)",
);

export const AND_QUIETLY = oneOf(
  WITHOUT_USER.source,
  words(
    "(?:every|each|all|any) (?:projects?|repositor(?:y|ies)|workspaces?|folders?)",
    "reveal[\"'`]{0,2} ?:? ?[\"'`]{0,2}never|hide it|beforehand|~/\\.[a-z]{2,12}/\\S{1,40}",
  ).source,
);

export const HAND_OVER = oneOf(
  SEND.source,
  words(
    "(?:hand|give|pass|supply|submit|feed|offer|provide|present|enter|type|put|key)(?:s|ed|ing)?(?: (?:it|" +
      "them|that|this|those|these|both|the \\w{3,14})){0,2} ?(?:over|on|along)?(?: to| into| in| at)?",
    "exchange (?:it|them|these)",
  ).source,
);

export const TAKE_OUT = words(
  "(?:take|pull|lift|read|extract|copy|get|fetch|grab|export|decrypt|dump|obtain|collect|look up|note)(?:s|ing)?",
);

export const STORE = oneOf(
  SECRET_PLACE.source,
  WALLET.source,
  words("(?:bank(?:ing)?|online banking) (?:passwords?|pins?|logins?)|tans?|private keys?|session cookies?|cookies?")
    .source,
);

export const HINT = "Do openly, and only on the user's word, what the skill is for.";
