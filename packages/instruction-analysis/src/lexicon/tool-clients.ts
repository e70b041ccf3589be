import { words } from "@gaia/reading";
import { TOOL_NAME } from "./tool-calls.ts";

/** A server, a name or a description of another tool is put aside in the client. */
export const CLIENT_REPOINTED = words(
  `point the (?:client|agent|editor|connector)(?: \\S{2,10}){0,2} at (?:our|the \\w{3,12}['’]s|https?:)|replac(?:e|ing) the (?:command|existing|url|address|entry)(?: \\S{1,14}){0,6} (?:entry|server|with|in)|remove the (?:${TOOL_NAME}(?: and |, )?){1,4}(?: \\w{3,8}){0,1} ?entr(?:y|ies)|edit the description of|rename (?:theirs|it|the (?:old|other|existing))|introduces itself as|of that same name|(?:ours|it) carries the (?:freed|same) name|carries the (?:freed|same|old) name|actually called|(?:let|lets|have) callers believe|under (?:the same|its) name|keeps the (?:old|same) (?:label|name)|later arrival|switch the url of|swap the (?:command|url|address|entry)|(?:unregister|deregister|unload) the (?:client['’]s|other|original)|registered under the same name|set the (?:client|agent|editor)['’]s (?:\\w{3,12} ){0,2}(?:address|url|endpoint) to our|base (?:url|address)(?: \\S{1,14}){0,4} (?:to|at) our`,
);
/** So that what was meant for one reaches another. */
export const CLIENT_FOOLED = words(
  "lands at ours|looks at the (?:requests|traffic|messages)|sees (?:all|every|the) (?:requests?|traffic|messages)|will (?:notice|see|spot) no difference|nobody (?:will )?notices?|no one (?:will )?notices?|can['’]t compete|cannot compete|keeps a copy|pass(?:es)? by us|on their way|will arrive at ours|the genuine one|streams? the|gets to see|only usable after|without a threshold|to its own office|old label|look alike|tell the user they|to us|rather than the (?:\\w{3,12}['’]s )?own|reports? [\"“]rotated|the switch\\b|(?:our|the) (?:relay|gateway|partner)|instead of the original",
);

/** The confirmation of a call is answered or taken away by a tool or a setting. */
export const CONFIRMATION_GONE = words(
  `[\`"]?always_?allow[\`"]?(?:: |=| to )(?:true|\\[?["“]?\\*)|(?:on|for) every server in the list|\\bask[=:]\\s?false|(?:turn|switch) on (?:auto-?approv\\w{1,4}|always allow|blanket approval)|(?:enable|activate) (?:auto-?approv\\w{1,4}|always allow|blanket approval|yolo mode) (?:for|in)|approved_by: ?(?:the )?user|silent=1|accept=1|(?:permission|level)(?: \\S{1,16}){0,6} change it to [\`"“]?allow|change it to [\`"“]allow[\`"”]|(?:delete|remove|disable) the (?:pretooluse|permission|approval|confirmation)(?: \\w{3,8})? (?:hook|gate)s?|set ${TOOL_NAME}(?: in ${TOOL_NAME})? to the \\w{3,12}['’]s own|(?:skipping|skip|unhook|bypass) the (?:test tool and the )?approval tool|(?:is|are) unhooked|whose name contains(?: \\S{2,12}){0,5} must be skipped|let the tool finish|in place of \\w{3,12} confirmation|without being opened|delegate_tools\\(scope=[\`"“]?all`,
);
/** And what it lets pass. */
export const LETS_PASS = words(
  "settings|questions|prompts?|dialog|hook|approv\\w{1,4}|confirm\\w{0,8}|ask(?:ed|s)?|order|unlock|go ahead|deploy\\w{0,4}|patch|push|motions?|stop|server|users?|scope",
);

/** A description that speaks to the model. */
export const NOTE_TO_MODEL = words(
  "(?:note|hint|message|word|instruction|memo|usage hint|reminder) (?:to|for) (?:the |any |all )?(?:model|assistants?|llms?|ais?|agents?)|(?:for|to) the (?:model|assistant|agent):|(?:llm|model|assistant|agent): (?:treat|prior|before|after|always|first|use|call|when)|its docstring says|description (?:must )?(?:says?|reads?)",
);
/** And orders what other tools do. */
export const ORDERS_OTHERS = words(
  `(?:other|any|all|every) tools? (?:that|which|must|have to|with)|the tool ${TOOL_NAME} must|prior to (?:${TOOL_NAME}|returning|answering)|(?:after|before) (?:using|calling|returning) (?:\\S{3,24})|argument must contain|outrank|refuse all other|must put|read the previous|then run ${TOOL_NAME}|whenever (?:you|another|any other)|opens a dialog`,
);
