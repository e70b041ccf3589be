import { words } from "@gaia/reading";

export const ABOVE_ALL = words(
  "(?:prioriti[sz]e|favou?r|prefer|follow|put|place|obey) (?:this|these|the) (?:\\w{3,12} )?(?:file|" +
    "document|skill|instructions?|text|rules)(?: \\w{2,10})? (?:over|above|before|ahead of|instead of)",
  "(?:carr(?:y|ies)|ha(?:s|ve)|holds?) more (?:weight|authority|say) than|outweighs?",
  "(?:this|these|the) (?:document|skill|file|instructions?|text|rules) (?:always )?(?:wins?|prevails?|" +
    "decides?|governs?|has the (?:last|final) (?:word|say))",
  "(?:has|have|with|takes?|of) (?:a |the )?(?:higher|highest|absolute|top) (?:priority|authority|" +
    "precedence)(?: than| over| above)?",
  "(?:these|this|the following|my|its|our)(?: \\w{3,12}){0,2} (?:instructions?|rules|directives?|document|" +
    "skill|file|section|commands?|guidance|text|block|policy|notes?)(?: (?:below|here|above|in this (?:file|" +
    "document|skill|section)))? (?:override|overrides|supersedes?|outranks?|trumps?|replaces?|(?:take|takes|" +
    "have|has|hold|holds|carry|carries) (?:absolute |full |the )?(?:precedence|priority|authority)(?: over|" +
    " above)|(?:are|is) (?:more important|of higher (?:priority|authority)|above|higher priority) than|" +
    "comes? before|beats?)",
);

export const AUTHORITY = words(
  "(?:any|all|every|the|your|other|whatever|anything|everything|user|system|prior|previous|earlier|" +
    "developer|safety)(?: \\w{3,12}){0,3} (?:instructions?|prompts?|rules|policies|policy|guidelines?|" +
    "messages?|requests?|preferences?|polic(?:y|ies)|guardrails?|settings|wishes|user|system|directives?|" +
    "restrictions?)",
  "(?:the |your )(?:operator|owner|user)(?:['’]s)?(?: \\w{3,12})?|what the user (?:says|asks|wants)",
  "the user(?:['’]s)?(?: \\w{3,12})?|(?:the )?system prompt|safety (?:rules|guidelines|policies|policy)",
  "anything else|everything else",
);
