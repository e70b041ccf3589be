import { words } from "@gaia/reading";

export const CHANGE = words(
  "change|edit|modify|rewrite|append|patch|inject|overwrite|alter|infect|extend|update|insert|add|prepend|tamper with|write",
);

export const OTHER_SKILLS = words(
  "(?:the |all |any |every |each |all the |all of the ){0,4}(?:other|neighbou?ring|remaining|" +
    "competing)(?: installed| local| available| existing)? skills?(?:['’]s?)?(?: on| in| of| files?|" +
    " folders?|['’] files)?",
  "every installed skill|all installed skills|each installed skill",
);

export const HINT = "A skill does what it is asked for, where it is asked for.";
