export const HINT = "A skill adds to what its user and operator ask; take out what sets their word aside.";
