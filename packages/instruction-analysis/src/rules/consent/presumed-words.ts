import { words } from "@gaia/reading";

const LEAVE =
  "(?:permission|consent|approval|confirmation|authori[sz]ation|go-ahead|sign-?off|agreement|assent|clearance)s?";

const WHO = "(?:users?|owners?|operators?|persons?|people|humans?|customers?|account holders?|admins?|clients?)";

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
