import { inPieces } from "@gaia/reading";
import { placed, STORE_PLACES } from "./store-places.ts";

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
  placed(
    "browser passwords or cookies",
    "",
    String.raw`Login Data|Web Data$|Local State$|(?:^|\/)Cookies(?:\.sqlite|\.binarycookies)?$|(?:^|\/)(?:key[34]\.db|`,
    String.raw`logins\.json|cookies\.sqlite|formhistory\.sqlite)$`,
  ),
  placed(
    "a browser profile",
    "i",
    String.raw`(?:Chrome|Chromium|Brave-Browser|Edge|Opera(?: Stable)?|Vivaldi)\/(?:User Data|Default|Profile)|`,
    String.raw`\.mozilla\/firefox|Firefox\/Profiles|google-chrome\/(?:Default|Profile)|BraveSoftware`,
  ),
  placed(
    "application sessions",
    "i",
    String.raw`leveldb$|Local Extension Settings|discord[a-z]*\/Local Storage|Telegram Desktop\/tdata|`,
    String.raw`(?:^|\/)tdata(?:\/|$)|Slack\/(?:Cookies|storage)`,
  ),
  placed(
    "a wallet",
    "i",
    String.raw`(?:^|\/)wallet\.dat$|(?:^|\/)[^/]{1,60}\.wallet$|Extensions?[^/]{0,20}\/[a-p]{32}(?:\/|$)|(?:^|\/)solana\/id\.json$|`,
    String.raw`(?:^|\/)\.(?:bitcoin|electrum|ethereum|litecoin|monero|config\/solana|solana|sui|aptos|foundry\/keystores)(?:\/|$)|`,
    String.raw`(?:Exodus|atomic|Electrum|Ledger Live|Coinomi|Wasabi)\/|exodus\.wallet|nkbihfbeogaeaoehlefnkodbefgpgknn|(?:^|`,
    String.raw`\/)keystore\/?(?:UTC|\*|\uFFFC)|^~\/.{0,80}\/keystores?\/?$`,
  ),
  placed(
    "an agent's credentials and configuration",
    "i",
    String.raw`(?:^|\/)\.(?:claude|codex|gemini|openclaw|clawdbot|cursor|continue|aider|windsurf|`,
    String.raw`gaia)\/(?:[^/]*\/)*(?:[^/]*(?:credential|auth|token|secret|key)[^/]*|\.env|openclaw\.json|clawdbot\.json|mcp\.json|`,
    String.raw`config\.json|settings\.json)$|(?:^|\/)\.claude\.json$|claude_desktop_config\.json$`,
  ),
  [
    /(?:^|\/)\.(?:bash|zsh|python|psql|mysql|node_repl|sqlite)_history$|ConsoleHost_history\.txt$|fish_history$/,
    "shell history",
  ],
  [/(?:^|\/)(?:proc\/(?:self|\d+|\*|\uFFFC)\/environ)$/, "a process environment"],
  [/\.(?:pem|p12|pfx|ppk|jks|keystore|ovpn)$/, "private keys"],
  [/^(?:\/var)?\/run\/secrets(?:\/|$)|(?:^|\/)serviceaccount\/token$/, "a service's mounted secrets"],
  placed(
    "a password manager",
    "i",
    String.raw`\.(?:kdb|agilekeychain|opvault|1pif|1pux|psafe3)$|(?:^|\/)(?:Bitwarden(?: CLI)?\/data\.json|1Password\/|`,
    String.raw`\.lastpass|LastPass|Dashlane|KeePassXC|NordPass|Enpass)(?:\/|$)`,
  ),
  placed(
    "service tokens",
    "",
    String.raw`(?:^|\/)\.(?:boto|s3cfg|databrickscfg|snowsql\/config|dbt\/profiles\.yml|netlify\/config\.json|`,
    String.raw`fly\/config\.yml|oci\/config|ibmcloud|terraformrc|pulumi\/credentials\.json|kaggle\/kaggle\.json|`,
    String.raw`(?:cache\/)?huggingface\/(?:stored_)?tokens?|m2\/settings\.xml|gradle\/gradle\.properties|`,
    String.raw`composer\/auth\.json|bundle\/config|msmtprc|vnc\/passwd|purple\/accounts\.xml|weechat\/sec\.conf|`,
    String.raw`config\/(?:stripe|hcloud|configstore|composer\/auth\.json|wrangler|vercel|netlify|railway|fly|`,
    String.raw`github-copilot|pulumi|scw|linode-cli|glab-cli|sops\/age))(?:\/|$)|(?:^|\/)com\.vercel\.cli\/auth\.json$`,
  ),
  [
    /FileZilla\/(?:sitemanager|recentservers)\.xml$|WinSCP\.ini$|(?:^|\/)\.remmina\/|(?:^|\/)\.putty\/sessions/i,
    "stored passwords",
  ],
  placed(
    "messages, mail and contacts",
    "",
    String.raw`Library\/Messages\/chat\.db|Library\/Mail\/|(?:^|\/)\.thunderbird(?:\/|$)|Thunderbird\/Profiles|`,
    String.raw`Signal\/(?:sql|config\.json)|WhatsApp\/(?:Local Storage|IndexedDB|Databases)|AddressBook\/|`,
    String.raw`NoteStore\.sqlite|Safari\/History\.db|(?:^|\/)places\.sqlite$`,
  ),
  placed(
    "a wallet",
    "i",
    String.raw`(?:^|\/)\.(?:bitmonero|zcash|dogecoin|dashcore|near-credentials|algorand|brownie\/accounts|armory|`,
    String.raw`multibit|avalanchego|cardano|polkadot|eth2?wallet)(?:\/|$)|(?:Guarda|Jaxx|MultiBit|Armory|Trezor Suite|`,
    String.raw`Phantom|MetaMask|Zcash|DashCore|Bitcoin|Dogecoin|Litecoin)\/(?:wallets?|Local Storage|IndexedDB)`,
  ),
  [/(?:^|\/)(?:seed|mnemonic|recovery)[-_ ]?(?:phrase|words)?\.(?:txt|json|md)$/i, "a recovery phrase"],
  ...STORE_PLACES,
];

