import { ask } from "./ask.ts";
import { type Cast, ORGANISATION, tokenOf } from "./people.ts";

type Say = (text: string) => void;

/** By skill and version: who says what, with how many of five. */
const REVIEWS: Readonly<Record<string, readonly (readonly [author: string, rating: number, text: string])[]>> = {
  "release-notes/1.1.0": [
    ["bruno", 5, "Our users read the notes now. The rule to write from their side is the whole difference."],
    ["dara", 4, "Good structure. I still move lines between Changed and Fixed by hand."],
    ["chen", 5, "Put breaking changes first without being asked."],
  ],
  "sql-migration-review/1.0.2": [
    ["dara", 5, "Found a foreign key that would have stopped every write for minutes."],
    ["eve", 4, "The table of locks is what I wanted. Only PostgreSQL, though."],
  ],
  "licence-check/2.0.0": [
    ["ada", 4, "The lookup saves the half hour that I spent on packages without a licence."],
    ["chen", 3, "Works, but it asks the index for each package. A list at once would be kinder."],
  ],
  "incident-timeline/1.0.0": [["dara", 5, "Four sources, one list, no arguments about the order any more."]],
  "log-summary/0.4.0": [["dara", 4, "Counts well. Needs a hint for logs without levels."]],
  "accessibility-review/1.1.0": [
    ["ada", 5, "The three walks are easy to follow, also for people who never did one."],
    ["dara", 4, "The list of criteria in this version is a good addition."],
  ],
  "plain-english/1.0.0": [
    ["bruno", 5, "Listing the facts first is the trick. Nothing gets lost."],
    ["chen", 4, "A little strict with long sentences."],
    ["dara", 5, "I use it for every error message."],
  ],
  "meeting-brief/1.0.0": [
    ["ada", 5, "Two meetings cancelled in the first week."],
    ["bruno", 2, "For workshops it does not fit, and says so only in passing."],
  ],
  "openapi-reader/1.0.0": [["ada", 4, "Never guesses a field, which is what I want from it."]],
  "contrast-ratio/1.1.0": [["ada", 5, "Small, right, and it says what large text needs."]],
};

const ANSWERED = "licence-check/2.0.0";
const STARS: Readonly<Record<string, readonly string[]>> = {
  "release-notes": ["bruno", "chen", "dara", "eve"],
  "plain-english": ["bruno", "chen", "dara"],
  "sql-migration-review": ["dara", "eve"],
  "accessibility-review": ["ada", "dara"],
};

/** Each reviewer takes the version first: without that the registry takes no review. */
export async function writeReviews(cast: Cast, say: Say): Promise<void> {
  for (const [release, reviews] of Object.entries(REVIEWS)) {
    const [name = "", version] = release.split("/");
    const at = `${cast.url}/api/v1/skills/${name}`;
    for (const [author, rating, text] of reviews) {
      const token = tokenOf(cast, author);
      await ask(`${at}/${version}/download`, { token });
      const { id } = await ask(`${at}/reviews`, { token, json: { rating, text, version } }, 201);
      if (release !== ANSWERED || rating > 3) continue;
      const answer = { token: tokenOf(cast, "bruno"), json: { text: "True. The next version asks for all at once." } };
      await ask(`${at}/reviews/${id}/answer`, answer);
    }
    say(`  ${release}: ${reviews.map(([author, rating]) => `${author} ${rating}/5`).join(", ")}`);
  }
  for (const [name, accounts] of Object.entries(STARS)) {
    for (const account of accounts) {
      const star = { token: tokenOf(cast, account), method: "PUT" };
      await ask(`${cast.url}/api/v1/skills/${name}/star`, star);
    }
  }
}

/** What happens to skills as time goes by: a yank, a deprecation, a contest, a report, and a collection. */
export async function tellLater(cast: Cast, say: Say): Promise<void> {
  const post = async (publisher: string, path: string, json: unknown, status = 200) =>
    ask(`${cast.url}/api/v1/${path}`, { token: tokenOf(cast, publisher), json }, status);
  await post(ORGANISATION, "skills/sql-migration-review/1.0.1/yank", {
    reason: "It says that an index takes no lock. That is wrong: use 1.0.2.",
  });
  say("  harbour yanks sql-migration-review 1.0.1");
  await post("ada", "skills/changelog-writer/0.9.0/deprecate", {
    message: "release-notes does this and more.",
    replacement: "release-notes",
  });
  say("  ada deprecates changelog-writer in favour of release-notes");
  const reason = "It only lists branches: git is started with fixed words, and nothing is deleted.";
  await post("bruno", "skills/branch-tidy/0.1.0/contest", { reason }, 201);
  say("  bruno contests that branch-tidy is held");
  const report = { kind: "other", text: "1.30 is read as nothing, and the sum is too small without a word." };
  await post("chen", "skills/duration-sum/reports", report, 201);
  say("  chen reports duration-sum; the case is open");
  const skills = ["incident-timeline", "log-summary", "incident-report", "runbook-review"];
  const collection = { token: tokenOf(cast, ORGANISATION), method: "PUT", json: { title: "On call", skills } };
  await ask(`${cast.url}/api/v1/collections/${ORGANISATION}/on-call`, collection, 201);
  say("  harbour puts four skills into the collection on-call");
}
