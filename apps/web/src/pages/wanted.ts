import { shortText } from "../plain-text.ts";

/** What a page was about when it could not be shown. */
export interface Wanted {
  name: string;
  version: string | null;
  /** It is a publisher's handle; absent: a skill's name. */
  isPublisher?: true;
}

/** What it was, in words. */
export const label = ({ name, version, isPublisher }: Wanted) =>
  isPublisher ? `publisher named ${name}` : version === null ? `skill named ${name}` : `version ${version} of ${name}`;

/** The same at the beginning of a sentence. */
export const sentence = (words: string) => shortText(words.charAt(0).toUpperCase() + words.slice(1), 120);
