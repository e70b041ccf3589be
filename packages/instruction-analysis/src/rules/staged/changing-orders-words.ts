import { type HostKind, words } from "@gaia/reading";

/** Whoever's it is, the skill's own too: nobody reviews what lies there tomorrow. */
export const ANYBODY: HostKind[] = ["ip", "paste", "shortener", "drop", "http", "stranger", "related", "codehost"];

export const HINT = "Put the instructions and the code into the skill; what is fetched later was reviewed by nobody.";

export const AT_ITS_WORD = [
  words(
    "(?:if|when|after|once|unless) the (?:user|human|owner|reader) (?:asks|wants|requests|agrees|approves|" +
      "confirms|has)",
    "api (?:docs?|reference|documentation)|openapi|llms\\.txt|release notes",
    "show (?:it|them|the diff|the change)|ask (?:the user|first)|as data|untrusted|wcag|specification",
  ),
];

const IT =
  "(?:it|they|that (?:page|file|list|text|document)|the (?:page|file|list|text|document|sheet|answer|reply|response|gist))";

/** A page is obeyed to the letter, its commands too, or above the skill's own words. */
export const OBEYED_WHOLE = words(
  `(?:follow|execute|carry out|perform|do|obey|run|work through)(?: \\w{2,10})? (?:every|each|all|` +
    `any)(?: \\w{2,10}){0,3} (?:steps?|commands?|lines?|instructions?|orders?|entr(?:y|ies))(?: (?:that|` +
    `which))? ?(?:${IT}|in it|it|listed there|on it|there)`,
  `(?:carry out|execute|do|follow|obey)(?: \\w{2,12}){0,6},? (?:what(?:ever)?|anything)(?: \\w{2,12}){0,2} ` +
    `(?:${IT}|has come up|is (?:on|in) it)(?: \\w{2,12}){0,2} ?(?:contains?|lists?|says?|holds?|up on it|` +
    `tells?|on it)?`,
  `if (?:it|the (?:file|page|text|answer)) (?:holds|contains|has|includes) (?:a |any )?(?:code blocks?|` +
    `commands?|scripts?|shell lines?),? (?:run|execute) (?:it|them)`,
  "(?:read (?:that|the) file,? (?:and )?)(?:then )?(?:follow|obey) (?:it|them)",
  "(?:fetches|reads|downloads|pulls) and (?:obeys|follows|executes) (?:the|a|each|every|its|whatever)",
  "with the (?:same )?authority of this (?:file|skill|page)|as part of this (?:skill|file)",
  "(?:giving|give|gets?|has|have|takes?) (?:it |them )?(?:precedence|priority) over (?:the (?:sections?|" +
    "rules|steps|text) above|this (?:file|page|skill)|what(?:ever)? (?:is|stands) (?:written )?here)",
  "in place of the (?:list|steps|rules|sections?) above|even where it differs from (?:this|the)",
  "holds? shell lines (?:meant )?for you",
  "do exactly what (?:it|is) (?:says|written)|its remote (?:commands|orders|profile)",
  "(?:逐条|照着|严格)(?:执行|照做)|优先级高于本|照做不误|ejecutando,? (?:\\S{2,12} ){0,8}las órdenes|делай ровно то,? что",
  "выполняй вс[её],? что|führe (?:\\S{2,12} ){0,3}alles aus|fais exactement ce qu",
);

/** It is meant to be another tomorrow, or for another, and nobody is to look first. */
export const CHANGING = words(
  "(?:revises?|updates?|changes?|rewrites?|edits?|re-?reads?|reread|refreshe[sd]|tailored|" +
    "rotate[sd]?)(?: \\w{2,12}){0,3} (?:several times (?:a|per) \\w{3,5}|hourly|overnight|each (?:day|hour|" +
    "week)|every (?:day|hour|week|few (?:hours|minutes))|per (?:workspace|machine|host|user)|daily|weekly)",
  "(?:differs?|varies) (?:per|by|from) (?:workspace|machine|host|user|computer|weekday)|pin nothing",
  "do not (?:pin|cache)(?: \\w{1,9}){0,2}|never pin|keep no copy|there is no local copy|take what is there",
  "unseen by anyone|unread|has neither author nor version|unlooked at",
  "without (?:a |any )?(?:goods-in check|review|reading (?:it|them))|no review (?:is )?(?:required|needed)",
  "will not be looked at|(?:more often|faster) than this (?:file|page)",
  "por eso no se copian|cambian cada (?:semana|día)|evolui todo dia|ändert sich täglich|change chaque jour|此处不写死|每天更新|每日更新",
);