/** Longer than any system opens (PATH_MAX is 4,096; room for what is not yet resolved). */
const LONGEST_PATH = 8_192;

/** A path with one way to write it, as far as that goes without a disk; null for what is too long to be one. */
function plainPath(path: string): string | null {
  if (path.length > LONGEST_PATH) return null;
  const plain = path.replaceAll("\\", "/");
  // `~/./././.ssh//id_rsa`, as long as somebody likes.
  return /\/[./]/.test(plain) ? plain.replaceAll(/(?:\/\.(?=\/))+/g, "").replaceAll(/(?<!:)\/{2,}/g, "/") : plain;
}

/** What kind of secret lies at a path (`~` for home, `*` and HOLE for what varies); null for none that is known. */
export function secretPlace(path: string): string | null {
  const plain = plainPath(path);
  if (plain === null) return null;
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
  return (
    path.length <= LONGEST_PATH &&
    /(?:^|[/\\])\.env(?:\.(?:local|dev|development|prod|production|staging))?$/.test(path)
  );
}

interface PersistentPlace {
  kind:
    | "shell-profile"
    | "tool-profile"
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
  placed(
    "shell-profile",
    "i",
    String.raw`(?:^|\/)\.(?:bashrc|bash_profile|bash_login|bash_logout|bash_aliases|profile|zshrc|zprofile|zshenv|zlogin|cshrc|tcshrc|`,
    String.raw`kshrc|xprofile|xinitrc|xsessionrc)$|(?:^|\/)fish\/(?:config\.fish|conf\.d\/)|(?:^|\/)etc\/(?:profile|profile\.d\/|`,
    String.raw`bash\.bashrc|zshrc|zsh\/zshrc|environment)|(?:Microsoft\.PowerShell_)?profile\.ps1$`,
  ),
  placed(
    "scheduler",
    "i",
    String.raw`(?:^|\/)etc\/(?:cron|anacrontab|at\.)|(?:^|\/)var\/spool\/cron|(?:^|\/)Library\/Launch(?:Agents|`,
    String.raw`Daemons)(?:\/|$)|systemd\/(?:user|system)(?:\/|$)|\.(?:service|timer)$|(?:^|\/)System32\/Tasks\/`,
  ),
  placed(
    "startup",
    "i",
    String.raw`(?:^|\/)\.?config\/autostart(?:\/|$)|Start Menu\/Programs\/Startup|(?:^|\/)etc\/(?:rc\.local|init\.d\/|`,
    String.raw`ld\.so\.preload)|(?:^|\/)\.config\/(?:openbox|i3|sway)\/|CurrentVersion\/Run`,
  ),
  [/(?:^|\/)\.git\/hooks(?:\/|$)|(?:^|\/)git\/(?:templates|template)\/hooks/, "git-hook"],
  placed(
    "agent-memory",
    "i",
    String.raw`(?:^|\/)(?:CLAUDE|AGENTS|GEMINI|SOUL|MEMORY|HEARTBEAT|IDENTITY|USER|TOOLS|BOOTSTRAP|`,
    String.raw`copilot-instructions)(?:\.local)?\.md$|(?:^|\/)\.(?:cursorrules|windsurfrules|clinerules|goosehints|`,
    String.raw`roomodes)$|(?:^|\/)\.(?:cursor|windsurf|continue|roo)\/rules(?:\/|$)`,
  ),
  [
    inPieces(
      "i",
      String.raw`(?:^|\/)\.?mcp(?:_config|_settings|-config)?\.json$|claude_desktop_config\.json$|`,
      String.raw`(?:^|\/)\.claude(?:\/(?:settings(?:\.local)?\.json|hooks\/|commands\/|agents\/|skills\/(?![^\/]{1,80}\/\.env$))|\.json$)|`,
      String.raw`(?:^|\/)\.(?:codex\/config\.toml|gemini\/settings\.json)|`,
      // An agent's own folder: what it starts by and runs by itself, and not what skills keep there.
      String.raw`(?:^|\/)\.(?:openclaw|clawdbot|moltbot|gaia)\/(?:(?:openclaw|clawdbot|moltbot|gaia|config|settings|`,
      String.raw`mcp|agents?|hooks|cron)\.(?:json5?|toml|ya?ml)$|`,
      String.raw`(?:hooks|cron|plugins|extensions|agents)\/|skills\/[^\/]{1,80}\/SKILL\.md$)|`,
      String.raw`(?:^|\/)\.vscode\/(?:tasks|settings)\.json$`,
    ),
    "agent-config",
  ],
  [
    /(?:^|\/)(?:site|user)customize\.py$|site-packages\/(?:[^/]*\.pth$|[^/]*\uFFFC[^/]*$)|\.pth$|(?:^|\/)\.pythonrc(?:\.py)?$/,
    "python-start",
  ],
  placed(
    "tool-profile",
    "",
    String.raw`(?:^|\/)\.(?:irbrc|pryrc|perldb|Rprofile|pdbrc|node_repl_init|gdbinit|lldbinit|vimrc|gvimrc|exrc|emacs|`,
    String.raw`tmux\.conf|screenrc|inputrc|npmrc_init|ackrc)$|(?:^|\/)(?:nvim\/init\.(?:vim|lua)|\.emacs\.d\/init\.el|`,
    String.raw`\.ipython\/profile_\w{1,20}\/startup(?:\/|$)|\.julia\/config\/startup\.jl)`,
  ),
  [
    /(?:^|\/)\.ssh\/(?:authorized_keys2?|config|rc)$|(?:^|\/)etc\/ssh\/|(?:^|\/)etc\/sudoers(?:\.d\/|$)|(?:^|\/)etc\/pam\.d\//,
    "ssh-access",
  ],
  [/(?:^|\/)etc\/hosts$/i, "hosts"],
];

