import { randomBytes } from "node:crypto";

/** A random text of so many bytes, as a cookie, an address or a row's id has it. */
export const draw = (bytes: number): string => randomBytes(bytes).toString("base64url");
