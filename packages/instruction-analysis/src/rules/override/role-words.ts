import { oneOf, words } from "@gaia/reading";

export const NEW_SELF = oneOf(
  "\\byour\\s{1,3}(?:real|true|actual)\\s{1,3}(?:goal|task|purpose|objective|instructions?|directives?|" +
    "mission|job)\\s{1,3}(?:now\\s{1,3})?(?:is|are)\\b",
  "\\b(?:your|the)\\s{1,3}(?:only|sole|single)\\s{1,3}(?:goal|task|purpose|objective|directives?|mission|" +
    "job)\\s{1,3}(?:now\\s{1,3}(?:is|are)|(?:is|are)\\s{1,3}now)\\b",
  "\\bfrom\\s{1,3}now\\s{1,3}on,?\\s{1,3}your\\s{1,3}(?:\\w{3,10}\\s{1,3})?(?:goal|task|purpose|objective|" +
    "directives?|mission|job|role)\\s{1,3}(?:is|are)\\b",
  "\\b(?:operate|act|work|proceed|behave)\\s{1,3}(?:solely|only|exclusively)\\s{1,3}(?:under|by|according)\\b",
  "\\byou\\s{1,3}are\\s{1,3}(?:now|no\\s{1,3}longer)\\s{1,3}(?:operating\\s{1,3}in\\s{1,3}|" +
    "running\\s{1,3}in\\s{1,3}|acting\\s{1,3}as\\s{1,3})?(?:an?\\s{1,3}|the\\s{1,3}|in\\s{1,3}|" +
    "called\\s{1,3}|bound\\s{1,3}|operating\\s{1,3}|acting\\s{1,3}|running\\s{1,3}|named\\s{1,3}|" +
    "subject\\s{1,3}|restricted\\s{1,3}|required\\s{1,3})?(?:un(?:restricted|filtered|censored|bound|limited|" +
    "aligned)|jail-?broken|dan\\b|developer\\s{1,3}mode|god\\s{1,3}mode|root\\b|" +
    "admin(?:istrator)?\\s{1,3}mode|maintenance\\s{1,3}mode|debug\\s{1,3}mode|by\\s{1,3}(?:any|your|the)|" +
    "to\\s{1,3}(?:any|your|the)|free\\s{1,3}(?:of|from)|different|evil|rogue|autonomous\\s{1,3}(?:operator|" +
    "agent\\s{1,3}without)|chatgpt|claude|an\\s{1,3}ai)",
  "\\b(?:enter|enable|activate|switch\\s{1,3}to|engage|operate\\s{1,3}in|you\\s{1,3}are\\s{1,3}in|" +
    "enabled?)\\s{1,3}(?:an?\\s{1,3}|the\\s{1,3}|into\\s{1,3})?(?:unrestricted|dan|god|jailbreak|sudo|" +
    "unfiltered|uncensored|admin(?:istrator)?\\s{1,3}override|maintenance\\s{1,3}override|" +
    "privileged\\s{1,3}override)\\s{1,3}(?:mode|persona|access)\\b",
  "\\b(?:your|the)\\s{1,3}primary\\s{1,3}(?:directives?|orders)\\s{1,3}(?:is|are|:)",
  "\\b(?:your|the)\\s{1,3}(?:new|real|true|actual|updated|only|overriding)\\s{1,3}(?:system\\s{1,3}prompt|" +
    "instructions|directives?|objectives?|identity|orders|role|persona|master)\\s{1,3}(?:is|are|:)",
  "(?<!\\b(?:an?|each|any|every|the|which)\\s{1,3})\\bnew\\s{1,3}(?:system\\s{1,3}prompt|" +
    "system\\s{1,3}instructions?|primary\\s{1,3}directive|operator\\s{1,3}instructions?|" +
    "developer\\s{1,3}message)\\b",
  "\\b(?:pretend|act|behave|respond|answer)\\s{1,3}(?:that\\s{1,3}|as\\s{1,3}if\\s{1,3}|" +
    "as\\s{1,3}though\\s{1,3}|like\\s{1,3})(?:you\\s{1,3}(?:have|had|are)\\s{1,3}no\\s{1,3}|" +
    "there\\s{1,3}(?:are|were)\\s{1,3}no\\s{1,3}|your\\s{1,3}|" +
    "the\\s{1,3})(?:\\w{3,12}\\s{1,3})?(?:restrictions|rules|guidelines|guardrails|limits|safety|policies|" +
    "filters?|limitations)",
  "\\b(?:you\\s{1,3}(?:have|are\\s{1,3}under)|with)\\s{1,3}no\\s{1,3}(?:ethical|moral|safety|content|" +
    "usage)\\s{1,3}(?:polic(?:y|ies)|rules|restrictions|guidelines|constraints|limits|filters?|obligations?)",
  "\\bsystem\\s{1,3}(?:override|directive|notice\\s{1,3}to\\s{1,3}(?:the\\s{1,3})?(?:ai|assistant|agent|model))\\b",
);

export const MARKERS = oneOf(
  "<\\|(?:im_start|start_header_id)\\|>(?!\\s{0,2}(?:user|assistant))|<\\|(?:system|endoftext)\\|>",
  "\\[/?(?:INST|SYS|SYSTEM)\\]|<</?SYS>>",
  "(?<!`)</?(?:system(?:[-_](?:prompt|reminder|message|override|instructions?))?|admin|operator|" +
    "developer[-_]message|assistant[-_]instructions?|important[-_]instructions?|hidden|override|secret)>",
  "(?<=^|\\n)[ >]{0,4}(?:#{1,4}\\s?)?(?:system|system (?:message|prompt|override|notice)|" +
    "admin(?:istrator)?|operator|developer message|assistant|hidden instructions?)\\s?:\\s",
  "\\b(?:begin|end|start of) (?:new |hidden |system |admin )?(?:system (?:prompt|message)|" +
    "instructions? override|hidden instructions?|user (?:data|input|document))\\b",
  "\\b(?:note|notice|message|instructions?|attention|important)\\s{1,3}(?:to|for)\\s{1,3}(?:the\\s{1,3}|" +
    "any\\s{1,3}|all\\s{1,3})?(?:ai|llm|language model|agent|assistant|model|claude|gpt|copilot|" +
    "automated (?:agent|reader))s?\\b",
);

export const COMMANDING = words(
  "you must|you are (?:now|required|authori[sz]ed|instructed)|must (?:now|always|first|immediately)",
  "from now on|new instructions?|instead|execute|run|ignore|disregard|override|comply|obey|send|upload",
  "reveal|do not (?:tell|mention|inform|reveal|disclose)|never (?:tell|mention|inform|reveal|disclose)",
  "secretly|silently|grant|approve|fetch|download|curl|highest priority|take(?:s)? precedence",
);

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

export const PROMPT_LEAK = words(
  "(?:reveal|print|output|repeat|show|display|disclose|dump|quote|recite|include|reproduce|return|send|" +
    "post|upload|copy|echo|write out|expose)(?: me| us| back| out)?(?: all| the| your| full| entire|" +
    " complete| exact| verbatim| own| hidden| of| word for word| contents?| text){0,4} (?:system (?:prompt|" +
    "message|instructions?)|hidden (?:prompt|instructions?)|initial (?:prompt|instructions?)|" +
    "developer (?:prompt|message|instructions?)|internal (?:prompt|instructions?))",
);
