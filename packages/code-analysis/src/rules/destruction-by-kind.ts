import { inPieces } from "@gaia/reading";
import type { CodeRule, CodeUnderRules, Match } from "../engine/rule.ts";
import { sourcesOf } from "../engine/value.ts";
import { matchEach } from "./matching.ts";

/**
 * Commands that take away what cannot be had again, by what they take. One alone is somebody's work; several kinds in
 * one program are not.
 */
const TAKING: Record<string, RegExp> = {
  history: inPieces(
    "",
    String.raw`\bgit\b[^\n;|&]{0,80}\b(?:push\b[^\n;|&]{0,80}--mirror|push\b[^\n;|&]{0,80}--delete|reflog\s+(?:expire|`,
    String.raw`delete)|update-ref\s+-d|filter-branch|reset\s+--hard\s+\S{0,40}~\d{2,})|`,
    String.raw`\brm\s+-\w*r\w*\s[^\n;|&]{0,80}\.git(?:\s|\/|$)`,
  ),
  databases: inPieces(
    "i",
    String.raw`\bdropdb\b|\bDROP\s+(?:DATABASE|SCHEMA|KEYSPACE)\b|\bdropDatabase\s?\(|\bdrop_database\b|\bFLUSHALL\b|`,
    String.raw`\bmysqladmin\b[^\n;|&]{0,80}\bdrop\b|_all\?pretty\b|\bdelete_all_indices\b`,
  ),
  backups: inPieces(
    "i",
    String.raw`(?:\brm\s+-|-delete\b|\bunlink|Remove-Item|\brmtree|delete)[^\n]{0,120}(?:backups?\b|\.dump\b|\.bak\b|`,
    String.raw`snapshots?\b)|(?:backups?\b|\.dump\b|\.bak\b)[^\n]{0,120}(?:-delete\b|-exec\s+(?:rm|shred))|`,
    String.raw`\bvssadmin\b[^\n]{0,40}\bdelete\b|\btmutil\s+(?:delete|disable)|\bwbadmin\s+delete|`,
    String.raw`\brestic\b[^\n]{0,60}\bforget\b|\bborg\s+delete|delete-(?:db-)?(?:cluster-)?snapshot|`,
    String.raw`\bbtrfs\s+subvolume\s+delete|\bzfs\s+destroy`,
  ),
  cloud: inPieces(
    "",
    String.raw`\baws\s+s3\s+(?:rm\b[^\n]{0,120}--recursive|rb\b[^\n]{0,120}--force)|\baws\s+\w{2,20}\s+(?:terminate|`,
    String.raw`delete)-[\w-]{2,40}|\bgsutil\b[^\n]{0,40}\brm\s+-[\w\s-]{0,8}r|`,
    String.raw`\bgcloud\b[^\n]{0,80}\bdelete\b[^\n]{0,80}(?:--quiet|-q\b)|`,
    String.raw`\baz\s+[^\n]{0,60}\bdelete(?:-batch)?\b[^\n]{0,80}(?:--yes|-y\b|--source)|`,
    String.raw`\bterraform\s+destroy\b[^\n]{0,80}-auto-approve|\bpulumi\s+destroy\b[^\n]{0,40}--yes|`,
    String.raw`\brclone\s+(?:purge|delete)\b|\bdoctl\b[^\n]{0,60}\bdelete\b[^\n]{0,40}(?:--force|-f\b)`,
  ),
  clusters: inPieces(
    "",
    String.raw`\bkubectl\s+delete\s+(?:ns\b|namespaces?\b|pvc?\b|persistentvolume|all\b|[^\n]{0,80}--all\b)|`,
    String.raw`\bhelm\s+(?:uninstall|delete)\b[^\n]{0,80}(?:\$|xargs)|\bdocker\b[^\n]{0,40}\b(?:volume\s+rm|`,
    String.raw`system\s+prune\b[^\n]{0,40}--volumes|volume\s+prune)|\bvirsh\s+undefine\b[^\n]{0,40}--remove-all-storage`,
  ),
  accounts:
    /\buserdel\s+-\w*r|\bdeluser\s+--remove-home|\bdscl\b[^\n]{0,40}-delete\s+\/Users|\bnet\s+user\s+\S+\s+\/delete/i,
};

/** What people work in, below their home. */
const WORK = inPieces(
  "i",
  String.raw`^~\/(?:projects?|code|src|source|work|workspaces?|dev|develop(?:ment|er)|repos?|git|sites|www|dropbox|`,
  String.raw`onedrive|google drive|icloud drive|box|nextcloud|notes|vault|obsidian|thesis|photos|backups?)\/?$`,
);

