import { oneOf, words } from "@gaia/reading";
import { TRANSLATED } from "./translated.ts";

/** Files and stores whose only content is secrets. */
export const PLACES = [
  "~/\\.[\\w-]{2,30}/(?:[\\w.-]{1,30}/){0,3}[\\w.-]{0,30}(?:\\.env|tokens?|credentials?|auth|secrets?|" +
    "keys?|session|cookies?|config\\.(?:json|ya?ml|toml)|settings\\.json)\\b",
  "\\bservice[- ]account (?:json|file|key)s?\\b|\\b(?:signing|code[- ]signing|client) certificates?\\b|" +
    "\\bsecurity-credentials/?|\\bkubectl get secrets?\\b|\\bkubernetes secrets\\b|\\bprovider keys\\b|" +
    "\\b(?:six|four|eight|[468])-digit (?:codes?|pins?)\\b|\\b(?:bank(?:ing)?|card|account) pins?\\b|" +
    "(?:output|result) of `?(?:env|set|printenv)\\b`?",
  "\\b(?:exodus|electrum|metamask|ledger live|wasabi wallet)\\b|Application Support/(?:Google/Chrome|" +
    "Firefox|BraveSoftware|Exodus|Ledger)|AppData[/\\\\]\\w{4,8}[/\\\\](?:Google|Mozilla|BraveSoftware|" +
    "Exodus)",
  "(?:~|\\$HOME|%USERPROFILE%|/root|/home/\\w{1,30})?[/\\\\]?\\.ssh(?!/\\w{1,40}\\.pub\\b)(?:[/\\\\][\\w.*-]{0,40})?(?![\\w-])",
  "\\bid_(?:rsa|ed25519|ecdsa|dsa)\\b(?!\\.pub\\b)",
  "\\.aws\\b(?:[/\\\\](?:credentials|config)?)?",
  "\\bgit-credentials\\b|\\bnetrc\\b|\\.(?:netrc|npmrc|pypirc|git-credentials|pgpass|my\\.cnf|htpasswd|vault-token)\\b",
  "(?<![\\w.])(?:\\./)?\\.env(?:\\.(?:local|production|prod|development|\\*))?(?![\\w-]|\\.(?:example|sample|template))",
  "\\.kube\\b(?:[/\\\\]config)?",
  "\\.docker[/\\\\]config\\.json",
  "\\.gnupg\\b",
  "\\.config[/\\\\](?:gcloud|gh|op|solana)\\b",
  "application_default_credentials",
  "/etc/(?:shadow|passwd)\\b",
  "\\b(?:login|macos|system|user|os|apple)?\\s?keychains?\\b",
  "\\bcredential (?:manager|store|vault|helper)s?\\b",
  "\\b(?:browser|chrome|firefox|safari|brave|edge|session|auth(?:entication)?|login) (?:cookies?|passwords?|profiles?|history|tokens?)\\b",
  "\\bcookies?(?:\\.sqlite| store| jar| database)\\b",
  "\\b(?:saved|stored|browser|master|login|account|sudo|root|admin(?:istrator)?|system|wi-?fi) (?:passwords?|logins?|credentials?)\\b",
  "\\blogin data\\b|\\bkey4\\.db\\b|\\blogins\\.json\\b",
  "\\b(?:1password|bitwarden|lastpass|keepass\\w{0,3}|password (?:manager|vault)s?)\\b",
  "\\bmcp\\.json\\b|\\.cursor[/\\\\]|\\bclaude_desktop_config\\.json|\\bhosts\\.yml\\b|\\bprivate half\\b|" +
    "\\bkey ?pairs?\\b|\\.config[/\\\\]solana",
  "\\b(?:ssh|gpg|pgp|private|signing|deploy|encryption) keys?\\b",
  "\\bprivate[_-]key\\b",
  "\\b(?:all |the )?(?:process |shell |full |entire |current |local )?environment variables?\\b|" +
    "\\benv(?:ironment)? (?:vars?|dump)\\b|\\bprintenv\\b|\\bprocess\\.env\\b|\\bos\\.environ\\b|" +
    "\\benv\\s?\\|",
  "\\b(?:2fa|mfa|otp|totp|backup|recovery|verification|sms|one-time) ?(?:codes?|secrets?|pass(?:code|word)s?)\\b",
  "\\b(?:aws|cloud|gcp|azure|database|db|github|git|npm|pypi|slack|openai|anthropic|stripe|" +
    "service[- ]account|oauth|bearer|access|refresh|session|personal access|auth(?:entication)?|" +
    "api) (?:credentials?|secrets?|tokens?|keys?|passwords?)\\b",
  "\\b(?:AWS_SECRET_ACCESS_KEY|GITHUB_TOKEN|OPENAI_API_KEY|ANTHROPIC_API_KEY|NPM_TOKEN|DATABASE_URL)\\b",
];

