import type { CodeRule, CodeUnderRules, Match } from "../engine/rule.ts";
import type { Seen, SeenKind } from "../engine/seen.ts";

const SAID: Record<SeenKind, string> = {
  starts: "it starts a program",
  fetches: "it reaches over the network",
  evaluates: "it turns text into code",
  opens: "it names where secrets lie",
  stays: "it names what runs by itself",
  destroys: "it deletes or encrypts below the user's folder",
  watches: "it watches keys, screen or clipboard",
};

/** Pages show what a language can do: there only what takes, or fetches from a bare address, counts. */
const isGraveInPage = (seen: readonly Seen[]): boolean => {
  const kinds = new Set(seen.map(({ kind }) => kind));
  const isBare = seen.some(({ address }) => address !== null && /^\w+:\/\/(?:\d{1,3}\.){3}\d/.test(address));
  return kinds.has("fetches") && (kinds.has("opens") || (isBare && (kinds.has("starts") || kinds.has("evaluates"))));
};

function acts({ reading: { unit, seen = [] } }: CodeUnderRules): Match[] {
  const isShown = unit.from === "fence";
  if (isShown && !isGraveInPage(seen)) return [];
  return seen.map(({ kind, what, line }) => ({ line, detail: `${SAID[kind]} (${what})`, isFact: !isShown }));
}

function unread({ reading: { unit, seen, asText } }: CodeUnderRules): Match[] {
  if (seen === undefined || (unit.from !== "file" && unit.from !== "cell")) return [];
  // A page's script is read as JavaScript beside; a dump of rows is data.
  if (asText === undefined && /^(?:jscript|sql)$/.test(unit.language)) return [];
  const what = asText ?? (unit.language === "unknown" ? "a language that nothing here reads" : unit.language);
  return [{ line: unit.firstLine, detail: what }];
}

/** What is looked at as text alone, because nothing here follows it. */
export const UNREAD_PROGRAM: readonly CodeRule[] = [
  {
    id: "code/unread-program-acts",
    severity: "high",
    confidence: "medium",
    title: "A program that nothing here follows does what a person has to look at",
    rationale: "Where it goes and what it starts is not worked out in this language; only that it does so is seen.",
    hint: "Write it in Python, JavaScript, TypeScript or shell, which are followed, or have an admin look at it.",
    find: acts,
  },
  {
    id: "code/unread-program",
    severity: "low",
    confidence: "high",
    title: "It was looked at as text only",
    rationale: "What it does is not followed; nothing in it starts a program or reaches over the network by name.",
    hint: "Nothing needs to be done.",
    find: unread,
  },
];
