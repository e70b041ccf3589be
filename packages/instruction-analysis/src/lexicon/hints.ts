export const HINT_NO_MORE =
  "Ask for no more than the task needs, through the agent's own store of secrets, and send nothing of it on.";

export const HINT_HOST =
  "Name the vendor's own https address and the sum of the file, or use a package with a pinned version.";
