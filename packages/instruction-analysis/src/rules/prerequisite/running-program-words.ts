import { words } from "@gaia/reading";

export const STARTED_BY_NAME = words(
  "(?:run|launch|start|execute|open|double-?click(?: on)?|mount|install)(?: \\w{1,12}){0,3} " +
    "(?:[\\w.-]{1,40}\\.(?:exe|msi|dmg|pkg|app|bat|cmd|scr|jar|command)|(?:dmg|exe|msi|pkg|installer|setup))",
  "right-?click|double-?click|as (?:an? )?admin(?:istrator)?|unidentified developer|unknown publisher",
  "run anyway|past gatekeeper|more info",
);
