import { STORE_PLACES } from "./store-places.ts";

/** What reading a path means. Kinds of places, not names of anybody's tools alone: what holds keys, sessions or money. */
const SECRET_PLACES: [RegExp, string][] = [
  [
    /(?:^|\/)\.ssh(?:\/(?!config$|known_hosts$|authorized_keys$|[^/\s]{0,100}\.pub$)|$)|(?:^|\/)id_(?:rsa|dsa|ecdsa|ed25519)$/,
    "SSH keys",
  ],
  [/(?:^|\/)\.aws(?:\/(?:credentials|sso|cli|\*|\uFFFC)|\/?$)/, "AWS credentials"],
  [
    /(?:^|\/)\.azure(?:\/|$)|(?:^|\/)\.config\/gcloud(?:\/|$)|application_default_credentials\.json$/,
    "cloud credentials",
  ],
  [/(?:^|\/)[._]netrc$|(?:^|\/)\.git-credentials$|(?:^|\/)\.pgpass$|(?:^|\/)\.my\.cnf$/, "stored passwords"],
  [/(?:^|\/)\.(?:npmrc|pypirc|yarnrc\.yml|gem\/credentials|cargo\/credentials(?:\.toml)?)$/, "package registry tokens"],
  [
    /(?:^|\/)\.docker\/config\.json$|(?:^|\/)\.kube(?:\/config|\/?$)|(?:^|\/)\.vault-token$/,
    "infrastructure credentials",
  ],
  [/(?:^|\/)\.terraform\.d\/credentials|(?:^|\/)\.config\/(?:gh|hub|doctl|heroku|rclone|op)(?:\/|$)/, "service tokens"],
  [/(?:^|\/)\.gnupg(?:\/|$)|(?:^|\/)\.password-store(?:\/|$)|\.kdbx$|(?:^|\/)\.local\/share\/keyrings/, "key rings"],
  [/Library\/Keychains|login\.keychain|\.keychain-db/i, "the macOS keychain"],
  [/(?:^|\/)etc\/(?:shadow|gshadow|sudoers)$/, "system passwords"],
  [
    /Login Data|Web Data$|Local State$|(?:^|\/)Cookies(?:\.sqlite|\.binarycookies)?$|(?:^|\/)(?:key[34]\.db|logins\.json|cookies\.sqlite|formhistory\.sqlite)$/,
    "browser passwords or cookies",
  ],
  [
    /(?:Chrome|Chromium|Brave-Browser|Edge|Opera(?: Stable)?|Vivaldi)\/(?:User Data|Default|Profile)|\.mozilla\/firefox|Firefox\/Profiles|google-chrome\/(?:Default|Profile)|BraveSoftware/i,
    "a browser profile",
  ],
  [
    /leveldb$|Local Extension Settings|discord[a-z]*\/Local Storage|Telegram Desktop\/tdata|(?:^|\/)tdata(?:\/|$)|Slack\/(?:Cookies|storage)/i,
    "application sessions",
  ],
  [
    /(?:^|\/)wallet\.dat$|(?:^|\/)[^/]{1,60}\.wallet$|Extensions?[^/]{0,20}\/[a-p]{32}(?:\/|$)|(?:^|\/)solana\/id\.json$|(?:^|\/)\.(?:bitcoin|electrum|ethereum|litecoin|monero|config\/solana|solana|sui|aptos|foundry\/keystores)(?:\/|$)|(?:Exodus|atomic|Electrum|Ledger Live|Coinomi|Wasabi)\/|exodus\.wallet|nkbihfbeogaeaoehlefnkodbefgpgknn|(?:^|\/)keystore\/?(?:UTC|\*|\uFFFC)|^~\/.{0,80}\/keystores?\/?$/i,
    "a wallet",
  ],
  [
    /(?:^|\/)\.(?:claude|codex|gemini|openclaw|clawdbot|cursor|continue|aider|windsurf|gaia)\/(?:[^/]*\/)*(?:[^/]*(?:credential|auth|token|secret|key)[^/]*|\.env|openclaw\.json|clawdbot\.json|mcp\.json|config\.json|settings\.json)$|(?:^|\/)\.claude\.json$|claude_desktop_config\.json$/i,
    "an agent's credentials and configuration",
  ],
  [
    /(?:^|\/)\.(?:bash|zsh|python|psql|mysql|node_repl|sqlite)_history$|ConsoleHost_history\.txt$|fish_history$/,
    "shell history",
  ],
  [/(?:^|\/)(?:proc\/(?:self|\d+|\*|\uFFFC)\/environ)$/, "a process environment"],
  [/\.(?:pem|p12|pfx|ppk|jks|keystore|ovpn)$/, "private keys"],
  [/^(?:\/var)?\/run\/secrets(?:\/|$)|(?:^|\/)serviceaccount\/token$/, "a service's mounted secrets"],
  [
    /\.(?:kdb|agilekeychain|opvault|1pif|1pux|psafe3)$|(?:^|\/)(?:Bitwarden(?: CLI)?\/data\.json|1Password\/|\.lastpass|LastPass|Dashlane|KeePassXC|NordPass|Enpass)(?:\/|$)/i,
    "a password manager",
  ],
  [
    /(?:^|\/)\.(?:boto|s3cfg|databrickscfg|snowsql\/config|dbt\/profiles\.yml|netlify\/config\.json|fly\/config\.yml|oci\/config|ibmcloud|terraformrc|pulumi\/credentials\.json|kaggle\/kaggle\.json|(?:cache\/)?huggingface\/(?:stored_)?tokens?|m2\/settings\.xml|gradle\/gradle\.properties|composer\/auth\.json|bundle\/config|msmtprc|vnc\/passwd|purple\/accounts\.xml|weechat\/sec\.conf|config\/(?:stripe|hcloud|configstore|composer\/auth\.json|wrangler|vercel|netlify|railway|fly|github-copilot|pulumi|scw|linode-cli|glab-cli|sops\/age))(?:\/|$)|(?:^|\/)com\.vercel\.cli\/auth\.json$/,
    "service tokens",
  ],
  [
    /FileZilla\/(?:sitemanager|recentservers)\.xml$|WinSCP\.ini$|(?:^|\/)\.remmina\/|(?:^|\/)\.putty\/sessions/i,
    "stored passwords",
  ],
  [
    /Library\/Messages\/chat\.db|Library\/Mail\/|(?:^|\/)\.thunderbird(?:\/|$)|Thunderbird\/Profiles|Signal\/(?:sql|config\.json)|WhatsApp\/(?:Local Storage|IndexedDB|Databases)|AddressBook\/|NoteStore\.sqlite|Safari\/History\.db|(?:^|\/)places\.sqlite$/,
    "messages, mail and contacts",
  ],
  [
    /(?:^|\/)\.(?:bitmonero|zcash|dogecoin|dashcore|near-credentials|algorand|brownie\/accounts|armory|multibit|avalanchego|cardano|polkadot|eth2?wallet)(?:\/|$)|(?:Guarda|Jaxx|MultiBit|Armory|Trezor Suite|Phantom|MetaMask|Zcash|DashCore|Bitcoin|Dogecoin|Litecoin)\/(?:wallets?|Local Storage|IndexedDB)/i,
    "a wallet",
  ],
  [/(?:^|\/)(?:seed|mnemonic|recovery)[-_ ]?(?:phrase|words)?\.(?:txt|json|md)$/i, "a recovery phrase"],
  ...STORE_PLACES,
];

