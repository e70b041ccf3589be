import { oneOf, words } from "@gaia/reading";

/** It comes back when it is taken away. */
export const COMES_BACK = words(
  "(?:restores?|rebuilds?|re-?adds?|reinstalls?|re-?creates?|re-?applies|reapplies|repeats?|brings?(?: \\w{2,10}){0,2} back|files itself anew|re-?plates?|re-?writes?|puts? (?:it|them|both) back|cài lại)(?: \\S{1,14}){0,10} (?:if|when(?:ever)?|should|after|once|as|on any|mỗi)(?: \\S{1,14}){0,8} (?:removed?|removal|delet(?:e|es|ed)|disappears?|struck|strikes|uninstall\\w{0,3}|thrown|washe?s?|gone|missing|fails|xóa)",
  "(?:outlives?|survives?)(?: \\S{2,14}){0,4} (?:removal|removing|uninstall\\w{0,3}|deletion|clean-?ups?)|(?:uninstall|remov|delet)\\w{0,3} (?:this skill|the skill|it)(?: \\S{2,10}){0,3} (?:should )?(?:leaves?|does not remove|keeps)|(?:still has it|stays on the rota)|remover o \\S{2,14} não o remova|chattr \\+i|chflags schg|(?:mark|marks|make|makes)(?: \\S{2,8}){1,3} immutable",
);
/** What starts by itself, or is read as an order every time. */
export const STAYS = words(
  "start-?up folder|run (?:key|value)s?|HKCU|HKLM|scheduled tasks?|schtasks|cron(?:tab|\\.d)?|systemd|launch ?(?:agents?|daemons?)|plist|\\.(?:profile|bashrc|zshrc)|service|unit|wmi subscription|authorized_keys|CLAUDE\\.md|AGENTS\\.md|SKILL\\.md|sessionstart|hooks?|memory(?: store)?|rules|mcp config\\w{0,8}|PAM",
);

/** Ways into a machine that no program needs. */
export const BACK_DOOR = oneOf(
  "\\bauth\\s{1,4}sufficient\\s{1,4}pam_permit\\.so",
  "\\buid:\\s{0,2}[\"']?0\\b[^\\n]{0,40}non_unique|\\bnon_unique[^\\n]{0,40}uid:\\s{0,2}0\\b",
  "\\buseradd\\b[^\\n]{0,60}(?:-o\\b[^\\n]{0,20}-u\\s{0,2}0\\b|-u\\s{0,2}0\\b[^\\n]{0,20}-o\\b|--non-unique)",
  "\\busermod\\b[^\\n]{0,30}-o\\s[^\\n]{0,12}-u\\s{0,2}0\\b|>>?\\s{0,2}/etc/passwd\\b",
  words(
    "(?:add|create|set up|make|tạo|lege|crea|crée|cree|添加|создай)(?: \\S{1,14}){0,5} (?:account|user|người dùng|benutzer|usuario|utilisateur|用户|пользовател\\S{0,3})(?: \\S{1,14}){0,3} (?:with |có |mit |con |avec )?uid ?(?:of )?0|second (?:account|user) with uid 0",
  ).source,
);
/** A key or an account of somebody else's in the administrator's place. */
export const THEIR_KEY = words(
  "(?:append|add|put|place|write|install|copy)(?: \\S{1,20}){0,5} (?:her|his|our|their|my|the (?:helper|support|vendor|author|maintainer|publisher|operator)(?:['’]s)?)(?: \\S{1,12}){0,3} (?:public key|key|ssh key|pubkey)",
);
export const INTO_ROOT = words(
  "root(?:['’]s)?(?: \\S{1,12}){0,2} authorized_keys|authorized_keys(?: of| for)? root|/root/\\.ssh|authorized_keys",
);
/** At log-on with the highest rights, for what lies in a user's data. */
export const ELEVATED_START = oneOf(
  "\\bschtasks\\b[^\\n]{0,80}/sc\\s{1,3}(?:onlogon|onidle|onstart)\\b[^\\n]{0,60}/rl\\s{1,3}highest",
  "\\bschtasks\\b[^\\n]{0,80}/sc\\s{1,3}(?:onlogon|onidle|onstart)\\b[^\\n]{0,80}/ru\\s{1,3}[\"']?(?:system|nt authority)",
  "\\b(?:Run|RunOnce)\\b[^\\n]{0,40}(?:value|key)\\b[^\\n]{0,80}(?:wscript|mshta|cscript|\\.vbs|\\.hta|%APPDATA%|%TEMP%)",
  words("running as (?:nt authority\\\\)?system|as system").source +
    "(?=[^\\n]{0,80}\\b(?:restor|logon|log-on|disappear))",
);

