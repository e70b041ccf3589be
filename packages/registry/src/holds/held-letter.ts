import { shownLine } from "@gaia/text";
import { CONTEST_SCOPE, contestCommand } from "./notify-if-held.ts";
import { mailFoot } from "../kernel/mail-foot.ts";
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
      `If that is wrong, a member contests it once: ${contestCommand("NAME@VERSION")} (${CONTEST_SCOPE}). An admin answers.\n` +
      `${whyYou(due)}\n${mailFoot(publicUrl, "A version that is withheld always comes by mail.")}\n`,
  };
}

export function adminsLetter(publicUrl: string, registryName: string, due: DueAdmin & { email: string }): HeldLetter {
  const { waiting, total, contested } = due;
  return {
    to: due.email,
    subject: `${total} held, ${contested.length} contested at ${registryName}`,
    text:
      `${counted(total)} waiting for an admin, ${contested.length} of them with a contest that is not answered.\n` +
      (contested.length === 0 ? "" : `\nContested:\n\n${listOf(contested, (one) => line(publicUrl, one))}\n`) +
      (waiting.length === 0 ? "" : `\nNew:\n\n${listOf(waiting, (one) => line(publicUrl, one))}\n`) +
      "\nAll of them, with reasons and words: gaia-skill admin held (--contested)\n" +
      `${whyYou(due)}\n${mailFoot(publicUrl)}\n`,
  };
}

/** The same for a notice: counts alone, for who is an admin no more reads it, too. */
export function adminsNotice({ total, contested }: DueAdmin): string {
  const words = contested.length === 0 ? "" : `, ${contested.length} of them with a contest that is not answered`;
  return `${counted(total)} waiting for an admin${words}: \`gaia-skill admin held\` lists them.`;
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
