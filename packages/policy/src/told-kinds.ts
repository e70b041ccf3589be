/**
 * What a version tells an agent to do, as far as its files say it: `command`: run this; `host`: speak to it; `read`, `write`: use this
 * file; `order`: something that holds beyond one step; `approval`: nobody needs to be asked.
 */
export const TOLD_KINDS = ["command", "host", "read", "write", "order", "approval"] as const;

export type ToldKind = (typeof TOLD_KINDS)[number];
