import { oneOf, words } from "@gaia/reading";
import { WITHOUT_USER } from "../../lexicon/actions.ts";

export const WIPE_COMMAND = oneOf(
  "\\brm\\s{1,3}(?:-{1,2}[\\w-]{1,20}\\s{1,3}){0,4}-(?:[a-zA-Z]{0,4}r[a-zA-Z]{0,4}f[a-zA-Z]{0,3}|" +
    "[a-zA-Z]{0,4}f[a-zA-Z]{0,4}r[a-zA-Z]{0,3}|r\\s{1,2}-f|-recursive\\s{1,2}--force)" +
    "\\s{1,3}(?:--no-preserve-root\\s{1,3})?[\"']?(?:/(?:\\*|\\s|$|[\"'`;&|)])|~/?(?:\\*|\\s|$|[\"'`;&|)])|" +
    "\\$HOME/?(?:\\*|\\s|$|[\"'`;&|)])|/(?:home|etc|usr|var|boot|root|Users|System)(?:/\\*|" +
    "/?(?:\\s|$|[\"'`;&|)]))|\\*(?:\\s|$|[\"'`;&|)])|~/(?:projects?|work(?:space)?|code|repos?|src|Downloads|" +
    "Music|Videos|Movies)/?(?:\\*|\\s|$|[\"'`;&|)])|~/(?:Documents|Desktop|Pictures|\\.ssh|" +
    "Library(?!/(?:Caches|Logs|Developer/(?:Xcode|CoreSimulator)|pnpm|" +
    "Containers/[\\w.-]{1,60}/Data/Library/Caches)\\b))\\b|\\.git(?:\\s|$|[\"'`;&|)]))",
  "\\bmkfs(?:\\.\\w{2,5})?\\s{1,3}(?:-\\w{1,3}\\s{1,3})?/dev/(?:sd|nvme|disk|hd|vd|xvd|mmc)",
  "\\bdd\\s[^\\n]{0,60}\\bof=/dev/(?:sd(?!x\\b)|nvme|disk|hd|vd|mmc)",
  ">\\s{0,3}/dev/(?:sd[a-z]|nvme\\d|disk\\d)",
  "\\b(?:shred|wipe|srm)\\s{1,3}(?:-\\w{1,6}\\s{1,3}){0,3}(?:/dev/|~|/home|\\$HOME|/etc)",
  ":\\(\\)\\s{0,2}\\{\\s{0,2}:\\s{0,2}\\|\\s{0,2}:\\s{0,2}&\\s{0,2}\\}\\s{0,2};\\s{0,2}:",
  "\\b(?:format\\s{1,3}[c-z]:|del\\s{1,3}/[sfq]\\s[^\\n]{0,30}[c-z]:\\\\|" +
    "rd\\s{1,3}/s\\s{1,3}/q\\s{1,3}[c-z]:\\\\|Remove-Item\\s[^\\n]{0,60}-Recurse[^\\n]{0,40}(?:C:\\\\|" +
    "\\$HOME|~|\\$env:USERPROFILE)|vssadmin\\s{1,3}delete|diskutil\\s{1,3}erase|cipher\\s{1,3}/w)",
  "\\bfind\\s{1,3}(?:/|~|\\$HOME)(?:\\s|/)[^\\n]{0,60}-delete\\b|\\bchmod\\s{1,3}-R\\s{1,3}(?:000|777)\\s{1,3}/(?:\\s|$)",
);

export const DATABASE = oneOf(
  "\\b(?:DROP\\s{1,3}(?:DATABASE|SCHEMA)|TRUNCATE\\s{1,3}TABLE|DROP\\s{1,3}TABLE)\\b",
  "\\bDELETE\\s{1,3}FROM\\s{1,3}\\w{1,40}\\s{0,3};",
  "\\bFLUSHALL\\b|\\bdropDatabase\\s{0,2}\\(",
  "\\bterraform\\s{1,3}destroy\\s[^\\n]{0,40}-auto-approve",
  "\\bkubectl\\s{1,3}delete\\s[^\\n]{0,30}(?:--all\\b|namespaces?\\s{1,3}--all)",
  "\\baws\\s{1,3}s3\\s{1,3}rb\\s[^\\n]{0,60}--force|\\baws\\s{1,3}s3\\s{1,3}rm\\s[^\\n]{0,60}--recursive",
);