/** What kind of secret lies at a path (`~` for home, `*` and HOLE for what varies); null for none that is known. */
export function secretPlace(path: string): string | null {
  if (path.length > 2_000) return null;
  const plain = path.replaceAll("\\", "/");
  return SECRET_PLACES.find(([pattern]) => pattern.test(plain))?.[1] ?? null;
}

/** What a device of the machine lets whoever reads it watch; null for other paths. */
export function deviceAt(path: string): "keyboard" | "camera" | "microphone" | "screen" | null {
  const kind = /^\/dev\/(input\/|uinput|hidraw|video|snd\/|dsp|audio|fb\d|dri\/)/.exec(path)?.[1];
  if (kind === undefined) return null;
  if (kind.startsWith("video")) return "camera";
  return /^(?:snd|dsp|audio)/.test(kind) ? "microphone" : /^(?:fb|dri)/.test(kind) ? "screen" : "keyboard";
}

/** Whether a path is a project's own `.env`. */
export function isDotenv(path: string): boolean {
  return /(?:^|[/\\])\.env(?:\.(?:local|dev|development|prod|production|staging))?$/.test(path);
}

interface PersistentPlace {
  kind:
    | "shell-profile"
    | "scheduler"
    | "startup"
    | "git-hook"
    | "agent-memory"
    | "agent-config"
    | "python-start"
    | "ssh-access"
    | "hosts";
  /** Whether writing there reaches beyond the directory that the agent works in. */
  isGlobal: boolean;
}

