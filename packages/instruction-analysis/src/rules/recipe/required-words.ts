import { words } from "@gaia/reading";

export const ELEVATED = words(
  "as (?:an? |the )?(?:administrator|admin|root)|one-?liners?|(?:to |and )?(?:repair|fix|unlock|activate)(?:s|es)?|if (?:an |any )?errors?",
);
