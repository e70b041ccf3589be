/** `web-search` as people write it: `Web search`. */
export const titleOf = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1).replaceAll("-", " ")}`;

/** `web-search` as a class: `WebSearch`. */
export const classOf = (name: string): string =>
  name
    .split("-")
    .map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`)
    .join("");

/** A text as YAML takes it in any place: JSON's quotes are YAML's too. */
export const yamlText = (text: string): string => JSON.stringify(text);

/** What a new skill is called and says of itself. `name` is a skill's name, `description` one line. */
export interface NewSkill {
  name: string;
  description: string;
  author: string;
  license: string;
}
