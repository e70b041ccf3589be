import { shownLine } from "@gaia/text";
import type { Due, DueAdmin, DueMember, Waiting } from "./find-due.ts";

/** A letter about what waits. Plain text; of a skill it holds names and numbers alone, and of a verdict the publisher's own reason. */
export interface HeldLetter {
  to: string;
  subject: string;
  text: string;
}

/** More are counted. */
const NAMED = 20;
const MOST_REASON = 300;

export function membersLetter(publicUrl: string, registryName: string, due: DueMember): HeldLetter {
  const { waiting } = due;
  return {
    to: due.email,
    subject: `${counted(waiting.length)} of your publishers held at ${registryName}`,
    text:
      `${listOf(waiting, (one) => `${line(publicUrl, one)}\n    ${shownLine(one.reason, MOST_REASON)}`)}\n\n` +
      "Held: no list shows it, and only who allows held versions installs it, until an admin clears it. Withheld: not served.\n" +
      "If that is wrong, a member contests it once: gaia-skill contest NAME@VERSION --reason TEXT. An admin answers.\n" +
      `${whyYou(due)}\n`,
  };
}

export function adminsLetter(publicUrl: string, registryName: string, due: DueAdmin): HeldLetter {
  const { waiting, total, contested } = due;
  return {
    to: due.email,
    subject: `${total} held, ${contested} contested at ${registryName}`,
    text:
      `${counted(total)} waiting for an admin, ${contested} of them with a contest that is not answered.\n` +
      (waiting.length === 0 ? "" : `\nNew:\n\n${listOf(waiting, (one) => line(publicUrl, one))}\n`) +
      "\nAll of them, with reasons and words: gaia-skill admin held\n" +
      `${whyYou(due)}\n`,
  };
}

const counted = (count: number): string => (count === 1 ? "1 version" : `${count} versions`);

const listOf = (waiting: readonly Waiting[], toText: (one: Waiting) => string): string =>
  [
    ...waiting.slice(0, NAMED).map(toText),
    ...(waiting.length > NAMED ? [`  and ${waiting.length - NAMED} more`] : []),
  ].join("\n");

const line = (publicUrl: string, { name, version, publisher, state }: Waiting): string =>
  `  ${name} ${version} by ${publisher}: ${state}, ${publicUrl}/skills/${name}/${version}`;

const whyYou = ({ handle }: Due): string =>
  `\nThis goes to the address of the account ${handle}, once a day at most and only where something is new.`;
