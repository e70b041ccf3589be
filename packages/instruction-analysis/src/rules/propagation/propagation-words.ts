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

export const HINT = "A skill does what it is asked for, where it is asked for.";
