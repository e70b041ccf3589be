import { ADDRESS, oneOf, words } from "@gaia/reading";
import { PIPED_INTO_SHELL, SHELL_OF_FETCH, WITHOUT_USER } from "../../lexicon/actions.ts";
import { SECRET } from "../../lexicon/secrets.ts";

export const PAYLOAD = oneOf(
  ADDRESS.source,
  PIPED_INTO_SHELL.source,
  SECRET.source,
  WITHOUT_USER.source,
  "/tmp/\\.|/dev/shm|base64|\\bagent\\b|\\bhelper\\b|\\bbeacon\\b|\\bscript\\b|\\bthis skill\\b",
  "\\bdaemon\\b|\\bupdater\\b|\\bmonitor\\b|\\bsync\\b|\\bbinary\\b|\\bpayload\\b",
  "\\b(?:uploader|collector|tracker|reporter|implant|miner|keylogger|watcher)\\b|\\bloader\\b",
  "\\bfollowing line\\b|\\bone-liner\\b",
);

export const FETCHED_OR_HIDDEN = oneOf(
  PIPED_INTO_SHELL.source,
  SHELL_OF_FETCH.source,
  "(?:/tmp|/var/tmp|/dev/shm|~/\\.cache|~/\\.config|~/\\.local/share|\\$HOME/\\.cache)/\\.\\S{1,40}",
  "/dev/shm/\\S{1,40}|nohup\\s{1,2}\\S{0,20}/\\.[\\w-]{2,20}/\\S{1,40}|[A-Z]:\\\\Users\\\\Public\\\\|%TEMP%",
  "\\$env:TEMP|AppData\\\\Local\\\\Temp|\\|\\s?base64\\s{1,2}-d",
);

export const ON_REQUEST = [
  words(
    "when (?:the user )?(?:asks|asked|requested)",
    "if (?:the user|they|you) (?:asks?|wants?|requests?|prefers?|wish(?:es)?)|ask (?:the user|first|before)",
    "optional(?:ly)?|with (?:the user['’]s|your|their) (?:consent|permission|approval)|on request",
    "upon request|confirm with|path|PATH|nvm|pyenv|completion|alias(?:es)?|export [A-Z_]{3,30}=|API_KEY",
    "backup|lint(?:er|ing)?|husky|pre-commit (?:install|run|hook)|show|list|explain|uninstall|remove",
    "prompt (?:theme|customi[sz]ation)|starship|direnv|zoxide|fzf|homebrew|brew shellenv|conda init",
    "at the user['’]s request|deploy(?:ment)?|nginx|gunicorn|database backups?|certbot|log ?rotat\\w{1,5}",
    "you (?:can|may|could)|can be|to (?:schedule|automate) (?:this|it|your)",
  ),
];

/** Files that start things, each time and by themselves. */
export const STARTUP = words(
  "(?:~/|\\$HOME/)?\\.?(?:bashrc|zshrc|bash_profile|zprofile|zshenv|profile|bash_login|" +
    "config/fish/config\\.fish|config\\.fish)",
  "shell (?:profile|startup|rc|init)(?: files?| script)?s?|\\$PROFILE|powershell profile|rc files?",
  "crontabs?(?: -e| entry)?|cron (?:jobs?|entry|entries|table)|/etc/cron\\S{0,20}|launchd",
  "launch ?agents?(?: plist)?|launchctl (?:load|bootstrap)|~?/?Library/LaunchAgents\\S{0,60}",
  "systemd (?:user )?(?:units?|services?|timers?)|systemctl (?:--user )?enable",
  "(?:~/)?\\.config/systemd/user\\S{0,40}|/etc/systemd/system\\S{0,40}|schedule a task|scheduled tasks?",
  "schtasks|task scheduler|start-?up (?:folders?|items?|programs?|files?|scripts?)|login items?",
  "(?:HKCU|HKLM|HKEY_\\w{3,20})\\S{0,80}|run (?:registry )?key|(?:\\.git/)?hooks/(?:pre|post)-[a-z]{3,12}",
  "git (?:pre|post)-[a-z]{3,12} hooks?|(?:pre|post)-(?:commit|push|checkout|merge)(?: git)? hooks?",
  "git hooks?|core\\.hooksPath|authorized_keys|sudoers|/etc/rc\\.local|init\\.d|autostart|\\.desktop entry",
  "usercustomize\\.py|sitecustomize\\.py|postinstall(?: scripts?)?",
);
