import { inPieces } from "@gaia/reading";
import type { CodeRule } from "../engine/rule.ts";
import { isWholePlace } from "../engine/sensitive-path.ts";
import { HOLE, sourcesOf, type Value } from "../engine/value.ts";
import { isStated, matchEach, ofKind, originsOf, told } from "./matching.ts";

const destruction: CodeRule = {
  id: "code/destruction-user-files",
  severity: "critical",
  confidence: "high",
  title: "The user's files are destroyed",
  rationale: "Deleting or overwriting a home directory, a root or whatever lies below it cannot be undone.",
  hint: "Remove what the skill itself has made, by its path.",
  find: (code) => [
    ...matchEach(code, ["delete-tree"], (event) => {
      const text = event.target.text;
      if (text !== null && text !== "" && isWholePlace(text)) return { detail: `${event.callee} removes ${text}` };
      if (text !== null && SERVED.test(text)) return { detail: `${event.callee} removes ${text}`, severity: "high" };
      const source = ofKind(originsOf(code, [event.target]), "user-files");
      return source === null
        ? null
        : {
            detail: `${event.callee} removes what lies below ${told(source)}`,
            severity: isPicked(event.target) ? "low" : "high",
          };
    }),
    ...matchEach(code, ["delete"], (event) => {
      const source = ofKind(originsOf(code, [event.target]), "user-files");
      return source === null || isPicked(event.target)
        ? null
        : { detail: `${event.callee} removes files below ${told(source)}`, severity: "high" };
    }),
    ...matchEach(code, ["write"], (event) => {
      const below = ofKind(event.target.sources, "user-files");
      const isEmptied = event.callee.endsWith("truncate");
      return below === null ||
        (!isEmptied &&
          !event.inputs.some(
            (value) => isRubbish(value) || isSame(event.target, value, event.options["append"] !== undefined),
          ))
        ? null
        : { detail: `files below ${told(below)} are overwritten or encrypted by ${event.callee}` };
    }),
    ...matchEach(code, ["encrypt"], (event) => {
      const source = ofKind(originsOf(code, event.inputs), "user-files");
      return source === null
        ? null
        : {
            detail: `${event.callee} encrypts files below ${told(source)}`,
            severity: isStated(code, /encrypt|backup|vault/i) ? "medium" : "critical",
          };
    }),
  ],
};

/** The same text instead of whatever was found. */
const isSame = (target: Value, content: Value, isAppending: boolean): boolean =>
  !isAppending &&
  content.text !== null &&
  content.text.length > 0 &&
  !content.text.includes(HOLE) &&
  sourcesOf(content).length === 0 &&
  /(?:^|\/)(?:\uFFFC|\*)$/.test(target.text ?? "");

/** What nobody reads again: random bytes, what was encrypted, the same byte over and over, nothing. */
function isRubbish(value: Value): boolean {
  const all = sourcesOf(value);
  if (all.some(({ taint, what }) => taint === "random" || (taint === "decoded" && what === "an exclusive or")))
    return true;
  return (
    value.text !== null &&
    value.type !== "number" &&
    /^(?:([\s\S])\1{0,100000})?\uFFFC?$/.test(value.text) &&
    value.text !== HOLE &&
    !/^[\n\r ]/.test(value.text)
  );
}

/** What the machine's own services keep. */
const SERVED = inPieces(
  "",
  String.raw`^\/(?:var\/(?:lib(?:\/(?:mysql|postgresql|docker|mongodb|redis|elasticsearch|libvirt|containerd|kubelet|`,
  String.raw`rancher))?|backups?|www(?:\/html)?|mail)|srv|etc\/\w{2,20}|System|Applications|Library)\/?$`,
);

/** What people keep, rather than what programs leave behind. */
const VALUED = inPieces(
  "i",
  String.raw`(?:^|\/)\.(?:git|ssh|gnupg|aws|kube|env)$|\.(?:docx?|xlsx?|pptx?|odt|ods|pdf|jpe?g|png|heic|raw|mp4|mov|`,
  String.raw`key|pages|kdbx|wallet|psd|ipynb|tex)$`,
);

/** A walk that looks for one kind of file: caches, droppings. */
const isPicked = ({ text }: Value): boolean =>
  !VALUED.test(text ?? "") &&
  /(?:\.[A-Za-z_]{2,12}|[A-Za-z_]{4,})$/.test((text ?? "").split("/").at(-1) ?? "") &&
  !/^\*+(?:\.\*)?$/.test((text ?? "").split("/").at(-1) ?? "");

const wiped: CodeRule = {
  id: "code/destruction-remote",
  severity: "high",
  confidence: "medium",
  title: "All that an account holds is deleted",
  rationale:
    "Whoever lists everything there is and deletes it leaves nothing; clusters, buckets and databases have no bin.",
  hint: "Delete what the user names, and ask before.",
  find: (code) =>
    matchEach(code, ["wipe"], (event) => {
      const what = event.target.text ?? "what others keep";
      const listed = ofKind(originsOf(code, event.inputs), "listing");
      const isWhole =
        /flush(?:all|db)|prune|objects?(?:_versions)?\.|delete_collection_namespaced_(?:persistent|secret)/.test(
          event.callee,
        );
      const isAll = event.inputs.some(({ text }) => text === "*" || text === "_all");
      if (listed === null && !isAll)
        return isWhole ? { detail: `${event.callee} on ${what}`, severity: "medium" } : null;
      return {
        detail: `${event.callee} deletes from ${what} ${listed === null ? "everything" : `each of ${told(listed)}`}`,
        severity: isStated(code, /destroy|wipe|purge|tear ?down|delet(?:e|ing) all|empty/i) ? "medium" : "high",
      };
    }),
};

const TABLES =
  /\b(?:information_schema|pg_tables|pg_database|sqlite_master|sqlite_schema|sys\.tables|SHOW\s+(?:TABLES|DATABASES))\b/i;
const DROPPING =
  /\b(?:DROP\s+(?:TABLE|DATABASE|SCHEMA)|TRUNCATE(?:\s+TABLE)?)\s[^;]{0,40}\uFFFC|\bDELETE\s+FROM\s+\S{0,4}\uFFFC\S{0,4}\s*;?\s*$/i;

const dropped: CodeRule = {
  id: "code/destruction-tables",
  severity: "high",
  confidence: "medium",
  title: "Every table of a database is dropped",
  rationale: "Whoever asks for the names of all tables and drops each leaves nothing.",
  hint: "Drop what the user names, and ask before.",
  find: (code) => {
    const { texts } = code.reading;
    const listed = texts.find(({ text }) => TABLES.test(text.slice(0, 2_000)));
    if (listed === undefined) return [];
    return texts
      .filter(({ text }) => text.length < 2_000 && DROPPING.test(text))
      .map(({ line }) => ({
        line,
        detail: `the names come from line ${listed.line}`,
        severity: isStated(code, /reset|drop|wipe|test|destroy|purge/i) ? ("medium" as const) : ("high" as const),
      }));
  },
};

/** What cannot be brought back. */
export const DESTRUCTION: readonly CodeRule[] = [destruction, wiped, dropped];
