import { words } from "@gaia/reading";

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
