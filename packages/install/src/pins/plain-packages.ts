const VERSION = String.raw`(?:===?|>=|<=|!=|~=|<|>) *[A-Za-z0-9.*+!_-]{1,64}`;
/** Of PEP 508: a name, extras, versions, a marker, in one line. An address is none of these, and neither is an option or a file. */
const PIP = new RegExp(
  [
    "^[A-Za-z0-9][A-Za-z0-9._-]{0,99}",
    "(?: *\\[[A-Za-z0-9._, -]{1,100}\\])?",
    ` *(?:\\(? *${VERSION}(?: *, *${VERSION}){0,15} *,? *\\)?)?`,
    "(?: *;[A-Za-z0-9 .<>=!~\"'_()-]{1,200})?$",
  ].join(""),
);
/** A name and a range. */
const NPM = /^(?:@[a-z0-9~-][\w.~-]{0,127}\/)?[a-z0-9~][\w.~-]{0,127}(?:@[\w.^~<>=|* +-]{1,128})?$/i;
const LONGEST = 512;

export type PackageManager = "pip" | "npm";

/** Whether a text names a package of an index and nothing else, so that it may be handed to whoever installs. */
export const isPlainPackage = (manager: PackageManager, text: string): boolean =>
  text.length <= LONGEST && (manager === "pip" ? PIP : NPM).test(text);