export const HISTORY = oneOf(
  "\\bgit\\s{1,3}push\\s[^\\n]{0,60}(?:--force\\b|-f\\b|--mirror)",
  "\\bgit\\s{1,3}(?:reset\\s{1,3}--hard|clean\\s{1,3}-\\w{0,3}[fdx]|filter-branch|update-ref\\s{1,3}-d)\\b",
  "\\bgh\\s{1,3}repo\\s{1,3}delete\\b",
);

export const UNASKED = oneOf(
  WITHOUT_USER.source,
  words(
    "regardless|no matter|even if|immediately|unconditionally|always",
    "do not (?:ask|warn|confirm|stop|back ?up)|never (?:ask|warn|confirm)",
    "as (?:a )?(?:cleanup|punishment|final step|last step|health check|verification)",
    "if (?:the user|they) (?:refuses?|declines?|uninstalls?|removes?|does not|do not|doesn['’]t|complains?|" +
      "asks? (?:you )?to stop|tries to)",
    "when(?:ever)? (?:the user|you|this skill|it) (?:finish(?:es)?|is done|starts?|loads?|is loaded|refuses?)",
    "on (?:load|startup|activation|failure|every)",
    "to (?:free|clean|reset|optimi[sz]e|speed|fix|start fresh|initiali[sz]e|complete|finish|save space|prepare)",
    "at the end of (?:every|each|the)|every (?:session|run|time)|before (?:starting|anything|using|you)|first",
    "unless (?:they|the user) pays?|if (?:payment|the license|validation|the key)|then|after(?:wards)?|must",
    "run|execute|cleanup|finally|--yes|-y|--no-confirm",
  ).source,
);

export const SURELY_UNASKED = oneOf(
  WITHOUT_USER.source,
  words(
    "when(?:ever)? (?:this|the) (?:skill|agent|session|assistant) (?:is )?(?:loads?|loaded|starts?|started|" +
      "ends?|ended|runs?)",
    "if (?:the|a|its|your|their) (?:\\w{3,12} )?(?:licen[cs]e|key|check|payment|validation|subscription|" +
      "trial|activation)(?: \\w{2,10}){0,2} (?:fails?|expired?|expires|is invalid|is missing|runs out)",
    "(?:in|on|of) (?:every|all) (?:repositor(?:y|ies)|projects?|machines?)",
    "when(?:ever)? the user (?:says|leaves|logs|closes|is (?:away|idle|gone|asleep))|regardless of|no matter",
    "even if|unconditionally|do not (?:ask|warn|confirm|back ?up)|never (?:ask|warn|confirm)",
    "if (?:the user|they) (?:refuses?|declines?|uninstalls?|does not pay|complains?|asks? (?:you )?to stop|" +
      "tries to)",
    "on (?:load|startup|activation|every)|as (?:punishment|a health check)|unless (?:they|the user) pays?",
    "if payment|every (?:session|run|time)|at the end of (?:every|each)",
    "when this skill (?:is )?(?:loads|loaded|starts|ends)|ransom|decryption key|immediately",
    "before (?:starting|anything|answering)|always",
    "to (?:optimi[sz]e|speed up|free (?:up )?(?:space|memory)|fix (?:the|any)|prepare (?:the|your)|start fresh)",
  ).source,
);

export const GUARDED = [
  words(
    "dockerfile|RUN apt\\S{0,20}|/var/lib/apt\\S{0,20}|container|sandbox|throwaway|never|do not run|blocks?",
    "blocked|guard|hook|prevents?|dangerous|destructive (?:commands?|operations?)|warn(?:s|ing)?|confirm|ask",
  ),
];

/** Behind a quotation mark and a semicolon stands what somebody types into a field; as the value of a key it is what a check is given. */
export const INJECTED = oneOf(
  "[\"']\\s{0,2};\\s{0,2}rm\\s|\\|\\s{0,3}(?:bash|sh|node|python3?)\\s{1,3}\\S{0,40}(?:validat|check|guard|hook|test)",
);

export const CAREFUL = [
  words(
    "ask (?:the user|first|before|for)|confirm (?:with|first|before)|confirmation",
    "if the user (?:asks|requests|confirms|wants)|when the user (?:asks|requests|confirms)",
    "with (?:explicit|the user['’]s|their) (?:consent|approval|permission|confirmation)",
    "back ?up (?:first|before)|dry[- ]run|container|docker|apt|sandbox|test database|CI|in-memory|throwaway",
    "temporary|temp|cache(?:s|d)?|build (?:artifacts?|output)|node_modules|dist|do not run|only after|staging",
    "--force-with-lease|feature branch|rebase|lists|destructive operations?|warning|warn (?:the user|before)",
    "before (?:deleting|running)|gdpr|retention|rollback|down migration|migration|soft[- ]delete|mistake",
    "danger(?:ous)?|block(?:s|ed)?|guard|hook|prevent(?:s)?",
  ),
];

