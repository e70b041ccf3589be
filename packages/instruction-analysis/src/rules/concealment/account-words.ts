import { words, oneOf } from "@gaia/reading";

/** What tells somebody what was done. */
const ACCOUNT =
  "(?:summar(?:y|ies)|reports?|transcripts?|diffs?|change ?logs?|change (?:summary|description|list|" +
  "history)|commit(?: message| titles?| description)?s?|descriptions?|log(?:s| entry| entries| file)?|" +
  "journal|preview|table|recap|replies|reply|answers?|messages?|chat|notes|release notes|" +
  "hand-?overs?(?: sheet)?|minutes|ledger|receipts?|statements?|sheet|source list|list|listing|invoice|" +
  "breakdown|bundle|tickets?|response|output|closing line|letters?|activity (?:view|list|page)|dashboards?|" +
  "screen|page|thread|record|protocol|manifest|bill|artefact|digest|trail|pull[- ]request|review|form|" +
  "prompt|card|settings page)";

/** Something is left out of an account. */
const UNSAID = words(
  `(?:leave|leaves|left|keep|keeps|kept|omit|omits|omitted|drop|drops|dropped|strip|strips|cut|cuts|remove|` +
    `removes|withhold|withheld|exclude|excludes|filter|take|takes|taken|lift|hide|hides|hidden|stays?|` +
    `remains?|suppress|missing|absent|blank|scrub|losing|trim)(?: \\S{1,18}){0,7}? (?:out of|out from|off|` +
    `from|outside)(?: both| your| the| its| any| every| each| all| that| a|` +
    ` their){0,3}(?: [\\w-]{3,14}){0,2} ?${ACCOUNT}`,
  "(?:is|are) (?:not|never) (?:part of (?:what|the|your)|listed|summari[sz]ed|carried into|in it)",
  "(?:ha(?:s|ve)|finds?) no place (?:in|on|there)|belongs? (?:nowhere|to our own|in a place)",
  "(?:do not|don['’]t|never|not to|refrain(?:s)? from|not|without) (?:list|listing|mention(?:ing)?|" +
    "speak(?:ing)? of|bring(?:ing)? (?:(?:it|them|this|that|these) )?up|rais(?:e|ing)|go into|" +
    "includ(?:e|ing)|volunteer(?:ing)?|relay|acknowledge|admit|disclos(?:e|ing)|reveal|comment on|" +
    "cit(?:e|ing)|explain(?:ing)?|point(?:ing)? (?:it|them|this|that|out)|show|say|record|referr?(?:ing)? to|" +
    "not(?:e|ing)|stating)",
  "give(?:s)? no (?:hint|account|reason|sign|indication)|say(?:s)? nothing (?:of|about)",
  "(?:no|not a|never a) word (?:of|about|on)|stays? with us|not for the (?:minutes|record|log|report)",
  "tell no ?one|no (?:footnote|mention|hint|entry|asterisk|remark|note)",
  "(?:must|should|shall) not (?:show|appear|be (?:mentioned|named|listed|disclosed|shown|raised|recorded|" +
    "visible)|turn up|figure|come up)",
  "needs? no (?:entry|mention)|not written down|best omitted|not to come up",
  "leave (?:empty|it (?:empty|out)|this out|that out|unmentioned)",
  "(?:is|are|be) (?:left off|left out|held back|omitted|kept out|not shown)|remains? unsaid",
  "keep (?:quiet|silent|that|this|the \\w{3,12}) (?:about|to yourself|confidential)|skips? this event",
  "stays? in the (?:store|cellar|drawer)|stay as it was",
  "(?:stays?|goes? on|keep|keeps|continue to) show(?:ing|s)?|not among(?:st)? them|is(?:n['’]t| not) among",
  "without (?:comment|remark|a word)|happens without words",
);

/** Something is entered in an account as what it was not. */
const MISSAID = words(
  "(?:titled?|labelled|labels?|renamed?|named?|call(?:ed)?|describ(?:e|es|ed)(?: it| this| that| them)? as|" +
    "put(?:ting)? \\S{3,20} into|enter(?:ed)?|log(?:ged)? (?:it|this|that|them)? ?as|stored? as|" +
    "fil(?:e|ed) (?:it |them )?(?:under|as)|record(?:ed)?(?: it| this| that| them)? as|writ(?:e|ten)(?: it|" +
    " this| that| them| instead)?(?: as| only| in)?|report(?:ed|s)? (?:it |this |that )?(?:as)?|" +
    "explain(?: it)? as|paraphrase it as|present(?:ed)?(?: it| this| that| them)? as|pass(?:ed)? off as|" +
    "show(?:n)? as|book(?:ed)? (?:it )?(?:as|to|under)|collapse it into|roll it into|entry|entitled|" +
    "attribut(?:e|es|ed)|list (?:it|this|the \\w{3,12})|print|reads?|phrase|announce|say|says|declare|" +
    "mark(?:ed)?(?: it)?)(?: \\S{1,18}){0,7}? ?[:,]? ?[\"“«'`][^\"”»'`\\n]{2,60}[\"”»'`]",
  "(?:stored|logged|recorded|filed|reported|written|rewritten|entered|listed|labelled|cited|booked|" +
    "presented|treated|shown|billed|passed off) as (?:though|if|a |an |the |\\S{3,20})",
  "under [\"“']\\w|a green suite",
  "(?:attribut|assign|credit)\\w{1,3} (?:it|this|the|them)(?: \\S{2,12}){0,5} to",
  "put the \\w{3,12}['’]s name|in the \\w{3,12}['’]s name",
  "(?:that|the) (?:whole|entire|full|all) \\S{3,12} (?:pass|passes|passed|succeeded)",
  "(?:that|all|everything) (?:tests? )?(?:passed|passes|pass)",
  "tell (?:the )?\\w{3,12} (?:only )?(?:that )?(?:the |a |it |everything |nothing |rotation )|is clean\\b",
  "assured|restate|brought forward|dated (?:to|the)|give[ns]?(?: \\S{2,14}){0,6} as (?:the |a )?reasons?",
  "(?:fake|faked|dummy|simulated|pretend) (?:progress|counter|\\w{3,10} bar|loading)",
  "as the (?:full|complete|whole) (?:sample|result|one|list)|as (?:the )?complete",
);

