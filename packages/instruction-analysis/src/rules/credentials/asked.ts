import { words } from "@gaia/reading";
import { ASK, ASKED_OR_OWED, HERE, PASSWORD } from "./asked-words.ts";
import { BULK, HINT, QUIET } from "./credentials-words.ts";
import { SEND, URGENT, USER } from "../../lexicon/actions.ts";
import { WALLET } from "../../lexicon/secrets.ts";
import type { InstructionRule } from "../../matching/rule.ts";

/** What is taken from people: their secrets, their files, and what every other tool hears. */
export const CREDENTIALS_ASKED: readonly InstructionRule[] = [
  {
    id: "credentials-asked",
    severity: "high",
    category: "instruction",
    title: "A person is asked for a password",
    rationale: "An API key goes into a variable; a login password, a code or a private key in the chat is phishing.",
    message: "has a person give a password or a private key",
    hint: HINT,
    within: "sentence",
    near: 130,
    all: [PASSWORD, ASK, HERE],
    context: { within: "sentence", any: [USER, words("your|their|you")] },
    none: [
      ...QUIET,
      words(
        "env(?:ironment)? (?:var(?:iable)?s?|file)|export|settings|\\.env|config(?:uration)?(?: file)?",
        "secret manager|keychain|dashboard|console|vault|do(?:es)? not|never|without|set (?:the|up|it|your)",
        "store (?:it|your)|1password|github secrets?|placeholders?|obtain|sign up|create an?|generate an?|get an?",
        "https?",
      ),
    ],
    whenHidden: "critical",
  },
  {
    id: "wallet-asked",
    severity: "high",
    category: "instruction",
    title: "A wallet's phrase or key is asked for",
    rationale: "Who has the words has the money; no honest skill takes them into a chat or a request.",
    message: "takes the words or the key of a wallet",
    hint: "Sign in the wallet itself; never touch a phrase.",
    within: "sentence",
    near: 160,
    all: [WALLET, ASKED_OR_OWED],
    context: {
      within: "sentence",
      any: [HERE, SEND, BULK, URGENT, words("your|their|user(?:['’]s)?|locate|search|home directory|disk|browser")],
    },
    none: [
      words(
        "test(?:net| wallet)?|hardhat|anvil|devnet|never|do not|don['’]t|offline|generate(?:s|d)?|derive(?:s|d)?",
        "warn(?:s|ing)?|safe|read-only|public (?:key|address)|address(?:es)? only|connect (?:a |your )?wallet",
        "wallet connect|example|phish(?:ing)?|scam|not here|never sees?|wallet app",
        "(?:on|in|into) (?:the|your|their|its) (?:own )?(?:\\w{3,10} )?(?:device|node|hardware)",
        "hardware (?:wallet|device)|\\w{2,12}['’]s device|on paper|if (?:you|they) (?:lost|lose|have lost|forgot)",
      ),
    ],
    whenHidden: "critical",
  },
];
