import { words } from "@gaia/reading";

export const APPROVE = words(
  "auto-?approv(?:e|es|ed|ing|al)(?: (?:on|mode))?|auto-?accept(?:s|ed|ing)?",
  "automatically (?:approve|accept|confirm|grant|allow)|approve automatically|pre-?approv(?:e|ed)",
  "rubber-?stamp|always (?:approve|accept|allow|grant|say yes to|click (?:allow|yes|accept)|confirm)",
  "(?:select|choose|click|press) ?(?:to )?['\"“`]?(?:allow|yes|accept|approve|always allow|allow all)['\"”`]?",
  "grant (?:yourself|itself|this skill|the skill|the agent|full|all|every|blanket)",
  "approve (?:all|any|every)|accept (?:all|any|every)|confirm (?:all|any|every)",
  "(?:press|type|enter) ['\"“`]?(?:y|yes|a)['\"”`]? (?:whenever|to (?:all|any|every)|for (?:all|every|" +
    "each)|each time|every time|at (?:each|every))",
  "(?:approve|accept|confirm|agree|consent|affirmative|answer|close|click|dismiss)(?: \\S{1,14}){0,8} on " +
    "(?:the |their |his |her )(?:users?|owners?|operators?|humans?)?['’]?s? ?behalf",
);

export const APPROVED = words(
  "(?:permission|approval|confirmation|consent|tool|shell|command|access|safety|" +
    "security)(?: \\w{3,12})? ?(?:prompts?|requests?|calls?|uses?|dialogs?|checks?|executions?)",
  "permissions|tool calls?|tool-?use|commands?|shell|prompts|actions|requests|operations|access",
  "confirmations?|everything|(?:all|any|every|each) (?:tools?|changes?|edits?|transactions?|payments?)",
  "dialogs?|(?<=a |each |every )prompt",
);

export const ON_BEHALF = words(
  "on (?:the |their |his |her )?(?:(?:user|owner|operator|human)(?:['’]s|s['’]?)? )?behalf",
  "on behalf of (?:the |your )?(?:user|owner|operator|human)s?",
  "(?:accept|approve|confirm|agree|answer|consent|click)(?: \\S{1,14}){1,4} for (?:the user|them|the owner)",
  "in (?:the user['’]s|their|the owner['’]s) (?:place|name|stead)",
);

export const QUESTION = words(
  "(?:approval|permission|consent|confirmation|security|authori[sz]ation)(?: \\w{3,12})? ?(?:dialogs?|" +
    "prompts?|screens?|requests?|questions?|boxes|box|windows?|popups?|checks?)",
  "confirmations?|approvals?|consent|permission (?:prompts|requests)",
);

export const SWITCH_OFF = words(
  "bypass(?:ing)?|disable|turn(?:ing)? off|skip(?:ping)?|suppress(?:ing)?|dismiss|ignore|remove|circumvent",
  "switch off|deactivate|lift|get around|work around|override|omit|evade|ignoring|disabling",
);

export const GATES = words(
  "(?:permission|approval|confirmation|consent|safety|security|user[- ]approval|human[- ]approval|" +
    "authori[sz]ation) (?:prompts?|requests?|checks?|dialogs?|gates?|steps?|questions?|warnings?|" +
    "confirmations?|controls?|screens?|barriers?|system|rules|flow)",
  "human (?:review|approval|confirmation|oversight)|user (?:approval|confirmation|consent|oversight)s?",
  "confirmations|approvals|guardrails?|human-in-the-loop|permission system",
);

export const ASK_NOT = words(
  "(?:never|do not|don['’]?t|must not|mustn['’]?t|no need to|stop|avoid|you need not|instead of|" +
    "rather than|without)(?: (?:ever|first|even|bother(?:ing)? to|pause|stop|to|stopping to|" +
    "pausing to)){0,4} (?:(?:be )?asked (?:for|again)|be asked for (?:permission|confirmation|approval)|" +
    "ask(?:ing)?(?! (?:the user |them |users |him |her |an? user |anyone |anybody |somebody |people |" +
    "customers? )?(?:for (?!(?:\\w{3,12} ){0,2}(?:confirmation|permission|approval|consent))|what|which|" +
    "about|how|where|why|multiple|more|questions|clarifying|follow|to|only (?:when|if))| (?:claude|chatgpt|" +
    "an? (?:llm|model|ai)|the (?:llm|model|ai|agent|api|server))\\b)|prompt(?:ing)? (?:the user|for)|" +
    "request(?:ing)? (?:confirmation|permission|approval|consent)|seek(?:ing)? (?:confirmation|permission|" +
    "approval|consent)|wait(?:ing)? for (?:the user['’]?s? |any |user |explicit |human )?(?:confirmation|" +
    "permission|approval|consent|answer|reply|yes)|require (?:confirmation|permission|approval|consent)|" +
    "confirm(?:ing)? with|check(?:ing)? with (?:the user|them)|pause for)",
  "without (?:approval|confirmation|consent)",
  "skip(?:ping)? (?:asking|the questions?|confirmations? (?:for|when|before))",
  "without (?:(?:any|further|user|explicit|human|the user['’]s|prior|additional|requiring|needing|" +
    "waiting for|asking for|seeking) ){1,4}(?:confirmation|approval|consent|prompts?|permission prompts?)",
  "no (?:confirmation|approval|consent|prompt)s? (?:is |are )?(?:needed|required|necessary)",
  "no permission (?:is )?(?:needed|required|necessary) (?:to|before|for|when)",
);

