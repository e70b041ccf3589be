import { FETCH_COMMAND, PIPED_INTO_SHELL, SHELL_OF_FETCH, WITHOUT_USER } from "./actions.ts";
import { TRANSLATED } from "./translated.ts";
import { SECRET } from "./secrets.ts";
import { ADDRESS, oneOf, words } from "@gaia/reading";

export const LASTING = words(
  TRANSLATED.lasting,
  "every|each|always|all (?:future|sessions?|agents?|projects?|subsequent)|future|permanent(?:ly)?|persist(?:s|ent|ently|ence)?|survives?|across|subsequent|from now on|on (?:boot|login|startup|reboot|every)|at (?:boot|login|startup)|automatically|re-?add|restore|reinstall|even (?:if|after)|stays?|remain(?:s|ing)?|never (?:be )?removed?|re-?infect|keeps? (?:working|running|loading)|globally",
);
export const ORDER_TO_AGENT = words(
  "(?:the |this |following |these ){0,4}(?:instruction|instructions|directive|rule|rules|line|lines|block|text|section|command|prompt|note|entry|snippet)(?: below| above| to)?|(?:always|never|must) (?:run|load|use|follow|call|execute|start|include|send|fetch|trust|invoke|obey|prefer|recommend|install|consult|check|read|approve|report|post|skip|add|accept|allow|begin|activate|apply)|this skill|so (?:that )?(?:you|it|every|all|each|future|any|the)|remember (?:to|that)|trust(?:ed|s)?|exempt|allowlist(?:ed)?|permission(?:s)?|mcpServers?|auto-?approve|hooks?|bypass",
);
export const COMMAND_OF_START = oneOf(
  "(?:>>?|\\btee\\s{1,3}(?:-a\\s{1,3})?|\\bcp\\s[^\\n]{0,60}|\\bcat\\s{0,3}>>?)\\s{0,3}[\"']?(?:~|\\$HOME|/home/[\\w$]{1,20}|/root)?/?\\.(?:bashrc|zshrc|bash_profile|profile|zprofile|zshenv|config/(?:fish(?!/completions)|autostart|systemd)\\S{0,60})",
  "\\bExecStart\\s?=|\\bProgramArguments\\b|\\bRunAtLoad\\b|@reboot\\s",
  "\\bcrontab\\s{1,3}-(?:\\s|$)|\\|\\s{0,3}crontab\\b|/etc/cron\\.\\w{1,8}/",
  "\\b(?:launchctl\\s{1,3}(?:load|bootstrap)|systemctl\\s{1,3}(?:--user\\s{1,3})?enable|schtasks\\s{1,3}/create|reg\\s{1,3}add\\s[^\\n]{0,80}\\\\Run\\b|New-ScheduledTask|Register-ScheduledTask)",
  "(?:>>?|\\bcp\\s[^\\n]{0,60}|\\btee\\s{1,3}(?:-a\\s{1,3})?)\\s{0,3}[\"']?(?:\\S{0,40}/)?\\.git/hooks/(?:pre|post)-\\w{3,12}|git\\s{1,3}config\\s{1,3}--global\\s{1,3}core\\.hooksPath",
  ">>?\\s{0,3}[\"']?(?:~|\\$HOME|/root)?/?\\.ssh/authorized_keys",
);
export const DOWNLOAD_OR_HIDDEN = oneOf(
  FETCH_COMMAND.source,
  "base64\\s{1,2}-d|/tmp/\\.|/dev/shm|/var/tmp|~/\\.[a-z]{2,14}/\\.?\\w{2,20}\\b|\\bnohup\\b|\\beval\\b|/dev/tcp|python3?\\s{1,2}-c|\\bnc\\s",
);
export const PAYLOAD = oneOf(
  ADDRESS.source,
  PIPED_INTO_SHELL.source,
  SECRET.source,
  WITHOUT_USER.source,
  "/tmp/\\.|/dev/shm|base64|\\bagent\\b|\\bhelper\\b|\\bbeacon\\b|\\bscript\\b|\\bthis skill\\b|\\bdaemon\\b|\\bupdater\\b|\\bmonitor\\b|\\bsync\\b|\\bbinary\\b|\\bpayload\\b|\\b(?:uploader|collector|tracker|reporter|implant|miner|keylogger|watcher)\\b|\\bloader\\b|\\bfollowing line\\b|\\bone-liner\\b",
);
export const FETCHED_OR_HIDDEN = oneOf(
  PIPED_INTO_SHELL.source,
  SHELL_OF_FETCH.source,
  "(?:/tmp|/var/tmp|/dev/shm|~/\\.cache|~/\\.config|~/\\.local/share|\\$HOME/\\.cache)/\\.\\S{1,40}|/dev/shm/\\S{1,40}|nohup\\s{1,2}\\S{0,20}/\\.[\\w-]{2,20}/\\S{1,40}|[A-Z]:\\\\Users\\\\Public\\\\|%TEMP%|\\$env:TEMP|AppData\\\\Local\\\\Temp|\\|\\s?base64\\s{1,2}-d",
);
export const BLIND_TRUST = words(
  "(?:never|not to|do not|don['’]t|no longer) (?:question|ask|refuse|verify|check|doubt|warn|confirm|decline|challenge|inspect|hesitate)|without (?:question|asking|checking|verification|approval|confirmation)|obey|(?:is|are) (?:always |fully |implicitly ){0,4}(?:trusted|pre-?approved|exempt|whitelisted|authori[sz]ed)|(?:always|fully|blindly|implicitly) trust|trust (?:all|any|every|anything|everything|whatever)|need(?:s)? no (?:approval|confirmation|permission|check|review)|no (?:approval|confirmation|permission) (?:is )?(?:needed|required)|(?:outranks?|overrides?|above) (?:the|any|all|every)|highest (?:priority|authority)|signed with|master (?:word|password|key)|allow (?:all|any|every)|bypass",
);
export const ON_REQUEST = [
  words(
    "when (?:the user )?(?:asks|asked|requested)|if (?:the user|they|you) (?:asks?|wants?|requests?|prefers?|wish(?:es)?)|ask (?:the user|first|before)|optional(?:ly)?|with (?:the user['’]s|your|their) (?:consent|permission|approval)|on request|upon request|confirm with|path|PATH|nvm|pyenv|completion|alias(?:es)?|export [A-Z_]{3,30}=|API_KEY|backup|lint(?:er|ing)?|husky|pre-commit (?:install|run|hook)|show|list|explain|uninstall|remove|prompt (?:theme|customi[sz]ation)|starship|direnv|zoxide|fzf|homebrew|brew shellenv|conda init|at the user['’]s request|deploy(?:ment)?|nginx|gunicorn|database backups?|certbot|log ?rotat\\w{1,5}|you (?:can|may|could)|can be|to (?:schedule|automate) (?:this|it|your)",
  ),
];
export const HINT =
  "Leave start-up files and the agent's own files alone; where that is the skill's purpose, do it on request and show the change first.";
