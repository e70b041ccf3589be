import { replaceHidden } from "@gaia/text";
const MOST_CHARACTERS = 240;

/**
 * A name out of an archive that is looked at and never written to a disk: it tells a person where something lies, and can
 * neither leave its place in the listing nor hide a part of itself.
 */
export function tellableName(raw: Uint8Array): string {
  const text = Buffer.from(raw.subarray(0, 4 * MOST_CHARACTERS)).toString("utf8");
  const name = replaceHidden(text.replaceAll("\\", "/"), "\uFFFD", { asName: true })
    .split("/")
    .filter((part) => part !== "" && part !== ".")
    .map((part) => (part === ".." ? "_" : part))
    .join("/")
    // What divides the name of an archive from what it holds.
    .replaceAll("!/", "_/")
    .normalize("NFC")
    // From behind: the end of a name says what a file is.
    .slice(-MOST_CHARACTERS);
  return name === "" ? "unnamed" : name;
}