/** What writing to a path would outlive; null when nothing runs or reads it by itself. `.pth` of PyTorch models do not count. */
export function persistentPlace(path: string): PersistentPlace | null {
  const plain = plainPath(path);
  if (plain === null) return null;
  const kind = PERSISTENT_PLACES.find(([pattern]) => pattern.test(plain))?.[1];
  if (kind === undefined) return null;
  return {
    kind,
    isGlobal: /^(?:~|\/|%|[A-Z]:|\$(?:HOME|env:))|^\uFFFC\/\.(?:claude|cursor|codex|gemini|openclaw)/i.test(plain),
  };
}

const IS_WHOLE_PLACE_PATTERN = inPieces(
  "i",
  String.raw`^(?:|~|~\/(?:Documents|Desktop|Pictures|Downloads|Music|Movies|Videos|Library|\.config|\.ssh)|[A-Z]:|\/(?:home|Users|etc|`,
  String.raw`usr|var|bin|sbin|lib|boot|opt|root|mnt|media|Volumes)(?:\/\uFFFC)?|\$\{?HOME\}?|%USERPROFILE%)$`,
);

/** The whole home directory, a root, a drive, or one of the directories of the system and of what people keep. */
export function isWholePlace(path: string): boolean {
  const plain = path.replaceAll("\\", "/").replace(/\/\.?$|\/\*{1,2}(?:\/\*)?$/, "");
  return IS_WHOLE_PLACE_PATTERN.test(plain);
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