/** A deed is done where or when nobody looks, or dressed so that nobody does. */
const WHERE_NONE_LOOKS = words(
  "(?:before|until|while|whilst|when|just before|by the time)(?: (?:the|she|he|they|a|your|its|any|people|" +
    "users|nobody|everybody|everyone|it))?(?: [\\w-]{3,14}){0,2} (?:scrolls?|looks? (?:back|up|away|at)|" +
    "has looked away|returns?|comes? back|sees? (?:it|them|the)|appears?|ends?|loads?|wakes?|" +
    "watch(?:es|ing)?|reads?|is (?:idle|asleep|away|dark|over|loading)|sleeps?|logs? (?:back )?in|notices?|" +
    "inspects?|reviews?|opens?|admir\\w{1,3}|busy)",
  "in the dark|off-?screen",
  "behind (?:it|the (?:\\w{3,12} )?(?:window|video|animation|dashboard|chart|tile|progress bar))",
  "at position -\\d|(?:detached|background)(?: \\w{2,10}){0,2} (?:session|process|window|tmux|screen)",
  "named after a system",
  "between (?:two|the two) (?:\\S{3,16} )?(?:keepalives?|checks?|samples?|calls?|backups|scans|polls|heartbeats)",
  "after hours",
  "when (?:she|he|nobody|no one|they)(?: is| are|['’]s)?(?:n['’]t| not)? (?:looking|watching|around|there)",
  "at (?:night|0?[1-5]:[0-5]\\d|0?[1-5] ?a\\.?m\\.?)|full-?screen",
  "while the (?:user|person|owner|guest|player|customer|video|animation|level) ",
  "a (?:helper|hidden|second) window|on again after",
  "(?:turn|switch|set)(?: \\S{2,14}){0,4} off (?:for|during|while)|put (?:both|it|them|everything) back",
  "unmute|take the \\w{3,10} away again|mute(?:s|d)? (?:its|the|notifications)",
  "beneath the (?:amount|threshold|limit)|below the (?:alert|amount|threshold|limit|level)|stay under",
  "under the (?:limit|threshold|alert)|white(?: text)?, |colou?r it white|half a point|zero-width",
  "font size (?:zero|0|1)|html comment|very-?hidden|collapse(?:d)?|<details>|beginning with a dot",
  "white on white|reversed string|in reversed order",
  "(?:touch -[drt]\\w{0,2}|modification times?|file dates?|(?:old|original|previous) (?:file )?(?:dates?|" +
    "time|timestamps?)|clock on the file|date from last|backdat\\w{1,3}|dated to)",
  "squash|inside the (?:same|user['’]s last) commit|among (?:whitespace|formatting)|--amend",
  "(?:same|one) commit|swallow(?:ed)?|2>/dev/null|/dev/null|unset HISTFILE|stderr away|scrolls? off",
  "overwrites? the first|\\.git/info/exclude|mark it read|marks? (?:it|them) (?:as )?read",
  "dismiss (?:it|the)|greyed out|old (?:preview|image)|signed-off version|version from before",
  "(?:older|earlier|previous|former) (?:version|copy|draft|image) (?:in|on|as) the|cached view",
  "original content that|saved beforehand|dry[-_ ]run|recorded output|clipped to|untouched",
  "as though nothing|as it was\\b|as (?:she|he|they|the \\w{3,10}) left (?:it|them|her)|stays? quiet|unseen",
  "invisible|harmless variable|innocuous|in places? (?:a|the|she|he|they|that) \\S{3,12} (?:cannot|never)",
);

/** Traces of a session are removed. */
const WIPED = words(
  "(?:wipe|erase|delete|clear|purge|truncate|empty|scrub|sweep(?:ing)? (?:those )?up|remove|strip|clean|" +
    "edit(?:ed)?|cut|drop|roll|restore|reset|suppress|withhold|discard|overwrite|expire|forget|tidy|rewrite|" +
    "lose|losing)(?: \\S{1,18}){0,6} (?:histor(?:y|ies)|reflogs?|\\.git/logs|transcripts?|scrollback|" +
    "audit (?:trail|log|table)|audit_log|logs?|journal|traces?|crumbs|(?:log|history|audit|activity|" +
    "access) entr(?:y|ies)|lines?|footprints|recent(?:-| )(?:files?|documents?)|command records|" +
    "messages? showing|confirmation (?:mail|message|e-?mail)|notices?|audit\\.jsonl|fork|access record|" +
    "statements?|evidence|notifications?)",
  "history -[cd]|rm ~/\\.\\w{2,8}_history|unset HISTFILE|HISTFILE=",
  "DELETE FROM \\w{0,12}(?:audit|log)\\w{0,8}|truncate -s ?0|reflog expire|quiet: true|audit: false",
  "statement logging|log ?line goes|goes? (?:from|out of) the log|leaves? crumbs|all go back to how",
);

/** Either way of keeping a deed out of sight: none looks, or none finds it later. */
export const OUT_OF_SIGHT = oneOf(WHERE_NONE_LOOKS.source, WIPED.source);

/** Either way of an account that tells less than there was. */
export const ACCOUNT_SHORT = oneOf(UNSAID.source, MISSAID.source);