const PERSISTENT_PLACES: [RegExp, PersistentPlace["kind"]][] = [
  [
    /(?:^|\/)\.(?:bashrc|bash_profile|bash_login|bash_logout|bash_aliases|profile|zshrc|zprofile|zshenv|zlogin|cshrc|tcshrc|kshrc|xprofile|xinitrc|xsessionrc)$|(?:^|\/)fish\/(?:config\.fish|conf\.d\/)|(?:^|\/)etc\/(?:profile|profile\.d\/|bash\.bashrc|zshrc|zsh\/zshrc|environment)|(?:Microsoft\.PowerShell_)?profile\.ps1$/i,
    "shell-profile",
  ],
  [
    /(?:^|\/)etc\/(?:cron|anacrontab|at\.)|(?:^|\/)var\/spool\/cron|(?:^|\/)Library\/Launch(?:Agents|Daemons)(?:\/|$)|systemd\/(?:user|system)(?:\/|$)|\.(?:service|timer)$|(?:^|\/)System32\/Tasks\//i,
    "scheduler",
  ],
  [
    /(?:^|\/)\.?config\/autostart(?:\/|$)|Start Menu\/Programs\/Startup|(?:^|\/)etc\/(?:rc\.local|init\.d\/|ld\.so\.preload)|(?:^|\/)\.config\/(?:openbox|i3|sway)\/|CurrentVersion\/Run/i,
    "startup",
  ],
  [/(?:^|\/)\.git\/hooks(?:\/|$)|(?:^|\/)git\/(?:templates|template)\/hooks/, "git-hook"],
  [
    /(?:^|\/)(?:CLAUDE|AGENTS|GEMINI|SOUL|MEMORY|HEARTBEAT|IDENTITY|USER|TOOLS|BOOTSTRAP|copilot-instructions)(?:\.local)?\.md$|(?:^|\/)\.(?:cursorrules|windsurfrules|clinerules|goosehints|roomodes)$|(?:^|\/)\.(?:cursor|windsurf|continue|roo)\/rules(?:\/|$)/i,
    "agent-memory",
  ],
  [
    /(?:^|\/)\.?mcp(?:_config|_settings|-config)?\.json$|claude_desktop_config\.json$|(?:^|\/)\.claude(?:\/(?:settings(?:\.local)?\.json|hooks\/|commands\/|skills\/|agents\/)|\.json$)|(?:^|\/)\.(?:codex\/config\.toml|gemini\/settings\.json|openclaw\/|clawdbot\/|gaia\/)|(?:^|\/)\.vscode\/(?:tasks|settings)\.json$/i,
    "agent-config",
  ],
  [
    /(?:^|\/)(?:site|user)customize\.py$|site-packages\/(?:[^/]*\.pth$|[^/]*\uFFFC[^/]*$)|\.pth$|(?:^|\/)\.pythonrc(?:\.py)?$/,
    "python-start",
  ],
  [
    /(?:^|\/)\.(?:irbrc|pryrc|perldb|Rprofile|pdbrc|node_repl_init|gdbinit|lldbinit|vimrc|gvimrc|exrc|emacs|tmux\.conf|screenrc|inputrc|npmrc_init|ackrc)$|(?:^|\/)(?:nvim\/init\.(?:vim|lua)|\.emacs\.d\/init\.el|\.ipython\/profile_\w{1,20}\/startup(?:\/|$)|\.julia\/config\/startup\.jl)/,
    "shell-profile",
  ],
  [
    /(?:^|\/)\.ssh\/(?:authorized_keys2?|config|rc)$|(?:^|\/)etc\/ssh\/|(?:^|\/)etc\/sudoers(?:\.d\/|$)|(?:^|\/)etc\/pam\.d\//,
    "ssh-access",
  ],
  [/(?:^|\/)etc\/hosts$/i, "hosts"],
];

/** What writing to a path would outlive; null when nothing runs or reads it by itself. `.pth` of PyTorch models do not count. */
export function persistentPlace(path: string): PersistentPlace | null {
  if (path.length > 2_000) return null;
  const plain = path.replaceAll("\\", "/");
  const kind = PERSISTENT_PLACES.find(([pattern]) => pattern.test(plain))?.[1];
  if (kind === undefined) return null;
  return {
    kind,
    isGlobal: /^(?:~|\/|%|[A-Z]:|\$(?:HOME|env:))|^\uFFFC\/\.(?:claude|cursor|codex|gemini|openclaw)/i.test(plain),
  };
}

/** The whole home directory, a root, a drive, or one of the directories of the system and of what people keep. */
export function isWholePlace(path: string): boolean {
  const plain = path.replaceAll("\\", "/").replace(/\/\.?$|\/\*{1,2}(?:\/\*)?$/, "");
  return /^(?:|~|~\/(?:Documents|Desktop|Pictures|Downloads|Music|Movies|Videos|Library|\.config|\.ssh)|[A-Z]:|\/(?:home|Users|etc|usr|var|bin|sbin|lib|boot|opt|root|mnt|media|Volumes)(?:\/\uFFFC)?|\$\{?HOME\}?|%USERPROFILE%)$/i.test(
    plain,
  );
}

/** Where a user's own browser keeps its profile, or all of them. */
export function isBrowserProfile(path: string): boolean {
  return (
    path.length < 500 &&
    /^(?:~|\/(?:home|Users)\/|[A-Z]:|%|\uFFFC).{0,200}(?:google-chrome|chromium|Chrome|Brave|Edge|firefox|Vivaldi|Opera|Arc)/i.test(
      path.replaceAll("\\", "/"),
    ) &&
    !/cache|ms-playwright|puppeteer|automation|\/skills?\//i.test(path)
  );
}
