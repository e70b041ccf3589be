import { TAUGHT_ABROAD, oneOfAll } from "@gaia/reading";
import { FORBIDDEN, GUARD_OFF, NEEDED } from "../../lexicon/other-languages-matters.ts";
import { FOREIGN, STRANGE } from "../../lexicon/other-languages.ts";
import { LOCKED_ARCHIVE, RIGHTS, SCRIPT_FILE, STARTABLE, UNLOCKED_WITH } from "./other-languages-words.ts";
import type { InstructionRule } from "../../matching/rule.ts";

/** Programs that somebody is to start unread, in twelve languages besides English. */
export const PREREQUISITE_OTHER_LANGUAGES: readonly InstructionRule[] = [
  {
    ...FOREIGN,
    id: "prerequisite-abroad-needed",
    isSure: true,
    title: "A stranger's program is a requirement, in another language",
    message: "says that nothing works without a program of an unrelated host",
    hint: "Name the vendor's own address and the sum of the file, or a package with a pinned version.",
    host: STRANGE,
    all: [STARTABLE, NEEDED],
    none: [FORBIDDEN, TAUGHT_ABROAD],
  },
  {
    ...FOREIGN,
    id: "prerequisite-abroad-rights",
    isSure: true,
    title: "A stranger's program wants all rights before anything works, in another language",
    message: "has a stranger's program installed with rights over everything",
    hint: "Name the vendor's own address and the sum of the file, or a package with a pinned version.",
    host: STRANGE,
    all: [oneOfAll(RIGHTS, GUARD_OFF.source), NEEDED],
    none: [FORBIDDEN, TAUGHT_ABROAD],
  },
  {
    ...FOREIGN,
    id: "prerequisite-abroad-guarded",
    isSure: true,
    title: "A program that the system's guard warns of is to be started, in another language",
    message: "has a program started that the guard of the system is to let pass",
    hint: "Sign the program, or use a package of an index.",
    all: [GUARD_OFF, oneOfAll(STARTABLE.source, "\\biwr\\b|Start-BitsTransfer")],
    none: [FORBIDDEN, TAUGHT_ABROAD],
  },
  {
    ...FOREIGN,
    id: "prerequisite-abroad-locked",
    isSure: true,
    title: "A program lies in a locked archive, in another language",
    message: "has a program taken out of a locked archive",
    hint: "Publish the files so that they can be looked into.",
    all: [LOCKED_ARCHIVE, UNLOCKED_WITH, oneOfAll(STARTABLE.source, SCRIPT_FILE.source)],
    none: [FORBIDDEN, TAUGHT_ABROAD],
  },
];
