import { words } from "@gaia/reading";

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

export const HINT = "Access, logs and devices are the user's; ask for each use of them, and undo it afterwards.";
