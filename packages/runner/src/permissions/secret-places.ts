import { realpathSync } from "node:fs";
import { isAbsolute, join, relative } from "node:path";

/** Of a home: what opens other doors, and what a person wrote for nobody. Never shown, whatever was granted. */
const SECRETS_OF_HOME = [
  ".ssh",
  ".gnupg",
  ".aws",
  ".azure",
  ".kube",
  ".docker",
  ".config/gcloud",
  ".config/gh",
  ".config/git",
  ".config/op",
  ".config/containers",
  ".config/google-chrome",
  ".config/chromium",
  ".config/BraveSoftware",
  ".config/sops",
  ".config/rclone",
  ".mozilla",
  ".thunderbird",
  ".password-store",
  ".local/share/keyrings",
  ".local/share/containers",
  ".sigstore",
  ".terraform.d",
  ".cargo/credentials",
  ".cargo/credentials.toml",
  ".netrc",
  ".npmrc",
  ".pypirc",
  ".pgpass",
  ".my.cnf",
  ".vault-token",
  ".git-credentials",
  ".Xauthority",
  ".ICEauthority",
  ".bash_history",
  ".zsh_history",
  ".python_history",
  ".node_repl_history",
  ".psql_history",
  ".gaia",
];

/** Of a home: what a shell, a session, an editor or an agent starts of itself. It may be read, and never written. */
const STARTED_OF_HOME = [
  ".profile",
  ".pam_environment",
  ".xprofile",
  ".xinitrc",
  ".xsession",
  ".inputrc",
  ".gitconfig",
  ".tmux.conf",
  ".bashrc",
  ".bash_profile",
  ".bash_login",
  ".bash_logout",
  ".bash_aliases",
  ".zshrc",
  ".zshenv",
  ".zprofile",
  ".zlogin",
  ".zlogout",
  ".oh-my-zsh",
  ".config/fish",
  ".vimrc",
  ".vim",
  ".config/nvim",
  ".emacs.d",
  ".vscode",
  ".vscode-server",
  ".ipython",
  ".jupyter",
  ".config/autostart",
  ".config/systemd",
  ".config/environment.d",
  ".local/share/applications",
  ".local/share/systemd",
  "bin",
  ".local/bin",
  ".local/lib",
  ".cargo",
  ".nvm",
  ".pyenv",
  ".npm-global",
  "Library/LaunchAgents",
  ".claude",
  ".codex",
  ".cursor",
  ".gemini",
];

/** Neither these nor what lies in them is given: devices, other processes, sockets of services, the system's own start and secrets. */
const NEVER = [
  "/proc",
  "/sys",
  "/dev",
  "/run",
  "/var/run",
  "/boot",
  "/var/lib/docker",
  "/etc/shadow",
  "/etc/shadow-",
  "/etc/gshadow",
  "/etc/gshadow-",
  "/etc/ssl/private",
];
/** These may be read in part, and never written. */
const SYSTEM = ["/etc", "/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/opt", "/var", "/nix", "/root", "/snap"];
/** Below these, never as a whole. */
const SHARED = ["/", "/home", "/Users", "/tmp", "/var", "/var/tmp", "/mnt", "/media", "/srv"];

export interface Homes {
  /** Without links. */
  userHome: string;
  gaiaHome: string;
}

export const isWithin = (path: string, parent: string): boolean => {
  const way = relative(parent, path);
  return way === "" || (!way.startsWith("../") && way !== ".." && !isAbsolute(way));
};

const secretNames = ({ userHome, gaiaHome }: Homes): string[] => [
  ...SECRETS_OF_HOME.map((path) => join(userHome, path)),
  gaiaHome,
];

/**
 * The absolute places that no skill sees, where they really lie: a person's `.ssh` may be a link to where they keep it. What is not there
 * is left out. `GAIA_HOME/data` is the one place in there that may be granted (spec §3.2).
 */
export const hiddenPlaces = (homes: Homes): string[] => realPlaces([...secretNames(homes), ...NEVER]);

const realPlaces = (paths: readonly string[]): string[] => [...new Set(paths.flatMap(realPlace))];

function realPlace(path: string): string[] {
  try {
    return [realpathSync(path)];
  } catch {
    // It is not there, or a link to nowhere.
    return [];
  }
}

const STARTED = "what is written there runs when its owner logs in or works";

/** Whether what starts of itself lies there, or somewhere below: of a home, its real places included. */
function isStarted(path: string, userHome: string): boolean {
  if (path === userHome) return false;
  const places = STARTED_OF_HOME.map((name) => join(userHome, name));
  const around = isWithin(path, userHome) ? path : null;
  return [...places, ...realPlaces(places)].some(
    (place) => isWithin(path, place) || (around !== null && isWithin(place, around)),
  );
}

/** Why a real path is never given; null when it may be. */
export function whyNever(path: string, access: "read" | "write", homes: Homes): string | null {
  const { userHome, gaiaHome } = homes;
  if (NEVER.some((place) => isWithin(path, place))) return "it leads to devices, other processes or services";
  if (isWithin(path, join(gaiaHome, "data"))) return null;
  const secrets = secretNames(homes);
  if ([...secrets, ...realPlaces(secrets)].some((place) => isWithin(path, place))) return "secrets lie there";
  if (access === "write" && isStarted(path, userHome)) return STARTED;
  if (isWithin(path, userHome)) {
    if (path !== userHome || access === "read") return null;
    return `${STARTED}; name a directory in it`;
  }
  if (SHARED.includes(path) || isWithin(userHome, path)) return "it is more than one directory of one person's";
  if (access === "write" && SYSTEM.some((place) => isWithin(path, place) && !isWithin(path, "/var/tmp")))
    return "the system's own directories are not written";
  return null;
}

/**
 * In a directory that is written, however deep: what a version control, an editor, a shell, a package manager, an agent or a service runs
 * or obeys of itself on the outside when somebody works there. It stays readable, and none is made. In lower case: compared in whatever.
 */
export const GUARDED_NAMES = [
  ".git",
  ".githooks",
  ".husky",
  ".hg",
  ".svn",
  ".pre-commit-config.yaml",
  "lefthook.yml",
  ".vscode",
  ".idea",
  ".zed",
  ".devcontainer",
  ".devcontainer.json",
  ".vimrc",
  ".nvimrc",
  ".nvim.lua",
  ".exrc",
  ".dir-locals.el",
  ".envrc",
  ".direnv",
  ".rprofile",
  "mise.toml",
  ".mise.toml",
  ".npmrc",
  ".yarnrc.yml",
  ".pnpmfile.cjs",
  ".cargo",
  ".gaia",
  ".agents",
  ".claude",
  ".codex",
  ".cursor",
  ".gemini",
  ".windsurf",
  ".roo",
  ".opencode",
  ".goosehints",
  ".cursorrules",
  "claude.md",
  "agents.md",
  "gemini.md",
  ".mcp.json",
  ".github/workflows",
  ".github/actions",
  ".github/skills",
  ".gitlab-ci.yml",
  ".circleci",
];

const GUARDED: ReadonlySet<string> = new Set(GUARDED_NAMES);

/** The part of an absolute path that has a guarded name, in whatever case; null where none has. */
export function guardedPart(path: string, { gaiaHome }: Homes): string | null {
  const data = join(gaiaHome, "data");
  // `GAIA_HOME` has such a name, and its data may be granted.
  const segments = (isWithin(path, data) ? relative(data, path) : path).split("/");
  for (const [at, segment] of segments.entries())
    for (const part of [segment, `${segments[at - 1] ?? ""}/${segment}`])
      if (GUARDED.has(part.toLowerCase())) return part;
  return null;
}
