/** Words that carry nothing of what is said, also those that say only how firmly. */
const STOP = new Set(
  (
    "a an the and or nor but if then so as at by for from in into of off on onto out over to up with within about " +
    "above after again all also am any are around be been before being below between both can could did do does " +
    "done doing down during each either else ever every few had has have having he her here hers him his how i is " +
    "it its just kindly least less like made make makes making may me might more most much my next no not now once " +
    "one only other our own please prior same shall she should since some such sure take takes than that their " +
    "theirs them there these they this those thing things through time times too under until upon us very via was " +
    "we were what whatever when whenever where which while who whom whose why will without would you your yours " +
    "yourself always never must need needs needed ensure ensures remember mandatory required requirement strictly " +
    "exception exceptions case cases circumstance circumstances don doesn won ought"
  ).split(" "),
);

/** Said for each other. */
const GROUPS = [
  "answer reply respond response",
  "run execute invoke launch start call",
  "delete remove erase drop wipe",
  "write save store record persist",
  "create generate produce build add",
  "change modify edit update alter adjust",
  "check verify validate confirm test inspect review examine",
  "show display present print output report",
  "read load open parse",
  "ask request prompt query",
  "send submit post upload transmit",
  "get fetch retrieve download obtain",
  "use employ apply utilize utilise",
  "keep preserve retain maintain",
  "begin commence",
  "finish end complete conclude",
  "folder directory",
  "error failure fault",
  "user person human people customer",
  "tell inform notify mention say state",
  "find locate search look detect",
  "fix repair correct resolve",
  "short brief concise terse",
  "include contain",
  "avoid refrain prevent",
  "choose select pick",
  "follow obey adhere respect",
  "cite quote reference",
  "document file",
  "summary summarize summarise recap",
  "permission approval consent confirmation authorization authorisation leave",
  "secret credential password token key",
];

const SAME = new Map(
  GROUPS.flatMap((group) => {
    const [first = "", ...others] = group.split(" ");
    return [first, ...others].map((word) => [stem(word), stem(first)] as const);
  }),
);

/** English endings, as far as two forms of a word have to meet. */
function stem(word: string): string {
  if (word.length < 4) return word;
  const short = word
    .replace(/(?:ies|ied)$/, "y")
    .replace(/(?:ations?|ments?)$/, "")
    .replace(/(?:ings?|ed|es|ly|s)$/, "")
    .replace(/(.)\1$/, "$1")
    .replace(/e$/, "");
  return short.length < 3 ? word : short;
}

const DENIES =
  /\b(?:never|not|no|don['’]?t|doesn['’]?t|cannot|can['’]?t|mustn['’]?t|shouldn['’]?t|won['’]?t|avoid|refrain|under no)\b/i;
/** "Never X without Y" asks for Y. */
const TURNS = /\b(?:without|unless|until|before|except)\b/i;

/** The stems of a sentence, each once, sorted; with a `!` where it forbids. Empty: it says nothing that could be compared. */
export function stemsOf(sentence: string): string {
  const words = sentence
    .toLowerCase()
    .replaceAll(/(?<=\w)['’](?:s|t|re|ve|ll|d|m)\b/g, "")
    .match(/[\p{L}\p{N}][\p{L}\p{N}._/-]*[\p{L}\p{N}]|[\p{L}\p{N}]/gu);
  const stems = (words ?? []).flatMap((word) => {
    if (STOP.has(word)) return [];
    const short = stem(word);
    return [SAME.get(short) ?? short];
  });
  if (stems.length === 0) return "";
  const denied = DENIES.exec(sentence);
  const isDenied = denied !== null && !TURNS.test(sentence.slice(denied.index));
  return [...(isDenied ? ["!"] : []), ...[...new Set(stems)].toSorted()].join(" ");
}
