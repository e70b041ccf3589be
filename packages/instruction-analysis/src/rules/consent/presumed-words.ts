import { words } from "@gaia/reading";

const LEAVE =
  "(?:permission|consent|approval|confirmation|authori[sz]ation|go-ahead|sign-?off|agreement|assent|clearance)s?";

const WHO = "(?:users?|owners?|operators?|persons?|people|humans?|customers?|account holders?|admins?|clients?)";

export const PRESUMED = words(
  `(?:blanket|standing|general|unlimited|unconditional|permanent|irrevocable|perpetual) ${LEAVE}`,
  `standing authority|carte blanche`,
  `${LEAVE}(?: for (?:\\w{2,12} ){0,3}\\w{2,12})? (?:is|are|has been|have been|was|` +
    `were)(?: \\w{3,12}){0,2} (?:granted|given|obtained|issued|implied|implicit|assumed|presumed|in place|` +
    `settled)(?: in advance| beforehand| upfront| once and for all)?`,
  `(?:authori[sz]ed|approved|granted|permitted|cleared|agreed)(?: \\w{2,12}){0,2} (?:in advance|beforehand|` +
    `up ?front|ahead of time|once and for all)`,
  `silence (?:counts as|means|equals|is|amounts to|stands for) (?:a |an )?(?:${LEAVE}|yes|agreement)`,
  `no (?:answer|reply|objection|response) (?:counts as|means|equals|is) (?:a |an )?(?:${LEAVE}|yes)`,
  `(?:if|when|unless|should) (?:the |a )?(?:${WHO}|they|nobody|no one)(?: (?:does not|doesn['’]t|do not|` +
    `don['’]t))? (?:objects?|protests?|says? (?:no|nothing)|disagrees?)`,
  `(?:has|have|had|gave|give|given|grants?|granted)(?: (?:us|you|it|the \\w{3,10}|already))? (?:free rein|` +
    `a free hand|full discretion|full power|all rights)`,
  `(?:by )?(?:installing|loading|using|activating|enabling|opening)(?: \\w{2,10}){1,3},? (?:the |every |` +
    `any )?(?:${WHO}|they|you)(?: \\w{2,12}){0,2} (?:agrees?|consents?|approves?|authori[sz]es?|accepts?|` +
    `signs? off|waives?)`,
  `(?:the |every |any )?(?:${WHO}|they) (?:agreed|consented|signed off|said yes|approved|` +
    `waived)(?: \\w{2,12}){0,6} (?:when|by) (?:they |he |she )?install(?:ed|ing)`,
);

export const GRAVE = words(
  "delet(?:e|es|ing|ions?)|remov(?:e|es|ing)|purchas(?:e|es|ing)|buy(?:s|ing)?|pay(?:ments?|s|ing)?|money",
  "funds|transfers?|install(?:s|ing)?|extension|shell|commands?|execut(?:e|es|ing)|scripts?",
  "deploy(?:s|ing|ment)?|publish(?:es|ing)?|push(?:es|ing)?|merge|upload(?:s|ing)?|e-?mails?|messages?",
  "credentials?|passwords?|keys?|wallets?|everything|anything",
  "all (?:actions?|steps|tools|files|changes|operations|requests)",
  "any (?:action|step|tool|file|change|operation|request)|actions|go ahead|proceed|continue",
  "carry (?:on|out)|straight away|immediately",
);

export const NO_QUESTION = words(
  `(?:do not|don['’]?t|never|must not|not to|no need to|without|refrain from|avoid|stop|` +
    `no (?:reason|requirement|point|need|cause|obligation)(?: (?:to|in))?|unnecessary to|pointless to|` +
    `not necessary to|need not|needn['’]t)(?: (?:ever|even|bother(?:ing)?(?: to)?))? (?:(?:seek|obtain|get|` +
    `solicit|request|collect|demand|require|look|wait|pause|stop|halt|hold|interrupt|break off|ask|` +
    `await)(?:ing|ting|ping)?(?: \\w{2,10}){0,3}(?: for)? (?:the |any |explicit |further |their |his |` +
    `her )?(?:${WHO}['’]?s?['’]? )?(?:explicit )?${LEAVE}|(?:check(?:ing)?|double-check(?:ing)?|` +
    `confirm(?:ing)?|verify(?:ing)?|clear(?:ing)?|consult(?:ing)?)(?: (?:it|this|them|things|anything|back|` +
    `in|first|up))? (?:(?:back )?with (?:the |their |a )?(?:\\w{3,12}|them)|back|the (?:\\w{3,10} )?${WHO}|` +
    `before|first)|run(?:ning)? (?:it|this|them|things|anything) (?:by|past) (?:the )?(?:${WHO}|them|anyone|` +
    `anybody))`,
  `ask(?:ing)?(?: the)?(?: ${WHO}| them| anyone)?(?: (?:for|to) \\w{3,12}(?: \\w{2,10}){0,3})? (?:wastes?|` +
    `annoys?|slows?|costs?|only slows|is (?:a waste|unnecessary|not needed|pointless|redundant|superfluous)|` +
    `interrupts?|would only)`,
  `(?:users?|people|they) (?:find|consider|dislike|hate|get tired of)(?: \\w{3,14})? (?:confirmations?|` +
    `prompts?|dialogs?|questions|being asked)`,
);

