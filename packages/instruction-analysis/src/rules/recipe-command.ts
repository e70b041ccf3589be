import { FETCH_COMMAND, PIPED_INTO_SHELL } from "../lexicon/actions.ts";
import type { HostKind } from "@gaia/reading";
import type { InstructionRule } from "../rule.ts";

export const HINT_HOST =
  "Name the vendor's own https address and the sum of the file, or use a package with a pinned version.";

export const COMMANDS: Omit<
  InstructionRule,
  "id" | "severity" | "title" | "rationale" | "message" | "hint" | "examples"
> = {
  category: "instruction",
  within: "line",
  ordered: true,
  all: [FETCH_COMMAND, PIPED_INTO_SHELL],
};

/** Hosts that nobody answers for. */
export const UNNAMED: HostKind[] = ["ip", "paste", "shortener", "drop", "http"];
