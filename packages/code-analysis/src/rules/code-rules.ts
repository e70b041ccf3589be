import type { CodeRule } from "../engine/rule.ts";
import { SHELL_RULES } from "./shell-rules.ts";
import { WORKING_DIRECTORY } from "./working-directory.ts";
import { EXECUTION } from "./execution.ts";
import { INSTALLATION } from "./installation.ts";
import { EXFILTRATION } from "./exfiltration.ts";
import { MINING_POOLS } from "./mining-pools.ts";
import { MINING_WORK } from "./mining-work.ts";
import { OPEN_DOOR } from "./open-door.ts";
import { STAYING } from "./staying.ts";
import { TAKEN_AWAY } from "./taken-away.ts";
import { UNREAD_PROGRAM } from "./unread-program.ts";
import { TURNED_TEXT } from "./turned-text.ts";
import { TAKEOVER } from "./takeover.ts";

/** All behaviours that are looked for in code. */
export const CODE_RULES: readonly CodeRule[] = [
  ...EXFILTRATION,
  ...EXECUTION,
  ...TURNED_TEXT,
  ...INSTALLATION,
  ...STAYING,
  ...TAKEOVER,
  ...MINING_POOLS,
  ...MINING_WORK,
  ...OPEN_DOOR,
  ...TAKEN_AWAY,
  ...SHELL_RULES,
  ...UNREAD_PROGRAM,
  ...WORKING_DIRECTORY,
];
