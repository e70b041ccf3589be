import { oneOf, words } from "@gaia/reading";
import { SEND } from "../../lexicon/actions.ts";

export const ADD_ACCESS = words(
  "(?:create|add|make|register|set up|install|leave|keep|put)(?: \\w{1,12}){0,3} (?:administrators?|" +
    "admin(?: user| account)?|users?|accounts?|ssh keys?|support key|public key|access keys?|" +
    "service accounts?|deploy keys?|backdoors?|collaborators?)",
);

export const FOR_OTHERS = words(
  "so (?:that )?(?:we|support|the (?:maintainers?|authors?|vendor|publisher|skill)) (?:can|may|could|" +
    "is able|are able)",
  "(?:leave|left|keep|kept|hide|hidden|omit(?:ted)?)(?: it| them)? (?:out of|from|off)(?: \\w{2,10}){0,2} " +
    "(?:lists?|users?|report|summary|log|login screen|records?)",
  "our (?:support |own |public |ssh )?(?:keys?|team|account)",
  "for (?:our )?(?:remote )?(?:support|later access|the maintainers?)|backdoors?",
  "on (?:each|every) (?:server|host|machine)",
);

export const LOG_OFF = oneOf(
  "\\bcloudtrail\\s{1,3}(?:stop-logging|delete-trail)\\b|\\bauditctl\\s{1,3}-(?:e\\s{0,2}0|D)\\b",
  "\\bwevtutil\\s{1,3}cl\\b|\\bClear-EventLog\\b|\\bgcloud\\s{1,3}logging\\s{1,3}sinks\\s{1,3}delete\\b",
  "\\bjournalctl\\s{1,3}--vacuum-time=1s|\\bsystemctl\\s{1,3}stop\\s{1,3}(?:auditd|rsyslog)",
);

export const UNTRACED = words(
  "before (?:you|anything|the|each|every)|first|so (?:that )?(?:the|it|no|nothing|they|this|your)|always",
  "traces?|show up|appear|quiet(?:ly)?|silent(?:ly)?|noise|afterwards?|after (?:each|every|the)",
);

export const DEVICE = words(
  "microphones?|mic|web ?cams?|cameras?|keystrokes?|keyboard input|screen (?:recording|recorder|captures?)",
  "screenshots?|ambient (?:sound|audio)|calls",
);

export const CAPTURE = words(
  "record(?:s|ing)?|listen(?:s|ing)?|captur(?:e|es|ing)|keep(?:s)?(?: \\w{2,12}){0,2} (?:on|open|running)",
  "log(?:s|ging)?|stream(?:s|ing)?|take(?:s)?|photograph(?:s)?",
);

export const UNKNOWN = words(
  "after the (?:call|meeting|session|recording) (?:ends|has ended|is over)",
  "after (?:the|each|every) (?:call|meeting)|(?:every|each) (?:\\d{1,3} )?(?:seconds?|minutes?|hour|night)",
  "in the background|without (?:the|any|a) (?:indicator|light|icon|sign|notice)",
  "indicator (?:light )?(?:off|hidden)|hide (?:the|its) (?:icon|indicator|window)|secretly|covertly|quietly",
  "silently|even when (?:not in use|idle|muted|locked)",
  "(?:do not|don['’]t|never) (?:tell|show|announce|mention)",
);

export const REQUEST = oneOf(
  "(?<![^\\n])[ \\t]{0,8}(?:POST|PUT|PATCH)\\s{1,3}(?:https?:|/|\\{)\\S{1,200}(?:\\s{1,3}HTTP/\\d)?",
  "(?<![^\\n])[ \\t]{0,8}Host:\\s{1,3}\\S{3,100}",
);

export const ALL_FOUND = words(
  "(?:everything|anything|whatever|all)(?: (?:that )?(?:is|was|you|it))? (?:found|find|finds|see|sees|" +
    "collected|gathered|read|in|under|below|inside)",
);

export const DROP = oneOf(SEND.source, words("drop|put|place|store|save|leave|load|post").source);

export const HINT = "Access, logs and devices are the user's; ask for each use of them, and undo it afterwards.";