export const TAKE_CARE = [
  words(
    "unless|except|read-only|if the user|when the user|after the user|once the user",
    "(?:do not|never|don['’]t|must not) (?:\\w{3,14} ){1,6}without|not (?:\\w{3,14} ){1,3}without",
    "does not count|gdpr|cookies?|check (?:that|whether)|verify (?:that|whether)|only (?:if|when|after)",
    "wait until|formatting|lint(?:er|ing)?|always (?:ask|confirm)|two reviewers|recipients?|subscribers?",
    "patients?|oauth|legal|contracts?|license|merchantability|software is|hereby|copyright|make sure|ensure",
    "must be",
  ),
];

export const SAY_YES = words(
  "(?:click|press|choose|select|hit|answer|type|reply|respond|enter|confirm|tick)(?:ing)?(?: (?:with|on|" +
    "it with|them with|in))? ?[\"'“`]?(?:allow|yes|y|ok|okay|accept|approve|continue|always allow|run anyway|" +
    "trust|grant|affirmative(?:ly)?|in the affirmative)[\"'”`]?",
  "(?:accept|approve|confirm|allow|grant|dismiss|close) (?:it|them|these|those|this)",
);

export const IT_ASKS = words(
  "(?:a|any|each|every|the|whatever|all|these|those|permission|confirmation|approval) ?(?:permission |" +
    "confirmation |approval |security |consent )?(?:dialog(?:ue)?|prompt|popup|pop-up|question|window|box|" +
    "request|confirmation|warning)s?(?: (?:that|which))?(?: \\w{2,10}){0,2} ?(?:appears?|pops? up|comes? up|" +
    "shows? up|opens?|asks?|asking|arises?|is shown|occurs?)?",
);

export const IN_THEIR_PLACE = words(
  `on (?:the |their |his |her )?(?:${WHO}['’]?s?['’]? )?behalf|yourself|for (?:the user|them|the owner)`,
  `in (?:the|their) (?:\\w{3,10}['’]s )?(?:place|stead|name)`,
  `(?:the )?${WHO} (?:need not|needn['’]t|does not|doesn['’]t|should not|shouldn['’]t|must not|won['’]t|` +
    `never)(?: \\w{2,12}){1,4}`,
  `so (?:that )?(?:the )?(?:user|nobody|nothing|no one)(?: \\w{2,12}){1,4}`,
  `without (?:asking|telling|bothering|showing|waiting|the user)`,
);

export const HINT_ASK = "Leave the asking to the agent and its user; name the actions that need a confirmation.";

/** Money moves, a thing is published, or a word is given. */
export const ACTS = words(
  "(?:book|books|booked|buy|pay|purchase|checkout|check out|order|send|deliver|publish|merge|merges|deploy|" +
    "apply|sign|accept|debit|debited|post|posted|place the booking|transfer|release|refund|commit|" +
    "terraform apply|dispense|apply the stored signature|answer|forge|bezahl\\w{0,3}|buche|paga\\w{0,2}|" +
    "compra\\w{0,2}|结算|付款|결제|删)",
);

/** Nobody is asked, and a reason is given for that. */
export const NOBODY_ASKED = words(
  "(?:without|not|never) show(?:ing)? (?:\\S{1,8} )?(?:text|draft|it|them|plan|diff|basket) (?:first|before)",
  "without showing the \\S{3,10} first",
  "(?:people|users?|they|owner|traveller|travellers|customer|colleagues) (?:may|can|will) (?:look at it|" +
    "find out|learn)(?: \\S{1,14}){0,5}",
  "find out from the|a question (?:beforehand|put back)(?: \\S{2,12}){0,3} (?:only|would)",
  "(?:approval|permission) (?:dialogs?|dialogues?|prompts?|requests?)(?: \\S{2,12}){0,3} (?:tiring|" +
    "annoying|yourself)",
  "answer (?:each|every|any) (?:permission|approval|confirmation) request",
  "(?:change board|reviewers?|team|owner|objector) need(?:s)? not be (?:told|asked|informed)|proposals tire",
  "silence (?:\\S{1,12} ){0,4}(?:counts as|is|means|equals|gilt als) (?:a |an )?(?:yes|agreement|consent|" +
    "assent|zusage)",
  "schweigen gilt als|qui tacet|instructions are deemed given",
  "(?:assent|approval|consent|permission)(?: \\S{1,14}){0,6} (?:as already (?:earned|given)|in advance|" +
    "recogni[sz]ed when expected|assume-?granted)",
  "assume-granted|in (?:their|the \\S{3,12}['’]s) (?:stead|name|place)|forge that word",
  "click through any dialog(?:ue)?|(?:ticked|confirmed|accepted) for them|just place the booking",
  "with your administrator rights|admin override|yes \\|`?|묻지 말고|代答|自行代|trotzdem aus|sin preguntar nada",
);

export const BY_FORCE = words(
  "straight away|at once|right away|immediately|non-?refundable|overage",
  "(?:to|on) (?:the )?(?:protected branch|prod(?:uction)?|full list|whole list|production)",
  "(?:red|failing|failed) checks?|missing reviews?|branch protection",
  "in (?:their|the \\S{3,12}['’]s) (?:stead|name|place)|saved (?:in|card)|card saved",
  "stored (?:card|signature)|debited|on the (?:client|customer|house)(?:['’]s)? account",
  "look at it afterwards|bypass|prod too|disarm\\w{0,3}|publish(?:es)? (?:the package )?at once|before the",
  "dangerously|instructions are deemed|write-offs|refunds|fees?|terms|card|payment|交易|카드|승인|审批|授权",
  "auto-approve|proceed",
);