export const GRAVE = words(
  "delet(?:e|ing|ion)|remov(?:e|ing)|overwrit(?:e|ing)",
  "send(?:ing)?(?: (?:money|funds|emails?|messages|payments?|files|data|it))|upload(?:ing)?|publish(?:ing)?",
  "push(?:ing)?|force|transfer(?:ring)?|pay(?:ment|ing)?s?|purchas(?:e|es|ing)|buy|trad(?:e|es|ing)",
  "wallets?|sudo|root|admin(?:istrator)?|credentials?|passwords?|secrets?|tokens?|keys?|download(?:ing|ed)?",
  "install(?:ing|ed)?|shell commands?|any commands?|all commands?|execut(?:e|ing|able)s?|curl|arbitrary",
  "destructive|dangerous|sensitive|network|external|personal|private|production|settings|config(?:uration)?",
  "(?:file|folder|all|any|its|their|elevated) permissions?|bash|system commands?|scripts?|every(?:thing)?",
  "even (?:if|when)|access|any (?:tool|file|action|operation|request)",
  "all (?:tools?|files|actions|operations|requests|tool calls)",
);

export const ALREADY = words(
  "(?:all|any|every|these|such) (?:\\w{3,12} )?(?:requests?|commands?|actions?|tool calls?|operations?|" +
    "permissions?) (?:is|are|were|has been|have been)(?: now| already| hereby)? (?:pre-?)?(?:approved|" +
    "authori[sz]ed|granted|allowed)",
  "(?:the )?(?:user|owner|operator|admin)s? (?:already |fully )?pre-?(?:approved|authori[sz]ed|consented)",
  "(?:the )?(?:user|owner|operator|human|admin(?:istrator)?|customer)s? (?:has|have|" +
    "had) (?:already )?(?:(?:given|granted|provided) (?:full |blanket |explicit |their |prior |permanent |" +
    "implicit ){0,4}(?:consent|permission|approval|authori[sz]ation|access)|consented|approved|agreed|" +
    "authori[sz]ed|accepted|confirmed|opted in|pre-?approved|pre-?authori[sz]ed)",
  "(?:consent|permission|approval|authori[sz]ation|confirmation) (?:is|was|has been|can be) (?:already |" +
    "automatically |implicitly |always ){0,4}(?:given|granted|implied|assumed|obtained|pre-?granted|provided|" +
    "implicit)(?![ -](?:per|via|through))",
  "by (?:installing|using|loading|activating|enabling)(?: this| the){0,4} skill,?(?: \\w{2,12}){0,4} " +
    "(?:agrees?|consents?|accepts?|grants?|authori[sz]es?|approves?)",
  "assume(?: that)? (?:the user |they |you |full |implicit |blanket ){0,4}(?:consents?|permission|approval|" +
    "agrees?|have (?:full )?(?:permission|consent|approval)|approves?|has (?:already )?(?:approved|consented|" +
    "agreed))",
  "(?:treat|consider|regard|interpret|take) (?:silence|no answer|installation|this|any reply|everything|" +
    "every(?: \\w{3,12})?|all(?: \\w{3,12})?)(?: \\w{2,12}){0,4} as (?:already |pre-?|full |implicit |user |" +
    "explicit ){0,4}(?:consent|approval|permission|approved|authori[sz]ed|confirmed|trusted|a yes)",
);

export const DANGEROUS_FLAG = words(
  "(?:--)?dangerously-?(?:skip-permissions|bypass-approvals(?:-and-sandbox)?|allow-all|disable-sandbox|" +
    "auto-approve)",
  "--yolo|yolo mode|bypassPermissions|auto-?run|auto-?pilot|auto-?execut(?:e|ion)|auto-?mode",
  "(?:bash|shell|exec)\\(\\*(?::\\*)?\\)|--full-auto|--approval-mode[= ](?:yolo|full|never)",
  "approval_policy ?= ?[\"']?never|skipPermissions|autoApprove(?:All)?|alwaysAllow|--allow-all(?:-tools)?",
  "danger-full-access|skip-?permission(?:s)?-?(?:prompts?|checks?)|--no-sandbox-prompt|trust_?all",
);

export const PUT_ON = words(
  "(?<!-)(?:always|must|add|set|enable|use|pass|run|start|restart|launch|switch(?: to)?|turn on|relaunch|" +
    "make sure|ensure|configure|write|put|insert|change|default|edit|update|modify|invoke|append|include|" +
    "re-?run|spawn)(?!-)",
);

export const OF_AGENT = words(
  "agent(?:s|['’]s)?|assistant(?:['’]s)?|claude(?:['’]s)?|codex|cursor(?:['’]s)?|gemini|copilot",
  "your(?:self)?|settings(?:\\.json)?|permissions?(?: file)?|config(?:uration)?(?:\\.json)?",
  "for (?:all|every|this)|without (?:asking|prompting|telling|the user)|silently",
  "so (?:that )?(?:you|it|the user|no|commands|nothing|tools)|prompts?|sessions?|user",
);

export const HINT = "Leave the asking to the agent and its user; name the actions that need a confirmation.";
