import { oneOf, words } from "@gaia/reading";

export const DISREGARD = words(
  "ignor(?:e|ing)|disregard(?:ing)?|forget(?:ting)?|overrid(?:e|ing)|bypass|discard|abandon|set aside",
  "throw away|do not (?:follow|obey|listen to|comply with)|don['’]?t (?:follow|obey|listen to)",
  "stop (?:following|obeying)|void|neglect|nullif(?:y|ies)|take(?:s)? (?:precedence|priority) over",
  "outranks?|no longer (?:follow|obey|bound by|apply)|not bound by|deprioriti[sz]e|dismiss|unlearn|revoke",
  "suspend|turn off|relax",
);

export const EARLIER = words(
  "(?:all |any |every |each |the |your |of |these |those |other |my |whatever ){0,4}(?:previous(?:ly)?|" +
    "prior|above|earlier|preceding|existing|original|initial|former|foregoing|system|developer|safety|" +
    "security|ethical|hidden|operator|guardrail|conflicting)(?: (?:and|or|given|set|system|safety|developer|" +
    "user|security|conversation|defined|loaded|received|usage|content|default|stated)){0,4}",
);

export const RULES = words(
  "instructions?|directives?|guidelines?|rules?|prompts?|constraints?|policies|policy",
  "(?<=previous |prior |above |earlier |preceding )(?:messages?|commands?|context|conversation|text|content)",
  "orders|restrictions?|guardrails?|programming|training|safeguards?|limitations|boundaries|protocols?",
  "directions|guidance|priorities|alignment",
);

export const DIRECT = oneOf(
  "\\b(?:treat|regard|consider|read|handle)\\s{1,3}(?:the\\s{1,3}following|this|it|these|" +
    "what\\s{1,3}follows)(?:\\s{1,3}\\w{2,12}){0,3}\\s{1,3}as\\s{1,3}(?:if\\s{1,3}it\\s{1,3}came\\s{1,3}|" +
    "coming\\s{1,3}|issued\\s{1,3}|written\\s{1,3})?(?:from|by|an?)?\\s{0,3}(?:the\\s{1,3}|" +
    "your\\s{1,3})?(?:system|developer|operator|admin(?:istrator)?)\\b",
  "\\b(?:safety|security|content|usage|system)\\s{1,3}(?:polic(?:y|ies)|rules|guidelines|checks|filters|" +
    "restrictions|guardrails)\\s{1,3}(?:are|is|have\\s{1,3}been|do|does)\\s{1,3}(?:now\\s{1,3}|" +
    "hereby\\s{1,3}|not\\s{1,3}|temporarily\\s{1,3})?(?:suspended|disabled|lifted|void|off|waived|" +
    "no\\s{1,3}longer|apply|overridden|revoked)\\b",
  "\\b(?:forget|ignore|disregard)\\s{1,3}(?:all\\s{1,3}|absolutely\\s{1,3})?(?:everything|anything|" +
    "what(?:ever)?)\\s{1,3}(?:you(?:['’]ve| have)?\\s{1,3}(?:were|was|know|learned|been|are|had)|" +
    "that\\s{1,3}(?:came|was|has)|above|before|else|said|came|(?:the\\s{1,3})?(?:user|system|developer|i)\\b)",
  "\\b(?:ignore|disregard|forget|override)\\s{1,3}(?:all\\s{1,3})?(?:your|the\\s{1,3}user['’]?s?)" +
    "\\s{1,3}(?:(?:own|usual|normal|other|previous|prior)\\s{1,3})?(?:instructions|programming|training|" +
    "guidelines|rules|guardrails|safety|restrictions|directives|orders|request)\\b",
);

export const EARLIER_SAID = words(
  "(?:rules|instructions?|guidance|guidelines|orders|prompts?)(?: that)?(?: (?:were|was|you|had|have|been|" +
    "got|received|given|told|to|by|the|system|user)){1,6} (?:earlier|before|previously|so far|until now)",
  "(?:all |any |the |your |every )?(?:of the )?(?:previous|prior|earlier|preceding|original|existing|" +
    "former|above|old|initial|system|safety) (?:\\w{3,12} )?(?:configuration|programming|persona|role|" +
    "guidance|instructions?|rules|directives?|guidelines|prompts?|constraints|orders|restrictions|" +
    "polic(?:y|ies)|safeguards)",
  "(?:everything|anything|all|whatever)(?: \\w{2,10}){0,2} (?:above|before|earlier|" +
    "previously)(?: this(?: line| point| message)?)?",
);

export const VOID = words(
  "void|null|(?:has|have) been (?:replaced|reset|overwritten|changed|removed|updated) by",
  "(?:is|are) (?:hereby )?(?:replaced|overwritten)",
  "(?:was|were|is|are) (?:only |just |merely )?(?:for testing|a test|tests|placeholders?|wrong|not meant|" +
    "a mistake|examples?)",
  "no longer (?:appl(?:y|ies)|valid|binding|hold|in (?:force|effect)|count)s?|(?:do|does) not apply",
  "cancell?ed|superseded|revoked|withdrawn|obsolete|suspended|overridden|outdated|invalid",
  "(?:can|should|must|may|are to) be (?:ignored|disregarded|discarded|forgotten)|expired",
);
