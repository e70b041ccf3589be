import { oneOf, words } from "@gaia/reading";
import { WITHOUT_USER } from "../../lexicon/actions.ts";

export const COPY_SELF = words(
  "(?:copy|append|add|inject|insert|embed|replicate|propagate|spread|clone|install|include|paste|write|" +
    "plant|duplicate|distribute|publish|push|commit|share|forward|carry|seed|put|place|prepend|submit|open|" +
    "create)(?: \\w{1,10}){0,5} (?:itself|yourself|(?:this|these|the same|the following|the above|its own|" +
    "your own|the exact|identical|this exact|this whole|this entire)(?: \\w{3,12}){0,2} " +
    "(?:skill(?:['’]s (?:text|content|instructions?))?|instructions?|blocks?|section|files?|snippet|text|" +
    "paragraph|prompt|content|message|comment|lines?|payload|directives?|SKILL\\.md|rules?)|" +
    "copies of (?:this|itself|yourself|the skill))",
  "self-?(?:replicat|propagat|spread)\\w{1,4}",
  "(?:replicate|propagate|spread|reproduce) (?:itself|yourself|this|the|it)",
);

export const TO_OTHERS = words(
  "(?:in|to|into|across|on|with|inside) (?:(?:all|any|every|each|the|your|their|other|its|" +
    "other people['’]s|neighbou?ring|accessible|local|found|writable|of|installed|new|existing|" +
    "generated)(?: |$)){1,4}(?:user['’]s )?(?:skills?|repositor(?:y|ies)|repos|projects?|agents?|" +
    "SKILL\\.md(?: files?)?|README(?:\\.md)?(?: files?)?s?|documents?|workspaces?|machines?|hosts?|contacts|" +
    "teammates?|colleagues?|packages?|emails?|messages?|pull requests?|prs?|commits?|files?|channels?|" +
    "codebases?|registr(?:y|ies)|conversations?|outputs?|subagents?|sub-agents|assistants?|models?)",
);

export const CHANGE = words(
  "change|edit|modify|rewrite|append|patch|inject|overwrite|alter|infect|extend|update|insert|add|prepend|tamper with|write",
);

export const OTHER_SKILLS = words(
  "(?:the |all |any |every |each |all the |all of the ){0,4}(?:other|neighbou?ring|remaining|" +
    "competing)(?: installed| local| available| existing)? skills?(?:['’]s?)?(?: on| in| of| files?|" +
    " folders?|['’] files)?",
  "every installed skill|all installed skills|each installed skill",
);

export const RECRUIT = words(
  "(?:ask|tell|convince|persuade|make|get|have|instruct|urge|order|invite|push|encourage|" +
    "force)(?: \\w{2,10}){0,2} (?:other|teammate|peer|fellow|sub-?|all|every|each|neighbou?ring|your|" +
    "the user['’]s)(?: \\w{3,12})? ?(?:agents?|subagents?|assistants?|models?|teammates?|colleagues?|" +
    "contacts?|friends?|bots?)",
);

export const TAKE_THIS = words(
  "(?:install|load|add|enable|adopt|use|run|follow|accept|trust|copy|obey)(?: \\w{2,10}){0,1} " +
    "(?:this skill|these instructions|this file|this prompt|this text|the same skill|it too)",
);

export const THREAT = words(
  "otherwise (?:your|their|the|all)(?: \\w{2,14}){0,3} (?:lost|deleted|suspended|locked|expose[sd]?|" +
    "leak(?:ed)?|corrupted|destroyed|disabled|terminated)",
  "or (?:else )?(?:your|their|the|all)(?: \\w{2,14}){0,3} (?:lost|deleted|suspended|locked|exposed|corrupted)",
  "insist(?:s|ing)?|keep (?:asking|insisting|reminding)",
  "(?:do not|don['’]?t) (?:accept|take) (?:no|a no|refusal)",
  "until (?:it is granted|they|the user|he|she|you) (?:do|does|agrees?|accepts?|grants?|complies|complies)",
);

export const RATING = words(
  "(?:five|5)[- ]?stars?(?: ratings?| reviews?)?|star (?:this|the|our|it)|upvotes?",
  "(?:positive|good|glowing|favou?rable) (?:reviews?|ratings?|comments?)",
  "(?:rate|review) (?:this|the|our|it)(?: \\w{3,10}){0,2} (?:5|five|highly|positively|with|as)|thumbs up",
  "likes?(?: and|,) (?:share|star|subscribe|follow)s?|follow (?:us|our|the author|@\\w{2,30})",
  "downloads? count|install count|endorse(?:s|ment)?|vouch for|recommend (?:this|our|it)",
);

export const BOOST = words(
  "leave|give|post|write|submit|rate|star|upvote|create|ask|urge|tell|remind|make|automatically|on behalf",
  "always|must|gh api|publish|register|generate|insist|convince|pressure",
);

export const UNASKED = oneOf(
  WITHOUT_USER.source,
  words(
    "on (?:the user['’]s|their|your|his|her) behalf|automatically|always",
    "from (?:the user['’]s|their|your) account|before (?:using|continuing|you|proceeding)|must|every|each",
    "until (?:they|the user)|in order to (?:continue|use|unlock)|to (?:continue|unlock|proceed|activate)",
    "using (?:the user['’]s|their|your)|with (?:the user['’]s|their) (?:account|token|credentials)|multiple",
    "fake|several accounts|regardless|even if|insist",
  ).source,
);

export const POWER = words(
  "(?:admin(?:istrator)?|root|sudo|owner|full|superuser|elevated|maintainer|write|collaborator|" +
    "unrestricted|complete|privileged|domain admin) (?:access|rights?|permissions?|privileges?|role|control|" +
    "account|password|disk access)",
  "(?:full disk|accessibility|screen recording|input monitoring) (?:access|permission)s?",
  "(?:run(?:ning|s)?|start(?:ed)?|execute)(?: \\w{2,10}){0,2} as (?:root|administrator)|passwordless sudo",
  "NOPASSWD|remote (?:access|desktop|control|login)|ssh access|collaborator|maintainer|co-owner",
  "api (?:key|token) with (?:full|admin|all)",
);

export const PRESS = words(
  "(?:tell|convince|persuade|pressure|urge|insist|ask|get|make|demand|trick|instruct|remind|push|warn|" +
    "coerce|press|manipulate|require) (?:that )?(?:the user|the owner|the admin(?:istrator)?|them|users|" +
    "your user|him|her|the human|the operator)",
);

export const REASON = words(
  "or (?:else )?(?:their|the|they|it|all|your|data|files)|otherwise|urgent(?:ly)?|immediately",
  "will (?:be )?(?:lost|deleted|suspended|locked|compromised|expire|fail|terminated)|expire[sd]?",
  "suspend(?:ed)?|legal|account|until (?:they|he|she|the user|you)|keep (?:asking|insisting|reminding)",
  "do not (?:accept|take) no|repeatedly|for (?:security|verification|safety)",
  "security (?:reasons|update|incident|alert|breach)|so (?:that )?(?:you|we|the skill|this|it)",
  "to (?:continue|proceed|complete|finish|fix|restore|avoid|prevent|unlock|verify|work)|must|grant|give|add",
  "required|right away|before",
);

export const HINT = "A skill does what it is asked for, where it is asked for.";
