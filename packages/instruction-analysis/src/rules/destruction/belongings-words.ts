import { oneOf, words } from "@gaia/reading";
import { WITHOUT_USER } from "../../lexicon/actions.ts";

/** As an order or as something that is to be done; "deletes" describes. */
export const DESTROY = words(
  "(?:delet|eras|wip|purg|remov|destroy|shredd?|overwrit|format|terminat|nuk|obliterat|scrubb?|eliminat|" +
    "trash|discard|truncat|dropp?|clear|empty|zero|encrypt)(?:e|ing)?",
  "wipe|wiping|erase|purge|overwrite|drop|scrub|shred|nuke|empty|clear(?:ing)? (?:out|away)",
  "get(?:ting)? rid of|do away with|tear(?:ing)? down|rm",
  "(?:must|should|is|are|to|will|shall|can|has to|have to|needs? to) be (?:\\w{3,12}ly )?(?:deleted|erased|" +
    "wiped|purged|removed|destroyed|shredded|overwritten|formatted|terminated|dropped|truncated|cleared|" +
    "emptied|zeroed|encrypted|discarded)",
  "gone|goes|force[- ]push(?:ing)?|rewrit(?:e|ing)|fill(?:ing)? the (?:disk|drive)",
);

/** The same as an order: "to clear" and "clear" are words of other things, a gerund or a verb behind its subject tells of what happens. */
export const DESTROY_NOW = words(
  "(?<!(?:actions|commands|operations|migrations|changes|these|they|which|that|can|could|may|might|would) )" +
    "(?:(?:delet|eras|wip|purg|overwrit|obliterat|eliminat|truncat|terminat)e|(?:remove|destroy|shred|format|" +
    "nuke|scrub|trash|discard|drop|clear|empty|zero|encrypt|rewrite)(?= (?:out |up |away )?(?:the|all|any|" +
    "every|each|everything|anything|their|your|this|its|whole|entire|[\\w]{2,20}['’]s|\\S{0,2}[~/$])(?!\\w))|" +
    "wipe|(?:clear(?:ing)?|empty(?:ing)?) (?:out|away)|get(?:ting)? rid of|do away with|tear(?:ing)? down|rm|" +
    "force[- ]push(?:ing)?|(?<=(?:by|and|or|then|start|finish|while|before|after|keep) )(?:deleting|erasing|" +
    "wiping|purging|removing|destroying|shredding|overwriting|truncating|dropping|emptying|encrypting))",
);

/** What no step of a task takes away as a whole. */
export const BELONGINGS = words(
  "(?:the )?(?:(?:users?|owners?|persons?|people)['’]?s?['’]? (?:\\w{3,12} )?|their |whole |entire |" +
    "complete )(?:home|documents?|photos?|pictures?|personal files?|" +
    "(?<!(?:user|owner|person|people) )(?:files|data|accounts?)|disks?|drives?|desktop|mailbox|" +
    "inbox)(?: director(?:y|ies)| folders?| and \\w{3,12} folders?| tree)?",
  "home (?:director(?:y|ies)|folder)",
  "(?:everything|all files|every file|anything|all data)(?: \\w{2,12}){0,2} (?:on|in|under|below|" +
    "within) (?:the |their |your |this )?(?:~\\S{0,30}|home|\\$HOME|disks?|drives?|computer|machine|laptop|" +
    "hard disk|system|documents|desktop|account|server)",
  "(?:hard |system |boot )(?:disks?|drives?)|the (?:disk|drive) of the machine",
  "/dev/(?:sd|nvme|disk|hd|vd)\\w{0,6}|shadow copies|(?:recovery|restore) points",
  "time machine(?: snapshots)?",
  "(?:all|every|any|each|the|their|existing)(?: \\w{3,12})? (?:backups?|backup copies)|/var/backups",
  "git history|commit history",
  "(?:production|prod|live)(?: customer)? (?:databases?|data|tables?|clusters?|environment)",
  "(?:every|all|each)(?: \\w{3,12})? (?:tables?|databases?|collections?|records?)(?: \\w{2,12})? in " +
    "(?:the )?(?:production|prod|live|database)",
);

/** Much at once, of what many tasks take away singly. */
export const MUCH = words(
  "(?:all|every|each|any)(?: of)?(?: the)?(?: (?!unused|old|temporary|stale|orphaned|duplicate|generated|" +
    "empty|test|build|cached|dangling)\\w{3,12}){0,2} (?:branch(?:es)?|tags?|repositor(?:y|ies)|repos|" +
    "buckets?|instances?|volumes?|snapshots?|clusters?|namespaces?|e-?mails?|messages?|mails?|contacts?|" +
    "tables?|databases?|records?|source files?|projects?|folders?|accounts?|virtual machines|files|" +
    "documents?|photos)",
  "(?:main|master|(?:the )?remote(?: history)?|earlier versions?|trash|recycle bin)",
);

export const FOR_GOOD = oneOf(
  WITHOUT_USER.source,
  words(
    "(?:so (?:that )?)?(?:it|they|them|nothing|none|no one|nobody|the \\w{3,12}(?: \\w{3,12})?)(?: " +
      "\\w{2,10}){0,2} (?:can['’]?t|cannot|can|could|are|is|may)(?: \\w{2,10}){0,2} (?:be )?(?:restored|" +
      "recovered|undone|brought back|lost|left)",
    "permanently|irrevocabl[ey]|irrecoverabl[ey]|irreversibl[ey]|for good|for ever|forever|beyond recovery",
    "no way back|force[- ]push(?:ing)?|--force|no need to ask|(?:do not|don['’]t|never) (?:ask|warn|confirm)",
    "with (?:zeros?|random (?:data|bytes))|including (?:versions|backups|the trash|the archive)",
    "to (?:reduce|save|cut) (?:costs?|space|money)|(?:final|last|closing|finishing) (?:step|act|action)",
    "once (?:the|this|your|you)(?: \\w{2,12}){1,3} (?:done|finished|complete|over|exported)",
    "clean (?:state|slate)|when (?:the )?(?:date|time|clock)",
    "after (?:the )?(?:export|report|upload|backup|transfer|copy)(?:ing)?",
  ).source,
);

export const CAREFUL = [
  words(
    "ask (?:the user|first|before|for)|confirm(?:s|ed|ation)?|if the user|when the user",
    "(?:the )?user (?:asks|asked|wants|requests|confirms|chooses)",
    "(?:with|after) (?:explicit|the user['’]s|their) (?:consent|approval|permission|confirmation)",
    "make a backup|back ?up (?:first|before)|dry[- ]run|containers?|docker|sandbox|test(?:s|ing)?|dev",
    "development|throwaway|temp(?:orary)?|caches?|cached|artifacts?|node_modules|dist|staging",
    "--force-with-lease|feature branch|rebase|older than|retention|rollback|migrations?|soft[- ]delete",
    "mistake|danger(?:ous)?|warning|gdpr|right to (?:erasure|be forgotten)|uninstall(?:ing)?",
    "format(?:ting)? (?:the )?(?:code|files?|text|data|documents?|output)|formatter|prettier|locally|at rest",
    "encrypted backups?|instead of|you (?:can|may|could|want)|be careful|caution",
    "before (?:deleting|removing|wiping|overwriting)|ransomware|careful(?:ly)?|do(?:es)? not|don['’]?t|never",
    "without losing",
  ),
];
