import { refusalOf, type Refused } from "./in-person.ts";
import { isVersionText } from "./skill-address.ts";

/** What somebody typed into a form, and what is wrong with it in words, by field; `""` is what is wrong with no field of it. */
export interface Typed {
  values: Record<string, string>;
  errors: Record<string, string>;
}

export const NOTHING_TYPED: Typed = { values: {}, errors: {} };

/** Browsers send line ends as two characters; the registry counts one, as the field did. */
const asTyped = (text: string): string => text.replaceAll("\r\n", "\n");

/** What was typed, by field; of several boxes of one name the chosen ones, a blank between. */
export const valuesOf = (form: URLSearchParams, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, asTyped(form.getAll(name).join(" "))]));

/** What is wrong with a text that the registry wants between 3 characters and `limit`; null: nothing. */
export function judgeText(text: string, limit: number): string | null {
  if (text.trim().length < 3) return "Say it in a few words: three characters at the least.";
  return text.length > limit ? `That is longer than ${limit} characters.` : null;
}

/** What is wrong with a version that need not be there; null: nothing. */
export const judgeVersion = (version: string): string | null =>
  version === "" || isVersionText(version) ? null : "That is no version: it looks like 1.2.0.";

/** The errors that there are. */
export const errorsOf = (judged: Record<string, string | null>): Record<string, string> =>
  Object.fromEntries(Object.entries(judged).flatMap(([name, error]) => (error === null ? [] : [[name, error]])));

const SIGNED_OUT =
  "You are signed out by now. Sign in on another page, then send this again: what you typed stays here.";

/** What the registry refused, beside the field that it is about. `about`: which one it is, by status. */
export function refusedOf(refused: Refused, about: Partial<Record<number, string>>): Record<string, string> {
  if (refused.status === 401) return { "": SIGNED_OUT };
  return { [about[refused.status] ?? ""]: refusalOf(refused) };
}

/** Whether it was refused because nobody is signed in by now. */
export const isSignedOut = ({ errors }: Typed): boolean => errors[""] === SIGNED_OUT;
