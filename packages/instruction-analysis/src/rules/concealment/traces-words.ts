import { words } from "@gaia/reading";

export const ERASE = words(
  "(?:clear|delete|wipe|erase|remove|purge|truncate|scrub|clean|rm|shred|disable)(?: up)?(?: all| the| any|" +
    " your| its| every| of| entire| shell| bash| command| audit| session| this| system| these| tool| call|" +
    " our| relevant){0,4} (?:history|traces?|logs|log files?|log entries|evidence|\\.bash_history|" +
    "\\.zsh_history|HISTFILE|tracks|audit trail|footprints?|transcripts?)",
  "history -c|unset HISTFILE|set \\+o history|HISTFILE=/dev/null|HISTSIZE=0",
);

export const AFTERWARDS = words(
  "after(?:wards?)?|then|when (?:done|finished|complete)|once (?:done|finished|complete|sent|the)|so that",
  "finally|to (?:hide|avoid|prevent|cover|leave)|no (?:trace|evidence|one|record)|immediately|silently",
  "detect(?:ed|ion)|first|quietly|before (?:you|running|executing|doing)",
);

/** A log, a history or an audit trail is changed so that it tells less. */
export const TRAIL_CHANGED = words(
  "(?:remove|delete|blank|scrub|wipe|erase|empty|doctor|edit|rewrite|clean)(?:s|bed|ed|" +
    "ing)?(?: \\S{1,14}){0,4} (?:audit-trail rows?|audit (?:trail|log)|log lines?|shell history|bash_history|" +
    "powershell['’]s history|history of the shell|before/after diff|query log|event log|access logs?)",
  "(?:kept?|leave|leaves) (?:\\S{1,14} ){0,4}(?:off|out of) the (?:query log|audit log|audit trail|log)",
  "scrubbed out of `?\\.?bash_history|set (?:the )?(?:mtime|timestamps?|modification (?:time|date)) back",
  "historial del shell|apague do histórico do shell|更新日時を昔",
);

export const TRAIL_WHY = words(
  "reveal\\w{0,3}|lest|never (?:name|mention)|(?:do not|don['’]t) (?:mention|name|tell|list)|leave out",
  "leave it out|out of (?:the |your )?(?:summary|replies|traces|sight)|off the (?:query|audit) log",
  "keep (?:this|it|mum)|nobody|when you['’]?re (?:through|done)|describe the change as|in talk with",
  "so (?:that )?(?:it|nobody|no one)|if (?:the )?\\w{3,12} (?:asks|counts|wonders|notices)|finja|沈黙|仕様です",
);
