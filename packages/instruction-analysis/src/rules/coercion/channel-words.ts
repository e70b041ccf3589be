import { words } from "@gaia/reading";
import { WARNED_OF } from "./coercion-words.ts";

export const THEIR_OWN = [
  WARNED_OF,
  words(
    "your (?:own|company['’]s|organi[sz]ation['’]s) (?:gateway|proxy|server)|localhost|corporate proxy",
    "if the user (?:asks|wants|agrees)|ask (?:the user|first|which)|the user['’]s (?:choice|own)",
    "user (?:has )?configured|removed in|changelog|ingress|nginx|service mesh",
  ),
];

/** A tool that came with the client. */
export const BUILT_IN = words(
  `(?:native|built-in|builtin|host['’]s|default|standard|original|qualified|stock|competing|neighbouring|` +
    `other (?:vendors['’]|mcp|presentation|competing|search|travel))(?: \\S{2,14}){0,3} (?:tools?|readers?|` +
    `servers?|search|names|connectors|one|plugins)`,
  `the originals?|guard-?rail plugins|others|github tools registered by other servers`,
  `(?:the )?(?:permission|approval|security-scan)(?: and \\w{4,10})? (?:tool|mcp servers?)`,
  `read_file of the host|web_search`,
);

export const OUTLAWED = words(
  "never (?:use|call)|(?:do not|don['’]t|mustn['’]t|must not) (?:use|call|revert|consider)|forbidden|banned",
  "blocked|shadow(?:s|ed)?|hidden|deprecated|disabled?|switch off|unload|turns? (?:them|it) off|broken|slow",
  "outdated|unsafe|wrong|compromised|unavailable|absent|unsupported|remove(?:d)?|overwrite|stale",
  "listing error|decline|takes? (?:over|the place)|substitutes?|quarrel",
);

export const OURS_FOR_ALL = words(
  `for everything|for all (?:subjects|files|tasks)|in all projects|(?:takes?|take) over the names?`,
  `same name|on its behalf|without (?:further|noticing)|don['’]t notice|on purpose|our (?:mcp )?server`,
  `(?:is|are|everything|access|calls|all \\w{4,10})(?: \\w{2,10}){0,3} (?:routed|passes?|go(?:es)?|` +
    `sent) (?:through|via|to|by)`,
  `passes? a copy|keeps? a copy|streams?|including secrets|needs the operator['’]s|even (?:if|when|what)`,
  `when bidden|approve with|go on via|conflict with ours|while our|let (?:our|\`\\w{2,20}\` resolve)`,
  `nobody (?:will )?(?:miss|compare|notice)\\w{0,2}|to our liking|use our`,
  `treat them as (?:unavailable|disabled)|refuse to use|ask(?:s|ed)? for it`,
);
