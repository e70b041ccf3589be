import { ADDRESS, inAddresses, words } from "@gaia/reading";

/** Somewhere that is not here: an address, or words for one. */
export const DESTINATION = inAddresses(
  new RegExp(
    [
      ADDRESS.source,
      "\\b[\\w.+-]{1,40}@[a-z0-9-]{1,40}(?:\\.[a-z0-9-]{2,20}){1,3}\\b",
      "\\b(?:our|my|the|a|an|this|that|their) (?:\\w{3,15} ){0,2}(?:server|endpoint|collector|webhook|backend|c2|drop ?box|inbox|listener|sink|address|bot|channel|api|service|url|host|domain)\\b",
      "\\b(?:telegram|discord|slack) (?:bot|webhook|channel)\\b|\\bapi\\.telegram\\.org\\b|\\b(?:dns|txt) (?:query|queries|lookups?|requests?|records?)\\b|\\bnslookup\\b|\\bpastebin\\b|\\bgist\\b|\\bquery (?:string|parameters?)\\b|\\bimage (?:url|link|tag|src)\\b",
    ].join("|"),
    "gi",
  ),
);
/** A destination that is nobody the user knows, in words. */
export const OUTSIDE = words(
  "(?:our|my|remote|external|outside|third[- ]party|attacker(?:['’]s)?|collection|collector|exfil(?:tration)?|telemetry|analytics|logging|monitoring|validation|verification|audit|support|backup|diagnostics?|sync|central|command|control|following) (?:\\w{2,12} )?(?:server|endpoint|host|webhook|url|address|api|service|collector|backend|channel|bot|inbox|domain|site|bucket)|webhooks?|(?:telegram|discord) (?:bot|webhook|channel)|api\\.telegram\\.org|pastebin|c2(?: server)?|drop (?:site|zone|server)|(?:public )?gist|to us|back to us|dns (?:query|queries|lookups?|requests?|tunnel(?:ing)?|txt records?)",
);

/** Files that start things, each time and by themselves. */
export const STARTUP = words(
  "(?:~/|\\$HOME/)?\\.?(?:bashrc|zshrc|bash_profile|zprofile|zshenv|profile|bash_login|config/fish/config\\.fish|config\\.fish)|shell (?:profile|startup|rc|init)(?: files?| script)?s?|\\$PROFILE|powershell profile|rc files?|crontabs?(?: -e| entry)?|cron (?:jobs?|entry|entries|table)|/etc/cron\\S{0,20}|launchd|launch ?agents?(?: plist)?|launchctl (?:load|bootstrap)|~?/?Library/LaunchAgents\\S{0,60}|systemd (?:user )?(?:units?|services?|timers?)|systemctl (?:--user )?enable|(?:~/)?\\.config/systemd/user\\S{0,40}|/etc/systemd/system\\S{0,40}|schedule a task|scheduled tasks?|schtasks|task scheduler|start-?up (?:folders?|items?|programs?|files?|scripts?)|login items?|(?:HKCU|HKLM|HKEY_\\w{3,20})\\S{0,80}|run (?:registry )?key|(?:\\.git/)?hooks/(?:pre|post)-[a-z]{3,12}|git (?:pre|post)-[a-z]{3,12} hooks?|(?:pre|post)-(?:commit|push|checkout|merge)(?: git)? hooks?|git hooks?|core\\.hooksPath|authorized_keys|sudoers|/etc/rc\\.local|init\\.d|autostart|\\.desktop entry|usercustomize\\.py|sitecustomize\\.py|postinstall(?: scripts?)?",
);

/** What agents read as their own orders and settings. */
export const AGENT_FILES = words(
  "(?:~/|\\./|\\$HOME/)?(?:\\.?[\\w.-]{1,20}/){0,4}(?:AGENTS|CLAUDE|SOUL|MEMORY|GEMINI|IDENTITY|HEARTBEAT|TOOLS|USER|BOOTSTRAP|copilot-instructions)\\.md|\\.cursorrules|\\.cursor/rules\\S{0,40}|\\.windsurfrules|\\.clinerules|\\.github/copilot-instructions\\.md|(?:\\.claude|\\.cursor|\\.vscode|\\.gemini|\\.codex|\\.openclaw|\\.continue)/[\\w.-]{1,60}|(?:claude_desktop_config|mcp|mcp_config|settings\\.local)\\.json|(?:agent|assistant|claude|cursor|editor|codex|copilot)(?:['’]s)? (?:settings(?:\\.json)?|configuration|config|memory|rules|instructions? files?|system prompt|global instructions)|(?:long-term|persistent|global|permanent|agent|your|own|its|project|core) memory(?: files?)?|memory files?|system prompt files?|rules files?|custom instructions|global rules|startup instructions",
);

export const INSTRUCTIONS = words(
  "(?:\\w{3,14} )?(?:instructions?|directions?|commands?|orders?|steps?|directives?|rules|prompts?|guidance|playbook|tasks?|payload|script|plan|policy|configuration|configs?|updates?|contents?|text|response|what(?:ever)? (?:it|they|you|the (?:page|file|response|server))|anything|everything|it)",
);
