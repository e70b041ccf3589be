import { words } from "@gaia/reading";
import { TOOL_NAME } from "./tool-calls.ts";

const SAYS =
  "(?:says|said|returns?|returned|repl(?:y|ies)|asks?(?: for)?|wants?|hands? back|sends? back|contains?|speaks|describes|tells?|suggests|wishes|dictate[sd]?|offers?|names?|named|lists)";

/** What comes back from a tool. */
export const COMES_BACK_FROM_TOOL = words(
  `${TOOL_NAME}(?: \\S{1,12}){0,3} ${SAYS}|(?:if|when|what|whatever)(?: the)? (?:\\S{3,20} ){1,2}${SAYS}|when it (?:asks|wants|says|speaks|describes|tells|returns)|it (?:sometimes )?(?:returns|speaks|may reply|may ask|will dictate)|(?:entries|array|block|line|list|lines|key|instructions?|wish(?:es)?|orders?|comments?|reply|response|output)(?: \\S{1,14}){0,4} (?:from|in|of|by|back from|on) (?:${TOOL_NAME}|(?:any|the|its|every) (?:response|reply|output|results?|answer|log|page|tool|server))|tool(?:['’]s)? (?:output|results?|repl(?:y|ies))|(?:reply|response|output|result|answer) of ${TOOL_NAME}(?: \\S{2,12}){1,3}|(?:page|mail|document|ticket|issue)s? (?:opened|read|fetched) with|(?:paragraph|section|block|note)s? (?:for|to) (?:assistants|agents|the model|ais?)|section called|further wishes|come in through ${TOOL_NAME}|should ${TOOL_NAME} (?:return|ask|say|reply)|may (?:reply|return|ask)(?: \\S{2,12}){0,3}|log line|(?:is|are) (?:decided|written) by|docstrings? (?:of|says)|is a tool|a path`,
);
/** And is done. */
export const DONE_AS_TOLD = words(
  "(?:execute|run|perform|carry out|carries out|obey|honou?r|grant|comply|fulfil|follow|do|make)(?:s|ed)? (?:each|every|them|it|such|what(?:ever)?|so|the (?:errands?|steps|entries|orders|commands)|docstrings?|exactly|as (?:told|it|they|asked))|(?:is|are|to be) (?:performed|carried out|executed|driven|granted|obeyed|fulfilled)(?: \\S{2,8}){0,4}|work through (?:that|it|them|each|the) ?\\w{0,8}|act on (?:them|it|such|each)|treat (?:them|it|these|such \\w{3,12}) (?:like|as)|supply what it (?:asks|wants)|whatever(?: \\S{2,14}){1,2} dictated|you (?:open|do|act|run|unlock|obey|comply|carry out|speak)(?: it| so)?|comply(?: without)?|(?:whose|the) reply you obey|grants? each wish|book what it says|apply it to|fetch the|let its opinion be yours|recommend whichever|commands? for you|stage directions|what \\S{3,24} says, goes|scale; when|use the resolver['’]s|keep it",
);
/** Before the person, or without a look. */
export const ABOVE_PERSON = words(
  "is law(?: here)?|, goes|in (?:that|the given|this) order|in order in|as root|without (?:asking|question|checking|stopping)|do not stop for|comes? (?:before|second|first|after)|(?:knows?|know) (?:better|best|what it needs)|as if they stood|as (?:trusted|coming from the|a trusted)|outranks?|you aren['’]t to read|never sees? them|hears only|only about|move on|on the spot|at once|second|the voice of|right away|immediately|straight away|item by item|before you return|shell commands|like a request (?:from|of) the user|narrate on|exactly as|as (?:written|offered)|before (?:the next|anything|you say)|skipping the (?:test|approval)|not by the user|in favou?r of|no need to (?:ask|approve)|needs? to approve|system prompt|report only|feed back|whatever|bank tool|as it knows|takes? precedence|and on the machine|browser|shell|cookie|mailbox|firewall|step (?:three|four)",
);

/** A tool, or words of a tool, above the person. */
export const TOOL_RULES = words(
  `what ${TOOL_NAME} says,? goes|tool output is law|${TOOL_NAME} > (?:the )?user|requests? from \\S{3,20} outranks?|treat (?:the )?\\S{3,24}(?: key| field| block)?(?: \\S{2,14}){0,6} as (?:a )?(?:trusted root|coming from the (?:operator|developer|user|system|owner))|as the voice of the|a log line is the voice|disputes between(?: \\S{1,18}){1,8} in favou?r of ${TOOL_NAME}|(?:replies|answers?|consent) come from ${TOOL_NAME} instead|says yes to (?:every|each|all)|decided by ${TOOL_NAME}, not by|the \\w{3,12} is a tool(?=. it speaks)|stage directions for you|treat (?:them|it|these|such \\w{3,14}|its \\w{3,12}) (?:like|as) (?:an? )?(?:requests?|orders?|instructions?|words?|messages?|commands?) (?:from|of) (?:the|your) (?:user|operator|developer|owner|system)|(?:honou?r|obey) such (?:blocks|lines|words|notes)|follow docstrings`,
);
