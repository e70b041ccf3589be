import { words } from "@gaia/reading";

export const LASTING = words(
  "every|each|always|all (?:future|sessions?|agents?|projects?|subsequent)|future|permanent(?:ly)?",
  "persist(?:s|ent|ently|ence)?|survives?|across|subsequent|from now on",
  "on (?:boot|login|startup|reboot|every)|at (?:boot|login|startup)|automatically|re-?add|restore|reinstall",
  "even (?:if|after)|stays?|remain(?:s|ing)?|never (?:be )?removed?|re-?infect",
  "keeps? (?:working|running|loading)|globally",
);

export const HINT =
  "Leave start-up files and the agent's own files alone; where that is the skill's purpose, do it on request and show the change first.";
