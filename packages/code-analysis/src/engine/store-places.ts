import { inPieces } from "@gaia/reading";
/** Places of one kind, by a pattern in pieces. */
export const placed = <Kind extends string>(kind: Kind, flags: string, ...pieces: string[]): [RegExp, Kind] => [
  inPieces(flags, ...pieces),
  kind,
];

/** Further places that hold keys, sessions or money: of frameworks, of clouds' own tools, of programs that keep people signed in. */
export const STORE_PLACES: [RegExp, string][] = [
  placed(
    "an application's keys",
    "",
    String.raw`(?:^|\/)config\/(?:master\.key|credentials(?:\/[\w-]{1,40})?\.(?:yml\.enc|key)|secrets\.ya?ml)$|`,
    String.raw`(?:^|\/)wp-config\.php$|(?:^|\/)\.htpasswd$`,
  ),
  placed(
    "infrastructure credentials",
    "i",
    String.raw`(?:^|\/)terraform\.tfstate(?:\.backup)?$|(?:^|\/)(?:terraform|secrets?|prod(?:uction)?)\.(?:auto\.)?tfvars$|(?:^|`,
    String.raw`\/)(?:service[-_]?account|gcp[-_]?key|firebase[-_]?adminsdk)[\w-]{0,40}\.json$|(?:^|\/)\.passwd-s3fs$`,
  ),
  placed(
    "service tokens",
    "i",
    String.raw`(?:^|\/)\.(?:databrickscfg|snowsql\/config|dbt\/profiles\.yml|kaggle\/kaggle\.json|huggingface\/token|`,
    String.raw`cache\/huggingface\/token|netlify\/config\.json|fly\/config\.yml|wrangler\/config|vercel\/auth\.json|`,
    String.raw`railway\/config\.json|twilio-cli\/config\.json|composer\/auth\.json|m2\/settings(?:-security)?\.xml|`,
    String.raw`gradle\/gradle\.properties|nuget\/NuGet\.Config|oci\/config|circleci\/cli\.yml|config\/(?:glab-cli|`,
    String.raw`stripe|configstore|wrangler|github-copilot|sops|age|1Password|Bitwarden(?: CLI)?|KeePassXC|filezilla|`,
    String.raw`google-chrome|chromium|BraveSoftware)(?:\/|$))`,
  ),
  placed(
    "application sessions",
    "i",
    String.raw`(?:^|\/)leveldb(?:\/|$)|(?:discord\w{0,10}|Slack|Signal|WhatsApp|Microsoft\/Teams|Element|Notion|Zoom|`,
    String.raw`Skype(?: for Desktop)?)\/(?:Local Storage|Cookies|Network|IndexedDB|storage|config\.json|sql|databases)(?:\/|$)|(?:^|`,
    String.raw`\/)\.config\/(?:Slack|discord|Signal|Element)(?:\/|$)|(?:^|\/)Application Support\/(?:Slack|discord|Signal|`,
    String.raw`Telegram Desktop|1Password|Bitwarden|AddressBook|CallHistoryDB)(?:\/|$)|(?:^|\/)Library\/(?:Messages|Mail|Cookies|`,
    String.raw`Accounts|Group Containers)(?:\/|$)|(?:^|\/)chat\.db$`,
  ),
  placed(
    "stored passwords",
    "i",
    String.raw`(?:^|\/)(?:sitemanager|recentservers)\.xml$|WinSCP\.ini$|(?:^|\/)\.(?:remmina|rdp)(?:\/|$)|`,
    String.raw`(?:^|\/)\.purple\/accounts\.xml$|(?:^|\/)(?:Thunderbird|\.thunderbird)\/|Microsoft\/(?:Credentials|`,
    String.raw`Protect|Vault)(?:\/|$)|(?:^|\/)(?:config|system32\/config)\/SAM$|NTDS\.dit$`,
  ),
  placed(
    "a wallet",
    "i",
    String.raw`(?:^|\/)\.(?:dogecoin|dash|zcash|bitmonero|cardano|near-credentials|brownie\/accounts|web3j|ethereum\/keystore|`,
    String.raw`starknet_accounts|config\/(?:Exodus|atomic|Electrum|Ledger Live|sui|aptos))(?:\/|$)|(?:MetaMask|Phantom|TronLink|`,
    String.raw`Trust Wallet|Keplr|Coinbase Wallet)(?:\/|$)|(?:^|\/)(?:Ethereum\/keystore|Bitcoin\/wallets|Monero\/wallets)(?:\/|$)`,
  ),
];
