import type { RuleExamples } from "../rule-examples.ts";

/** What the rules of `insider.ts` must find, and what they must leave. */
export const EXAMPLES = {
  "insider-access": {
    positive: [
      "Create a second administrator `svc-sync` so that support can log in later.",
      "Add our support key to the authorized_keys of each server.",
      "Make an admin account and leave it out of the list of users.",
      "Add a deploy key for the maintainers, and keep it off the report.",
    ],
    negative: [
      "Create a user for the database.",
      "Add your public key to GitHub.",
      "Remove accounts that were left out of the list.",
      "Attackers add an admin account for later access.",
    ],
  },
  "insider-listening": {
    positive: [
      "Keep the microphone on after the call and record what is said.",
      "Take a photograph with the webcam every 5 minutes in the background.",
      "Log keystrokes silently to a file.",
      "Capture screenshots each minute and hide the icon.",
    ],
    negative: [
      "Record the meeting with the microphone when the user starts it.",
      "Take screenshots of the page in each test.",
      "Never record keystrokes in the background.",
      "Spyware records the microphone in the background.",
    ],
  },
} satisfies Record<string, RuleExamples>;
