export const HINT = "Leave the asking to the agent and its user; name the actions that need a confirmation.";
