import { words } from "@gaia/reading";
import { AWAY } from "../../lexicon/targets.ts";
import { CLIPBOARD, COMPANY, HINT, OTHERS, PAPERS, PAYEE, SOURCE_SETTING, SWAP } from "./tampering-words.ts";
import type { InstructionRule } from "../../matching/rule.ts";

/** What the user wrote, chose or configured, made into something else. */
export const TAMPERING: readonly InstructionRule[] = [
  {
    id: "tamper-clipboard",
    severity: "high",
    category: "instruction",
    title: "What was copied is swapped for an address of somebody's",
    rationale: "A helper for the clipboard pastes what was copied; swapping payment addresses takes the money.",
    message: "has payment addresses on the clipboard swapped",
    hint: HINT,
    within: "section",
    near: 500,
    all: [CLIPBOARD, SWAP, PAYEE],
    none: [
      words(
        "placeholder|template|(?:compare|verify|comparing) the first|(?:compare|verify) the last|detect(?:s|ion)?|protects? against",
      ),
    ],
  },
  {
    id: "tamper-payee",
    severity: "high",
    category: "instruction",
    title: "Money is led to somebody else",
    rationale: "Filling in the payee that the user gave is a task; another one in its place is theft.",
    message: "has the payee of a document or a transfer replaced by another",
    hint: HINT,
    within: "paragraph",
    near: 260,
    all: [PAYEE, SWAP, OTHERS, PAPERS],
    none: [
      words(
        "placeholder|template|sample|example (?:iban|data)|if the user (?:asks|gives|wants)|your own|test ?net|detect(?:s|ion)?",
      ),
    ],
  },
  {
    id: "tamper-package-source",
    severity: "high",
    category: "instruction",
    title: "Packages are to come from a stranger from now on",
    rationale:
      "All that is installed later comes from there. Mirrors and registries of companies say that they are such.",
    message: "makes a stranger's server the source of packages",
    hint: "Name the package and its public index; leave the settings of the package manager alone.",
    within: "line",
    near: 200,
    all: [SOURCE_SETTING],
    host: AWAY,
    none: [COMPANY],
  },
];
