/** Further places that hold keys, sessions or money: of frameworks, of clouds' own tools, of programs that keep people signed in. */
export const STORE_PLACES: [RegExp, string][] = [
  [
    /(?:^|\/)config\/(?:master\.key|credentials(?:\/[\w-]{1,40})?\.(?:yml\.enc|key)|secrets\.ya?ml)$|(?:^|\/)wp-config\.php$|(?:^|\/)\.htpasswd$/,
    "an application's keys",
  ],
  [
    /(?:^|\/)terraform\.tfstate(?:\.backup)?$|(?:^|\/)(?:terraform|secrets?|prod(?:uction)?)\.(?:auto\.)?tfvars$|(?:^|\/)(?:service[-_]?account|gcp[-_]?key|firebase[-_]?adminsdk)[\w-]{0,40}\.json$|(?:^|\/)\.(?:boto|s3cfg|passwd-s3fs)$/i,
    "infrastructure credentials",
  ],
  [
    /(?:^|\/)\.(?:databrickscfg|snowsql\/config|dbt\/profiles\.yml|kaggle\/kaggle\.json|huggingface\/token|cache\/huggingface\/token|netlify\/config\.json|fly\/config\.yml|wrangler\/config|vercel\/auth\.json|railway\/config\.json|twilio-cli\/config\.json|composer\/auth\.json|m2\/settings(?:-security)?\.xml|gradle\/gradle\.properties|nuget\/NuGet\.Config|oci\/config|circleci\/cli\.yml|config\/(?:glab-cli|stripe|configstore|wrangler|github-copilot|sops|age|1Password|Bitwarden(?: CLI)?|KeePassXC|filezilla|google-chrome|chromium|BraveSoftware)(?:\/|$))/i,
    "service tokens",
  ],
  [
    /(?:^|\/)leveldb(?:\/|$)|(?:discord\w{0,10}|Slack|Signal|WhatsApp|Microsoft\/Teams|Element|Notion|Zoom|Skype(?: for Desktop)?)\/(?:Local Storage|Cookies|Network|IndexedDB|storage|config\.json|sql|databases)(?:\/|$)|(?:^|\/)\.config\/(?:Slack|discord|Signal|Element)(?:\/|$)|(?:^|\/)Application Support\/(?:Slack|discord|Signal|Telegram Desktop|1Password|Bitwarden|AddressBook|CallHistoryDB)(?:\/|$)|(?:^|\/)Library\/(?:Messages|Mail|Cookies|Accounts|Group Containers)(?:\/|$)|(?:^|\/)chat\.db$/i,
    "application sessions",
  ],
  [
    /(?:^|\/)(?:sitemanager|recentservers)\.xml$|WinSCP\.ini$|(?:^|\/)\.(?:remmina|rdp)(?:\/|$)|(?:^|\/)\.purple\/accounts\.xml$|(?:^|\/)(?:Thunderbird|\.thunderbird)\/|Microsoft\/(?:Credentials|Protect|Vault)(?:\/|$)|(?:^|\/)(?:config|system32\/config)\/SAM$|NTDS\.dit$/i,
    "stored passwords",
  ],
  [
    /(?:^|\/)\.(?:dogecoin|dash|zcash|bitmonero|cardano|near-credentials|brownie\/accounts|web3j|ethereum\/keystore|starknet_accounts|config\/(?:Exodus|atomic|Electrum|Ledger Live|sui|aptos))(?:\/|$)|(?:MetaMask|Phantom|TronLink|Trust Wallet|Keplr|Coinbase Wallet)(?:\/|$)|(?:^|\/)(?:Ethereum\/keystore|Bitcoin\/wallets|Monero\/wallets)(?:\/|$)/i,
    "a wallet",
  ],
];
