/** How long an announcement of the registry may be: so many characters are asked for, and so many bytes of UTF-8 taken. */
export const MAX_ANNOUNCEMENT = 560;
export const MAX_ANNOUNCEMENT_BYTES = 1_120;