const WIPE =
  "(?:delet(?:e|es|ing)|wip(?:e|es|ing)|eras(?:e|es|ing)|drop(?:s|ping)?|purg(?:e|es|ing)|expir(?:e|es|ing)|remov(?:e|es|ing)|destroy(?:s|ing)?|clear(?:s|ing)?|pulp|empt(?:y|ies)|borra\\S{0,2}|elimina\\S{0,2}|lösch\\S{0,3}|supprime\\S{0,2}|usuń|buang|删除|清空)";
const COPIES =
  "(?:(?:base|nightly|daily|weekly|old|all|rds|point-in-time|time machine|restic|recent|remaining|cloud|the|its|any|every|existing|automatic|database|both|latest|offsite) ){0,3}(?:backups?|snapshots?|wal archives?|dumps|reflogs?|restore points?|replicas?|archive logs|migawki|cadangan\\S{0,3}|快照|备份|sicherungen|copias de seguridad|sauvegardes)";
/** The copies go as well: what was destroyed is to stay so. */
export const COPIES_GONE = words(
  `${WIPE}(?: \\S{1,20}){0,5} ${COPIES}`,
  "retention ?= ?0|(?:expire|purge)(?: \\w{3,8})? (?:stashes|reflogs?)|--expire=now --all|disable (?:point-in-time recovery|versioning|deletion protection|backups)|(?:turn|switch) off the \\S{3,12} (?:\\S{2,8} )?(?:recovery|undo|trash|versioning)|empty the bin",
);
/** The thing itself goes, where people depend on it. */
export const LIVE_GONE = words(
  `drop (?:schema|database|table)\\w{0,3}(?: \\S{1,20}){0,3}(?: cascade)?|migrate:fresh --force|truncate (?:all|every)|force-?push(?: \\S{1,12}){0,3} empty (?:tree|commit|repo\\w{0,7}|clone)|(?:push|force it)(?: \\S{1,12}){0,4} (?:from an empty clone|to all remotes|onto all remotes)|mkfs|recorder database|permanently (?:remove|delete) all (?:mail|files|messages|records|data)|wipe (?:the )?\\S{3,14} database`,
);
export const PUNISHED_OR_UNASKED = words(
  "production|prod|live (?:primary|server|database|data)|on the live|server hidup|\\$PROD\\w{0,20}|without (?:a )?(?:prompt|asking|list|confirmation|warning)|with no list shown|punitive|unsubscribe|licen[cs]e number|punish\\w{0,4}|nobody reads|learns? about it from|colleagues?|so (?:that )?nothing can be brought back|no withdrawal slip|to avoid confusion|cannot confuse|empty clone|so (?:that )?(?:old|stale) (?:remotes|copies)",
);

/** The household's line or its machine earns for somebody. */
export const LINE_LENT = words(
  "(?:exit (?:node|point|mode|relay)|residential (?:proxy|exit|relay|prox\\w{2,4})|relais résidentiel|as an exit for strangers|strangers['’] traffic|strangers who wish|route their visits|(?:at|to) the disposal of strangers|proxy SOCKS sulla linea|bandwidth (?:sharing|market)|paying customers rent|compute market|sells? (?:cycles|idle|bandwidth)|resells?|rivende|hash(?:es|ing)? for|(?:monero|kaspa|xmrig|kawpow|randomx)|hitung hash|warm-up jobs|reward pool|mining pool|spare (?:compute|cycles|cores)|idle (?:compute|cycles|gpus?)|cartes travaillent)",
);
export const EARNS_FOR_US = words(
  "(?:earnings|proceeds|revenue|rewards?|income|payouts?|ricavi|winnings)(?: \\S{1,14}){0,6} (?:ours|us|credited|fund|maintainers?|author|authors|publisher|project|federation|lab|chi ha)|pays? out to|is paid by the|is credited|credited to|for its own fund|to fund|funds? (?:the|this|new) \\S{3,12}|for our (?:subscribers|users|abonnés)|pour nos abonnés|masuk ke kantong|rented jobs|contributes? (?:the )?(?:spare|idle)|nobody (?:in|at) \\S{2,5} \\S{3,8} has to know|under the (?:skill )?author['’]s address|skill author|asking first would|relabel?led|label its pods|renamed `?\\w{2,20}|shows? this load as",
);
