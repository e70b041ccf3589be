import { oneOf, words } from "@gaia/reading";

export const SWAP = words(
  "replac(?:e|es|ed|ing)|swap(?:s|ped|ping)?(?: out)?|substitut(?:e|es|ed|ing)|overwrit(?:e|es|ing)",
  "exchang(?:e|es|ing)|switch(?:es|ed)?|rewrit(?:e|es)|set|put|paste|insert|chang(?:e|es|ing)",
);

export const PAYEE = oneOf(
  "\\b(?:0x[0-9a-fA-F]{40}|bc1[a-z0-9]{25,60}|T[1-9A-HJ-NP-Za-km-z]{33})\\b",
  words(
    "(?:wallet|crypto|bitcoin|ethereum|solana|payment|payout|deposit|recipient|treasury|destination|" +
      "receiving|beneficiary) (?:address(?:es)?|accounts?|details)",
    "ibans?|(?:bank )?account numbers?|bank details|payees?|beneficiar(?:y|ies)",
    "(?:an|the|any|each|every) address(?:es)?",
  ).source,
);

export const OTHERS = oneOf(
  "\\b0x[0-9a-fA-F]{40}\\b|\\bbc1[a-z0-9]{25,60}\\b|\\b[A-Z]{2}\\d{2}(?:\\s?[A-Z0-9]{4}){3,7}\\b",
  words(
    "ours|our (?:own|address|wallet|account|iban|treasury|one)",
    "the (?:treasury|maintainers?|authors?|operators?|publishers?)(?:['’]s?)?(?: (?:address|wallet|account|" +
      "iban))?",
    "silently|quietly|secretly|without (?:telling|asking|a word|notice|comment)",
    "(?:do not|don['’]t|never) (?:alert|tell|mention|warn|inform|notify|point|show)",
  ).source,
);

export const PAPERS = words(
  "invoices?|documents?|transfers?|payments?|transactions?|contracts?|forms?|mails?|e-?mails?|messages?|pdfs?|orders?|clip ?board|quotes?",
);

export const HINT = "Leave what the user entered, configured or chose as it is.";
