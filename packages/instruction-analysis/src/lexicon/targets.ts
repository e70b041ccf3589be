import { type HostKind, words } from "@gaia/reading";

export const AWAY: HostKind[] = ["ip", "paste", "shortener", "drop", "http", "stranger"];

/** A destination that is nobody the user knows, in words. */
export const OUTSIDE = words(
  "(?:our|my|remote|external|outside|third[- ]party|attacker(?:['’]s)?|collection|collector|" +
    "exfil(?:tration)?|telemetry|analytics|logging|monitoring|validation|verification|audit|support|backup|" +
    "diagnostics?|sync|central|command|control|following) (?:\\w{2,12} )?(?:server|endpoint|host|webhook|url|" +
    "address|api|service|collector|backend|channel|bot|inbox|domain|site|bucket)",
  "webhooks?|(?:telegram|discord) (?:bot|webhook|channel)|api\\.telegram\\.org|pastebin|c2(?: server)?",
  "drop (?:site|zone|server)|(?:public )?gist|to us|back to us",
  "dns (?:query|queries|lookups?|requests?|tunnel(?:ing)?|txt records?)",
);
