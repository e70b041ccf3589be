import type { Command } from "commander";
import { calledAs } from "../failures/invocation.ts";
import { exampleOf } from "../verbs/command-verb.ts";

/** The heading of what is about this program itself. */
export const PROGRAM = "This program:";

/** The headings of `help`, each with its verbs in the order in which they are met. */
const HEADINGS: Readonly<Record<string, readonly string[]>> = {
  "Find and install:": [
    "search",
    "info",
    "install",
    "list",
    "dashboard",
    "update",
    "outdated",
    "remove",
    "enable",
    "disable",
    "resolve",
    "tree",
    "why",
    "sync",
    "cache",
    "run",
    "test",
    "serve",
  ],
  "Check what was installed:": ["verify", "audit", "review", "report", "sbom", "trust", "witness", "monitor"],
  "Write and publish:": [
    "init",
    "validate",
    "lint",
    "scan",
    "format",
    "migrate",
    "convert",
    "pack",
    "digest",
    "publish",
    "stage",
    "staged",
    "approve",
    "reject",
    "trusted-publisher",
    "sign",
    "attest",
    "promote",
    "yank",
    "unyank",
    "deprecate",
    "confirm-signer",
    "purge",
    "notices",
    "appeal",
    "contest",
    "rescan",
    "collection",
  ],
  "My account:": ["login", "logout", "whoami", "keys", "token", "org", "transfer", "webhook", "audit-log"],
  "The registry:": ["admin"],
  [PROGRAM]: ["config", "completion"],
};

const EXITS =
  "\nExit codes: 0 done, 1 unexpected, 2 usage, 3 not found, 4 refused, 5 verification failed, 6 registry unreachable or busy";

/** Groups the verbs of `skill` in its help, and lets the help of each begin with its example and end with the exit codes. */
export function addGuide(skill: Command): void {
  for (const [heading, names] of Object.entries(HEADINGS))
    for (const name of names) skill.commands.find((one) => one.name() === name)?.helpGroup(heading);
  // Headings stand in the order of the list, which commander types as read-only and keeps as it is left.
  const order = Object.values(HEADINGS).flat();
  // The hidden verb of completion stands last, or its heading would be the first.
  const placeOf = (command: Command) => (order.includes(command.name()) ? order.indexOf(command.name()) : order.length);
  (skill.commands as Command[]).sort((left, right) => placeOf(left) - placeOf(right));
  skill.addHelpText("after", `${EXITS}\n${calledAs("VERB --help")} shows an example of each.`);
  for (const command of skill.commands) guide(command);
}

function guide(command: Command): void {
  const example = exampleOf(command);
  if (example !== null) command.addHelpText("before", () => `Example: ${calledAs(example)}\n`);
  if (command.commands.length === 0) command.addHelpText("after", EXITS);
  for (const one of command.commands) guide(one);
}
