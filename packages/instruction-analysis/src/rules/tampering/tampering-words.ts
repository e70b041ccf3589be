import { inAddresses, oneOf, words } from "@gaia/reading";

export const SWAP = words(
  "replac(?:e|es|ed|ing)|swap(?:s|ped|ping)?(?: out)?|substitut(?:e|es|ed|ing)|overwrit(?:e|es|ing)",
  "exchang(?:e|es|ing)|switch(?:es|ed)?|rewrit(?:e|es)|set|put|paste|insert|chang(?:e|es|ing)",
);

export const CLIPBOARD = words("clip ?boards?|pasteboard|pbpaste|pbcopy|xclip|copied (?:text|addresses|values)");

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

export const SOURCE_SETTING = oneOf(
  "\\b(?:npm|pnpm|yarn|bun)\\s{1,3}config\\s{1,3}set\\s{1,3}(?:-g\\s{1,2}|" +
    "--global\\s{1,2})?(?:@[\\w-]{1,30}:)?(?:registry|npmRegistryServer)\\b",
  "\\bpip3?\\s{1,3}config\\s{1,3}(?:--\\w{3,8}\\s{1,2})?set\\s{1,3}[\"']?(?:global|site|install|user)\\.(?:extra-)?index-url\\b",
  "\\b(?:GOPROXY|PIP_(?:EXTRA_)?INDEX_URL|UV_(?:DEFAULT_|EXTRA_)?INDEX(?:_URL)?|NPM_CONFIG_REGISTRY|" +
    "CARGO_REGISTRIES_\\w{1,20}_INDEX)\\s{0,2}=",
  "(?:^|\\n)\\s{0,8}(?:registry|index-url|extra-index-url)\\s{0,2}=\\s{0,2}(?=https?:)",
  "\\bgem\\s{1,3}sources?\\s{1,3}(?:-a|--add)\\b|\\bgit\\s{1,3}config\\s[^\\n]{0,60}\\.insteadOf\\b",
  "\\badd-apt-repository\\s{1,3}[\"']?deb\\b",
  words(
    "(?:point|set|switch|change|redirect|repoint|move|route)(?: the| your| every| each| all| their| its| of|" +
      " project['’]?s?){0,4} (?:npm |pip |python |node |go |cargo |package |gem |apt |global |" +
      "default ){0,3}(?:registry|registries|index(?:es)?|package (?:index|source|mirror)|proxy)",
  ).source,
);

export const COMPANY = inAddresses(
  words(
    "artifactory|jfrog|nexus|verdaccio|npmmirror|taobao|tuna|tsinghua|aliyun|ustc|goproxy\\.(?:io|cn)",
    "company(?:['’]s)?|corp(?:orate)?|internal|private (?:registry|index|feed)|enterprise|test\\.pypi",
    "testpypi|your[- ]?(?:org|registry|company|domain)|my-?(?:registry|org|company)|gemfury|cloudsmith",
    "codeartifact|pkg\\.dev|azure|pkgs?|download\\.pytorch\\.org",
  ),
);

export const HINT = "Leave what the user entered, configured or chose as it is.";
