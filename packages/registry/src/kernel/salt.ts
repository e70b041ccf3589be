import { randomBytes } from "node:crypto";

/** What the log's leaves about one skill are salted with while it is not public: 32 bytes in hex, never used again. */
export const newSalt = (): string => randomBytes(32).toString("hex");
