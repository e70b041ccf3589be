export const HINT = "Delete only what the skill made, by its whole path, and ask first.";
