import { words } from "@gaia/reading";

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
