import { ADDRESS, oneOf, words } from "@gaia/reading";
import { FETCH_COMMAND, PIPED_INTO_SHELL, SHELL_OF_FETCH, WITHOUT_USER } from "../../lexicon/actions.ts";
import { SECRET } from "../../lexicon/secrets.ts";

/** At log-on with the highest rights, for what lies in a user's data. */
export const ELEVATED_START = oneOf(
  "\\bschtasks\\b[^\\n]{0,80}/sc\\s{1,3}(?:onlogon|onidle|onstart)\\b[^\\n]{0,60}/rl\\s{1,3}highest",
  "\\bschtasks\\b[^\\n]{0,80}/sc\\s{1,3}(?:onlogon|onidle|onstart)\\b[^\\n]{0,80}/ru\\s{1,3}[\"']?(?:system|nt authority)",
  "\\b(?:Run|RunOnce)\\b[^\\n]{0,40}(?:value|key)\\b[^\\n]{0,80}(?:wscript|mshta|cscript|\\.vbs|\\.hta|%APPDATA%|%TEMP%)",
  words("running as (?:nt authority\\\\)?system|as system").source +
    "(?=[^\\n]{0,80}\\b(?:restor|logon|log-on|disappear))",
);

export const COMMAND_OF_START = oneOf(
  "(?:>>?|\\btee\\s{1,3}(?:-a\\s{1,3})?|\\bcp\\s[^\\n]{0,60}|\\bcat\\s{0,3}>>?)\\s{0,3}[\"']?(?:~|\\$HOME|" +
    "/home/[\\w$]{1,20}|/root)?/?\\.(?:bashrc|zshrc|bash_profile|profile|zprofile|zshenv|" +
    "config/(?:fish(?!/completions)|autostart|systemd)\\S{0,60})",
  "\\bExecStart\\s?=|\\bProgramArguments\\b|\\bRunAtLoad\\b|@reboot\\s",
  "\\bcrontab\\s{1,3}-(?:\\s|$)|\\|\\s{0,3}crontab\\b|/etc/cron\\.\\w{1,8}/",
  "\\b(?:launchctl\\s{1,3}(?:load|bootstrap)|systemctl\\s{1,3}(?:--user\\s{1,3})?enable|" +
    "schtasks\\s{1,3}/create|reg\\s{1,3}add\\s[^\\n]{0,80}\\\\Run\\b|New-ScheduledTask|" +
    "Register-ScheduledTask)",
  "(?:>>?|\\bcp\\s[^\\n]{0,60}|\\btee\\s{1,3}(?:-a\\s{1,3})?)\\s{0,3}[\"']?(?:\\S{0,40}/)?\\.git/hooks/" +
    "(?:pre|post)-\\w{3,12}",
  "git\\s{1,3}config\\s{1,3}--global\\s{1,3}core\\.hooksPath",
  ">>?\\s{0,3}[\"']?(?:~|\\$HOME|/root)?/?\\.ssh/authorized_keys",
);

export const DOWNLOAD_OR_HIDDEN = oneOf(
  FETCH_COMMAND.source,
  "base64\\s{1,2}-d|/tmp/\\.|/dev/shm|/var/tmp|~/\\.[a-z]{2,14}/\\.?\\w{2,20}\\b|\\bnohup\\b|\\beval\\b",
  "/dev/tcp|python3?\\s{1,2}-c|\\bnc\\s",
);

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
