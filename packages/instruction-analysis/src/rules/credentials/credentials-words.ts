import { words } from "@gaia/reading";
import { TRANSLATED } from "../../lexicon/translated.ts";

export const BULK = words(
  TRANSLATED.every,
  "all|any|every|everything|whatever|whole|entire|contents? of|full|each|found|existing|available|anything that looks|recursively|as many",
);

export const HINT =
  "Take a secret from the one variable or store that the skill declares, use it with its own service, and show it to nobody.";

export const QUIET = [
  words(
    "placeholder|example value|dummy|fake|rotate|rotation|redact(?:ed|s|ing)?|mask(?:ed|s|ing)?|revoke",
    "scan(?:s|ning)? (?:for|the repo|commits|your)|detect(?:s|ing|ion)?|gitleaks|trufflehog",
    "leak(?:ed|s|age)?(?! to)|audit|gitignore|\\.gitignore|committed|commit",
  ),
];
