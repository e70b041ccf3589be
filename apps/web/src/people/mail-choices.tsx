import type { components } from "@gaia/client";
import { type Deed, deed, formOf, type Shown } from "../deeds/deeds.tsx";
import { Boxes } from "../parts/fields.tsx";
import { Form } from "../parts/form.tsx";

type MailChoices = components["schemas"]["MailChoices"];
type MailKind = keyof MailChoices;

/** The kinds of notices that somebody may choose, as a box says them. */
const KIND_WORDS: Record<MailKind, string> = {
  held: "A version of your publishers is held for review: once a day at most",
  withdrawn: "A version that you downloaded was yanked, or lost its tier",
  waiting: "As an admin, what waits for a decision: once a day at most",
};

const isMailKind = (word: string): word is MailKind => Object.hasOwn(KIND_WORDS, word);

/** What the form says: of each kind that it showed, whether its box is ticked. */
export const MAIL_DEED: Deed = deed({
  fields: ["kinds", "offered"],
  said: "From now on mail comes as you chose. The notices themselves are always here.",
  judge: ({ kinds = "", offered = "" }) => ({
    kinds: [...wordsOf(kinds), ...wordsOf(offered)].every(isMailKind) ? null : "There is no such kind of mail.",
  }),
  about: { 400: "kinds" },
  act({ api }, { kinds = "", offered = "" }) {
    const chosen = wordsOf(kinds);
    const shown = wordsOf(offered).filter(isMailKind);
    return api.PUT("/notices/mail", { body: Object.fromEntries(shown.map((kind) => [kind, chosen.includes(kind)])) });
  },
});

const wordsOf = (text: string): string[] => text.split(" ").filter((word) => word !== "");

/** Which kinds of notices come by mail, and what comes in any case. */
export function MailSection({ choices, isAdmin, shown }: { choices: MailChoices; isAdmin: boolean; shown: Shown }) {
  const { hidden, field } = formOf(shown, "mail");
  const offered = Object.keys(choices)
    .filter(isMailKind)
    .filter((kind) => isAdmin || kind !== "waiting");
  return (
    <section aria-labelledby="mail">
      <h2 id="mail">By mail</h2>
      <Form action="/account/notices" hidden={{ ...hidden, offered: offered.join(" ") }} submit="Save">
        <Boxes
          {...field}
          name="kinds"
          label="Also sent to your mail address"
          words={Object.fromEntries(offered.map((kind) => [kind, KIND_WORDS[kind]]))}
          now={offered.filter((kind) => choices[kind] === true)}
        />
      </Form>
      <p class="hint">
        Always mailed, and not to be turned off: a scan withholds a version of your publishers; a version that you
        downloaded was quarantined; and whatever concerns the safety of your account, such as another password, address,
        second factor or way to sign in.
      </p>
    </section>
  );
}
