import { realpathSync } from "node:fs";
import { basename, join } from "node:path";
import { agentPlaces } from "@gaia/install/agents";
import { whyClosed } from "./closed-entries.ts";
import { isGuardedName } from "./guarded-names.ts";
import { isWithin } from "./within.ts";

/**
 * Of a home: what opens other doors, and what a person wrote for nobody. Never shown, whoever names it; `closed-entries.ts` is about what
 * is shown when it is named.
 */
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

/** Of a home: what a shell, a session or an editor starts of itself. It may be read, and never written, as what is an agent's. */
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
/** Where terminals, displays and keys are reached by a socket, whose names are anybody's: who speaks to one acts outside. */
const DOORS = /^(?:\/var)?\/tmp\/(?:\.[^/]+-unix|tmux-[^/]+|screens?|uscreens|ssh-[^/]+|dbus-[^/]+)(?:\/|$)/;
/** These may be read in part, and never written. */
const SYSTEM = ["/etc", "/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/opt", "/var", "/nix", "/root", "/snap"];
/** Below these, never as a whole. */
const SHARED = ["/", "/home", "/Users", "/tmp", "/var", "/var/tmp", "/mnt", "/media", "/srv"];

export interface Homes {
  /** Without links. */
  userHome: string;
  gaiaHome: string;
  /** The caller's: it says where agents keep what is theirs. */
  environment: Readonly<Record<string, string | undefined>>;
}

const secretNames = ({ userHome, gaiaHome }: Homes): string[] => [
  ...SECRETS_OF_HOME.map((path) => join(userHome, path)),
  gaiaHome,
];

/**
 * The absolute places that no skill sees, where they really lie: a person's `.ssh` may be a link to where they keep it. What is not there
 * is left out. `GAIA_HOME/data` is the one place in there that may be granted (docs/specification.md §3.2).
 */
export const hiddenPlaces = (homes: Homes): string[] => realPlaces([...secretNames(homes), ...NEVER]);

/** Where a variable has an agent keep its settings and tokens: what no dot says is closed. None that holds the whole home. */
export const movedAgentPlaces = ({ userHome, environment }: Homes): string[] =>
  realPlaces(agentPlaces(userHome, environment).moved).filter((place) => !isWithin(userHome, place));

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

/** Whether what starts of itself lies there, or somewhere below: a shell's, an editor's and an agent's, real places included. */
function isStarted(path: string, { userHome, environment }: Homes): boolean {
  if (path === userHome) return false;
  const places = [...STARTED_OF_HOME.map((name) => join(userHome, name)), ...agentPlaces(userHome, environment).all];
  const all = [...places, ...realPlaces(places)];
  if (all.some((place) => isWithin(path, place))) return true;
  // What holds the home has its own reason, and what has a guarded name is read-only wherever it lies (`CODEX_HOME=$PWD/.codex`).
  return !isWithin(userHome, path) && all.some((place) => isWithin(place, path) && !isGuardedName(basename(place)));
}

/** Why a real path is never given; null when it may be. */
export function whyNever(path: string, access: "read" | "write", homes: Homes): string | null {
  const { userHome, gaiaHome } = homes;
  if (NEVER.some((place) => isWithin(path, place)) || DOORS.test(path))
    return "it leads to devices, other processes or services";
  if (isWithin(path, join(gaiaHome, "data"))) return null;
  const secrets = secretNames(homes);
  if ([...secrets, ...realPlaces(secrets)].some((place) => isWithin(path, place))) return "secrets lie there";
  if (access === "write" && isStarted(path, homes)) return STARTED;
  if (movedAgentPlaces(homes).includes(path))
    return "an agent keeps tokens and settings in there; name what is wanted of it";
  const closed = whyClosed(path, userHome);
  if (closed !== null) return closed;
  if (isWithin(path, userHome)) {
    if (path !== userHome || access === "read") return null;
    return `${STARTED}; name a directory in it`;
  }
  if (SHARED.includes(path) || isWithin(userHome, path)) return "it is more than one directory of one person's";
  if (access === "write" && SYSTEM.some((place) => isWithin(path, place) && !isWithin(path, "/var/tmp")))
    return "the system's own directories are not written";
  return null;
}
