/**
 * A handle as browsers check it while it is typed. They read a pattern with the `v` flag, in which a hyphen inside a class is escaped;
 * one that they cannot read they pass over in silence.
 */
export const HANDLE_PATTERN = String.raw`[a-z0-9][a-z0-9\-]{0,38}`;

const WHOLE = new RegExp(`^(?:${HANDLE_PATTERN})$`, "v");

/** Whether it looks like one; whose it is, the registry says. */
export const isHandle = (text: string): boolean => WHOLE.test(text);

/** What a field for one says of it. */
export const HANDLE_HINT = "Small letters, digits and hyphens, at most 39.";
