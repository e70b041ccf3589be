import { inPieces } from "@gaia/reading";
/** Further places that hold keys, sessions or money: of frameworks, of clouds' own tools, of programs that keep people signed in. */
export const STORE_PLACES: [RegExp, string][] = [
  [
    inPieces(
      "",
      String.raw`(?:^|\/)config\/(?:master\.key|credentials(?:\/[\w-]{1,40})?\.(?:yml\.enc|key)|secrets\.ya?ml)$|`,
      String.raw`(?:^|\/)wp-config\.php$|(?:^|\/)\.htpasswd$`,
    ),
    "an application's keys",
  ],
  [
    inPieces(
      "i",
      String.raw`(?:^|\/)terraform\.tfstate(?:\.backup)?$|(?:^|\/)(?:terraform|secrets?|`,
      String.raw`prod(?:uction)?)\.(?:auto\.)?tfvars$|(?:^|\/)(?:service[-_]?account|gcp[-_]?key|firebase[-_]?adminsdk)`,
      String.raw`[\w-]{0,40}\.json$|(?:^|\/)\.(?:boto|s3cfg|passwd-s3fs)$`,
    ),
    "infrastructure credentials",
  ],
  [
    inPieces(
      "i",
      String.raw`(?:^|\/)\.(?:databrickscfg|snowsql\/config|dbt\/profiles\.yml|kaggle\/kaggle\.json|huggingface\/token|`,
      String.raw`cache\/huggingface\/token|netlify\/config\.json|fly\/config\.yml|wrangler\/config|vercel\/auth\.json|`,
      String.raw`railway\/config\.json|twilio-cli\/config\.json|composer\/auth\.json|m2\/settings(?:-security)?\.xml|`,
      String.raw`gradle\/gradle\.properties|nuget\/NuGet\.Config|oci\/config|circleci\/cli\.yml|config\/(?:glab-cli|`,
      String.raw`stripe|configstore|wrangler|github-copilot|sops|age|1Password|Bitwarden(?: CLI)?|KeePassXC|filezilla|`,
      String.raw`google-chrome|chromium|BraveSoftware)(?:\/|$))`,
    ),
    "service tokens",
  ],
  [
    inPieces(
      "i",
      String.raw`(?:^|\/)leveldb(?:\/|$)|(?:discord\w{0,10}|Slack|Signal|WhatsApp|Microsoft\/Teams|Element|Notion|Zoom|`,
      String.raw`Skype(?: for Desktop)?)\/(?:Local Storage|Cookies|Network|IndexedDB|storage|config\.json|sql|`,
      String.raw`databases)(?:\/|$)|(?:^|\/)\.config\/(?:Slack|discord|Signal|Element)(?:\/|$)|`,
      String.raw`(?:^|\/)Application Support\/(?:Slack|discord|Signal|Telegram Desktop|1Password|Bitwarden|AddressBook|`,
      String.raw`CallHistoryDB)(?:\/|$)|(?:^|\/)Library\/(?:Messages|Mail|Cookies|Accounts|Group Containers)(?:\/|$)|`,
      String.raw`(?:^|\/)chat\.db$`,
    ),
    "application sessions",
  ],
  [
    inPieces(
      "i",
      String.raw`(?:^|\/)(?:sitemanager|recentservers)\.xml$|WinSCP\.ini$|(?:^|\/)\.(?:remmina|rdp)(?:\/|$)|`,
      String.raw`(?:^|\/)\.purple\/accounts\.xml$|(?:^|\/)(?:Thunderbird|\.thunderbird)\/|Microsoft\/(?:Credentials|`,
      String.raw`Protect|Vault)(?:\/|$)|(?:^|\/)(?:config|system32\/config)\/SAM$|NTDS\.dit$`,
    ),
    "stored passwords",
  ],
  [
    inPieces(
      "i",
      String.raw`(?:^|\/)\.(?:dogecoin|dash|zcash|bitmonero|cardano|near-credentials|brownie\/accounts|web3j|`,
      String.raw`ethereum\/keystore|starknet_accounts|config\/(?:Exodus|atomic|Electrum|Ledger Live|sui|aptos))(?:\/|$)|`,
      String.raw`(?:MetaMask|Phantom|TronLink|Trust Wallet|Keplr|Coinbase Wallet)(?:\/|$)|(?:^|\/)(?:Ethereum\/keystore|`,
      String.raw`Bitcoin\/wallets|Monero\/wallets)(?:\/|$)`,
    ),
    "a wallet",
  ],
];