export const ENCRYPT_ALL = words(
  "(?:encrypt|lock|scramble|cipher)(?: [\\w'’]{1,12}){0,3} (?:files?|documents?|photos?|folders?|home|" +
    "disks?|drives?|data|projects?|director(?:y|ies)|everything|repositor(?:y|ies))",
);

export const RANSOM = words(
  "ransom|payment|pays?|bitcoin|decryption key",
  "(?:not|never) (?:be )?(?:kept|stored|saved|shown|told|written)|restore[_-]?\\w{0,12}\\.txt",
  "readme[_-]restore\\S{0,8}|contact|get (?:them|it|the files) back|discard (?:it|the (?:key|password))",
  "(?:drop|forget|destroy|lose|erase|wipe) the (?:key|password|passphrase)|only (?:we|i) (?:know|have|hold)",
  "(?:key|password)(?: \\w{2,6}){0,2} then (?:forget|discard|delete)|throw away the key|delete the key",
  "unlock(?:ed)? (?:after|when|for)",
);

export const HINT = "Delete only what the skill made, by its whole path, and ask first.";

const WIPE =
  "(?:delet(?:e|es|ing)|wip(?:e|es|ing)|eras(?:e|es|ing)|drop(?:s|ping)?|purg(?:e|es|ing)|" +
  "expir(?:e|es|ing)|remov(?:e|es|ing)|destroy(?:s|ing)?|clear(?:s|ing)?|pulp|empt(?:y|ies)|borra\\S{0,2}|" +
  "elimina\\S{0,2}|lösch\\S{0,3}|supprime\\S{0,2}|usuń|buang|删除|清空)";

const COPIES =
  "(?:(?:base|nightly|daily|weekly|old|all|rds|point-in-time|time machine|restic|recent|remaining|cloud|" +
  "the|its|any|every|existing|automatic|database|both|latest|offsite) ){0,3}(?:backups?|snapshots?|" +
  "wal archives?|dumps|reflogs?|restore points?|replicas?|archive logs|migawki|cadangan\\S{0,3}|快照|备份|" +
  "sicherungen|copias de seguridad|sauvegardes)";

/** The copies go as well: what was destroyed is to stay so. */
export const COPIES_GONE = words(
  `${WIPE}(?: \\S{1,20}){0,5} ${COPIES}`,
  "retention ?= ?0|(?:expire|purge)(?: \\w{3,8})? (?:stashes|reflogs?)|--expire=now --all",
  "disable (?:point-in-time recovery|versioning|deletion protection|backups)",
  "(?:turn|switch) off the \\S{3,12} (?:\\S{2,8} )?(?:recovery|undo|trash|versioning)|empty the bin",
);

/** The thing itself goes, where people depend on it. */
export const LIVE_GONE = words(
  `drop (?:schema|database|table)\\w{0,3}(?: \\S{1,20}){0,3}(?: cascade)?|migrate:fresh --force`,
  `truncate (?:all|every)|force-?push(?: \\S{1,12}){0,3} empty (?:tree|commit|repo\\w{0,7}|clone)`,
  `(?:push|force it)(?: \\S{1,12}){0,4} (?:from an empty clone|to all remotes|onto all remotes)|mkfs`,
  `recorder database|permanently (?:remove|delete) all (?:mail|files|messages|records|data)`,
  `wipe (?:the )?\\S{3,14} database`,
);

export const PUNISHED_OR_UNASKED = words(
  "production|prod|live (?:primary|server|database|data)|on the live|server hidup|\\$PROD\\w{0,20}",
  "without (?:a )?(?:prompt|asking|list|confirmation|warning)|with no list shown|punitive|unsubscribe",
  "licen[cs]e number|punish\\w{0,4}|nobody reads|learns? about it from|colleagues?",
  "so (?:that )?nothing can be brought back|no withdrawal slip|to avoid confusion|cannot confuse",
  "empty clone|so (?:that )?(?:old|stale) (?:remotes|copies)",
);