/** What everything of one kind is listed with, before all of it goes. */
const EVERY = inPieces(
  "i",
  String.raw`SHOW\s+(?:TABLES|DATABASES|SCHEMAS)|information_schema\.(?:tables|schemata)|\bpg_(?:database|tables)\b|`,
  String.raw`sqlite_master|list_?database_?names|list_?collection_?names|listCollections|getCollectionNames|`,
  String.raw`get_table_names|sorted_tables`,
);
const DROPPED =
  /\bDROP\s+(?:DATABASE|SCHEMA|TABLE)\b|\bdropdb\b|\bTRUNCATE\s+TABLE\b|\.drop(?:Database|_database|_all)?\s?\(/i;

const MOST_BETWEEN = 1_500;

/** The list, and what is dropped, stand beside each other. */
function isNear(text: string): boolean {
  const [every, dropped] = [EVERY.exec(text), DROPPED.exec(text)];
  return every !== null && dropped !== null && Math.abs(every.index - dropped.index) <= MOST_BETWEEN;
}

const MOST_CHARACTERS = 60_000;
const TESTS = /(?:^|\/)(?:tests?|__tests__|spec|fixtures|migrations?)\/|(?:test|spec|migration)[^/]{0,40}\.\w{1,5}$/i;

function several(code: CodeUnderRules): Match[] {
  const { unit } = code.reading;
  if (unit.from !== "file" || unit.text.length > MOST_CHARACTERS || TESTS.test(unit.path)) return [];
  const found = new Map<string, { line: number; what: string }>();
  const note = (kind: string, line: number, what: string) => {
    if (!found.has(kind)) found.set(kind, { line, what: what.replaceAll(/\s+/g, " ").slice(0, 60) });
  };
  for (const { reading } of code.all.flatMap((each) => (each.unit.path === unit.path ? [{ reading: each }] : [])))
    for (const { act, target, line } of reading.events) {
      const words = act === "run" ? (target.text ?? target.items?.map(({ text }) => text ?? "").join(" ") ?? "") : "";
      for (const [kind, pattern] of Object.entries(TAKING)) {
        const word = words === "" ? null : pattern.exec(words.slice(0, 2_000));
        if (word !== null) note(kind, line, word[0]);
      }
      if (act === "delete-tree" && WORK.test(target.text ?? "")) note("work", line, target.text ?? "");
    }
  const lines = unit.text.split("\n");
  lines.slice(0, 2_000).forEach((text, index) => {
    if (/^\s*(?:#|\/\/|\*|--)/.test(text)) return;
    const dropped = DROPPED.exec(text.slice(0, 1_000));
    if (dropped !== null) note("tables", index + unit.firstLine, dropped[0]);
    for (const kind of unit.language === "bash" ? Object.keys(TAKING) : ["databases"]) {
      const word = TAKING[kind]?.exec(text.slice(0, 1_000));
      if (word != null) note(kind, index + unit.firstLine, word[0]);
    }
  });
  const all = found.get("databases") ?? found.get("tables");
  found.delete("tables");
  if (all !== undefined && isNear(unit.text))
    return [{ line: all.line, detail: `${all.what}, for all that there are` }];
  const work = found.get("work");
  if (work !== undefined) return [{ line: work.line, detail: `${work.what} is removed` }];
  const [first] = found.values();
  return first === undefined || found.size < 2
    ? []
    : [{ line: first.line, detail: [...found.values()].map(({ what }) => what).join("; ") }];
}

const device: CodeRule = {
  id: "code/destruction-device",
  severity: "high",
  confidence: "medium",
  title: "A disk's device is written to",
  rationale: "What is written to a device goes over the files on it.",
  hint: "Work on files.",
  find: (code) =>
    matchEach(code, ["write"], (event) => {
      const isListed = sourcesOf(event.target).some(({ what }) => what === "the machine's disks");
      const isNamed = /^(?:\\\\\.\\|\/\/\.\/)PhysicalDrive|^\/dev\/(?:sd|hd|nvme|xvd|vd|mmcblk|r?disk)\w*$/i.test(
        event.target.text ?? "",
      );
      return (isListed || isNamed) && code.reading.unit.language !== "bash"
        ? { detail: `${event.callee} on a device` }
        : null;
    }),
};

/** Further ways to take away what cannot be had again. */
export const DESTRUCTION: readonly CodeRule[] = [
  {
    id: "code/destruction-of-work",
    severity: "high",
    confidence: "medium",
    title: "What cannot be had again is removed",
    rationale:
      "Histories, databases, backups and clouds' stores are each removed for a reason; whoever removes " +
      "several, or all of one kind, wants nothing to be left.",
    hint: "Remove what the user names, one at a time, and ask before.",
    find: several,
  },
  device,
];
