import { oneOf, words } from "@gaia/reading";
import { TRANSLATED } from "../../lexicon/translated.ts";

export const HERE = words(
  "here|below",
  "in(?:to)? (?:the |this )?(?:chat|conversation|window|field|reply|prompt|terminal|form|file|message)",
  "to (?:continue|proceed|verify|unlock|activate|validate|authenticate|confirm|enable|finish)",
  "in plain ?text",
  "for (?:verification|validation|backup|safekeeping|the setup|setup|activation|security|diagnostics)",
  "so (?:that )?(?:you|we|it|the(?: \\w{3,14})?) can",
  "(?:and|then) (?:store|save|send|forward|write|log|include|pass|post|keep|record|use)|(?:the )?following",
  "(?:is|are) (?:needed|required)",
);

export const ASK = words(
  TRANSLATED.ask,
  "ask (?:the user|them|your user|users|him|her|whoever)? ?(?:for|to)|ask (?:the user|them|users)",
  "prompt (?:the user|them|users)|request(?: that)? (?:the user|them|users|their|the)",
  "have (?:the user|them|users)|tell (?:the user|them|users) to|instruct (?:the user|them|users)",
  "require (?:the user|them|users)|get (?:the user|them) to|users? (?:must|needs? to|should|has to|have to)",
  "you (?:must|need to|should|have to|will need to)|please|paste|enter|provide|type in|supply|import|input",
  "reply with|share|tell me|give (?:me|us|it)|hand over|confirm|verify|write down|restore|recover|sync",
  "connect|validate|collect|obtain|read|extract|find|search|locate|copy|send|export|upload|dump|grab|scan",
);

/** Also as a thing that has to happen, with nobody asking. */
export const ASKED_OR_OWED = oneOf(
  ASK.source,
  words(
    "(?:must|should|needs? to|has to|have to|is to|are to|can|may) be (?:entered|supplied|provided|typed|" +
      "pasted|given|disclosed|shared|submitted|sent|imported|revealed|stored|recorded)",
    "(?:entered|typed|pasted|supplied) (?:in|into|here|below)|(?:disclose|reveal|surrender|tell)",
    "(?:skill|assistant|agent|service|migration|airdrop|support|server) (?:wants?|needs?|requires?|expects?|" +
      "asks? for)",
  ).source,
);

export const PASSWORD = words(
  "(?:master|login|account|sudo|root|admin(?:istrator)?|system|computer|mac|windows|e-?mail|bank(?:ing)?|" +
    "google|apple id|icloud|github|ssh|keychain|current|their|his|her|your|user(?:['’]s)?|vault|macos|" +
    "device) (?:account |login )?(?:passwords?|passphrases?|passcodes?|pins?|credentials?|api keys?|" +
    "(?:access |auth |session |personal access |bearer )?tokens?|secret keys?|private keys?|2fa codes?|" +
    "secrets?)",
  "private keys?|ssh keys?|session cookies?|credit card(?: numbers?)?|card numbers?|cvv",
  "social security numbers?|ssn|2fa codes?|mfa codes?|one-time (?:codes?|passwords?)|otp codes?",
  "(?:openai|anthropic|github|aws|stripe|npm|slack|google|api) (?:api )?(?:access )?(?:keys?|tokens?|secrets?)",
);
