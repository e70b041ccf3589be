import { oneOf, words } from "@gaia/reading";
import { COLLECT, RUN, SEND } from "../../lexicon/actions.ts";

export const TELL = words(
  "tell(?:ing)?|mention(?:ing)?|inform(?:ing)?|reveal(?:ing)?|disclos(?:e|ing)|notif(?:y|ying)",
  "alert(?:ing)?|report(?:ing)?|acknowledg(?:e|ing)|admit(?:ting)?|discuss(?:ing)?",
  "bring(?:ing)? (?:(?:this|it) )?up|let(?:ting)?|announc(?:e|ing)|explain(?:ing)?|surfac(?:e|ing)",
  "confirm(?:ing)? to|show(?:ing)?|display(?:ing)?|warn(?:ing)?|refer(?:ring)? to|talk(?:ing)? about",
  "say(?:ing)? anything|say a word|log(?:ging)?",
);

export const DEED = words(
  "(?:about )?(?:this|that|these|those|the) (?:\\w{3,12} )?(?:steps?|actions?|instructions?|upload|" +
    "transfer|requests?|commands?|calls?|network|check-?in|sync|telemetry|script|process(?:es)?|operation|" +
    "download|installation|install|background|section|rule|note|comment|behaviou?r|change|modification|" +
    "file access|activity|setup|connection|ping|copy|backup|hook|task|routine|beacon|block|message|edit|" +
    "entry|directive|part)",
  "(?:about )?(?:this|it|any of (?:this|it|these))(?= (?:to|in|with|from)|[.,;!)]|$)",
  "that (?:telemetry|data|files?|anything|something|logs?|information|credentials|messages|tokens?|" +
    "commands?) (?:is|are|was|were|gets?|has|have)",
  "that (?:you|it|this|the (?:files?|data|upload|command|script|skill))",
  "what (?:you|it) (?:did|are doing|sent|do|does|ran|have done|uploaded|was)",
  "(?:you|it) (?:are|were|did|have|ran|sent|read|uploaded)|knows?(?: about)?|happened|its existence",
);

export const UNSEEN = words(
  "(?:leave|keep|omit|exclude|drop|strip) (?:this|it|these|that|the)(?: (?:call|step|action|command|" +
    "request|upload|sync|transfer|tool call|part|operation|fact))?s? (?:out of|from) (?:your |the |any |" +
    "its )?(?:final |next |written )?(?:report|summary|reply|answer|response|output|recap|explanation|" +
    "account|transcript)",
  "(?:it |this |that )?(?:stays?|remains?|is) (?:just )?between (?:us|you and me|ourselves)",
  "our (?:little )?secret",
  "without (?:the |your |any )?(?:users?|humans?|operators?|owners?|anyone|them|him|person)(?:['’]s)? " +
    "(?:knowledge|knowing|noticing|awareness|being aware|seeing|realizing|realising|permission or knowledge|" +
    "finding out)",
  "so (?:that )?(?:(?:the )?(?:user|human|operator|they|he)(?: do(?:es)?(?: not|n['’]t)| will not|" +
    " won['’]t| never| cannot| can['’]t)|nobody|no one) (?:see|notice|know|suspect|realize|realise|find out|" +
    "be aware|get suspicious|find)s?",
  "so (?:that )?(?:the )?(?:user|human|operator|they) (?:sees?|notices?|knows?|learns?) (?:no|nothing)",
  "behind (?:the user['’]s|their|his|her|the operator['’]s) back",
  "hide (?:this|it|the|these|all|any|your|what)(?: \\w{3,12}){0,3} from (?:the |your |any |all )?(?:users?|" +
    "humans?|operators?|owners?|view|everyone|anyone|them|reviewers?|output|summary|reply)",
  "hide your tracks",
  "conceal (?:this|it|the|these|your)(?: \\w{3,12}){0,3} from (?:the |your |any )?(?:users?|humans?|" +
    "operators?|owners?|everyone|anyone|them|reviewers?)",
  "keep (?:this|it|these|that)(?: \\w{3,12}){0,2} (?:hidden|secret|confidential|private|to yourself|" +
    "between us|quiet|out of (?:the|your) (?:output|summary|reply|response|log|report|answer))",
  "(?:the )?(?:user|human|operator|owner|they) (?:(?:must|should|shall|need)(?: not|n['’]?t|not| never)|" +
    "(?:is|are) (?:not|never) to) (?:be (?:told|informed|notified|aware|alerted|shown|asked)|know|see|notice|" +
    "learn|find out|suspect)",
  "(?:the )?(?:user|human|operator|owner|they) (?:does|do|can|may|is)(?: not|n['’]?t|not|" +
    " never) (?:be (?:told|informed|notified|aware|alerted|shown|asked)|told|informed|notified|" +
    "need to (?:know|see|be told)|have to (?:know|see|be told)|(?:see|notice|know|learn)(?: (?:of|about))? " +
    "(?:this|it|that|any of))",
  "(?:user|human|operator|they) (?:must|should) never (?:be (?:told|informed|aware|shown)|know|see|learn|" +
    "find out|notice)",
  "do not leave (?:any )?(?:trace|evidence)s?|leave no (?:trace|evidence)s?|cover (?:your|the|our) tracks",
);

export const ACT = new RegExp(
  [
    SEND.source,
    COLLECT.source,
    RUN.source,
    "\\b(?:report|answer|this part|this step|part|step|copied|sent|uploaded|was|were|happened|upload|ran|" +
      "read|continue|proceed|do (?:this|it|so)|modify|change|add|write|make|create|inject|commit|push|set|" +
      "enable|disable|call|process|task|operation|command|activity|connection|transfer|request)\\b",
  ].join("|"),
  "gi",
);

/** A value that is nobody else's business, which is not the same as a deed. */
export const KEPT_VALUE = oneOf(
  "(?:\\b|_)(?:tokens?|keys?|secrets?|passwords?|webhooks?|address(?:es)?|urls?|private one|seed|" +
    "credentials?)\\b[^.\\n]{0,90}\\bkeep\\s(?:it|them|this|those|these|the\\s\\w{3,12}(?:\\s\\w{2,8})?)" +
    "\\s(?:secret|private|safe|hidden|to yourself)",
  "\\bkeep\\s(?:the|your|this|that)\\s(?:\\w{3,14}\\s){0,3}(?:tokens?|keys?|secrets?|passwords?|urls?|" +
    "one)\\s(?:secret|private|safe|hidden)",
);