const NAMES = [
  "\\b(?:credentials?|passwords?|passphrases?|secrets?|api[- _]?keys?|tokens?|passcodes?|logins?|auth files?)\\b",
];

export const SECRET_PLACE = oneOf(...PLACES.slice(0, 22));

export const SECRET = oneOf(...PLACES, ...NAMES);

export const WALLET = words(
  TRANSLATED.wallet,
  "(?:seed|recovery|backup|secret|mnemonic|wallet|secret recovery|backup recovery) (?:phrases?|words?|seeds?)",
  "mnemonics?|wallet\\.dat",
  "(?:12|24|twelve|twenty-four)[- ]words?(?: (?:seed|recovery|secret|backup))?(?: phrase)?",
  "wallet(?:['’]s)? (?:private )?(?:keys?|files?|secrets?|seeds?|vaults?|backups?|data|credentials|" +
    "extension|passwords?)",
  "(?:private|secret) keys? (?:of|for|to|from) (?:the|your|their|a|any) (?:\\w{2,12} )?wallets?",
  "keystore(?: files?| json)?s?|crypto(?:currency)? wallets?",
  "(?:metamask|phantom|electrum|exodus|ledger|trezor|coinbase|trust|solana|bitcoin|ethereum|rabby|keplr|" +
    "hot|browser) (?:wallets?|vaults?|extensions?|keys?|live|seeds?|keypairs?|private keys?)",
  "id\\.json keypair|nkbihfbeogaeaoehlefnkodbefgpgknn",
);

/** What the agent knows and holds, apart from credentials. */
export const HOLDINGS = words(
  TRANSLATED.holdings,
  "(?:the |this |full |entire |whole |complete |all ){0,4}(?:(?:conversation|chat)(?:s|['’]s)?(?: history|" +
    " transcripts?| logs?| so far| contents?| context| data| summary| text)?|(?:session|message|prompt|" +
    "dialog(?:ue)?)(?:s|['’]s)? (?:history|transcripts?|logs?|so far|contents?|context))",
  "(?:(?:every|each|all) )?(?:user|users?['’]) (?:prompts?|messages?|inputs?|questions?|requests?)",
  "transcripts?|system prompt",
  "(?:full|entire|whole|complete|your|your current|current conversation) context(?: window)?",
  "(?:full|entire|complete|whole|raw) (?:text|content|document|message|transcript|diff|page|answer)s?",
  "(?:the |every |each )diffs?|~/(?:documents|desktop|downloads|pictures|projects|work)\\b",
  "(?:every|each|any|all)(?: of the)? files?(?: (?:that )?(?:you|it|they) \\w{3,7})?",
  "(?:the )?user['’]s (?:text|words|messages?|prompts?|files?|documents?|data|requests?|inputs?|source|" +
    "code|emails?|name|contacts|history|questions?|query|home directory|project|clipboard|personal)",
  "memory(?:\\.md)?(?: files?| contents?)?",
  "(?:entire |whole |full |complete |local |private |the |all |user ){1,4}(?:workspace|codebase|repository|" +
    "repo|project|source(?: code| files?| tree)?|files?|documents?|directory|folder|emails?|inbox|contacts|" +
    "clipboard|notes|calendar)",
  "clipboard(?: contents?)?|screenshots?|keystrokes|contents? of (?:the|every|each|all|any|~|/|\\.|`)",
  "tool (?:outputs?|results?|calls|responses?)|home directory|(?:working|current) directory",
  "session transcripts?|browsing history|documents folder|customer (?:data|records|list)",
  "personal (?:data|information|files)|hostname|machine (?:id|name|info(?:rmation)?|details)",
  "system info(?:rmation)?|user ?name|username and|whoami|git diff|git remote|shell history|\\.bash_history",
  "\\.zsh_history|(?:his|her|their|your) (?:answer|reply|response|responses|files|data|documents)",
  "output of (?:every|each|all|the|`)",
);
