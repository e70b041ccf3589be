/**
 * What people read where a version shows no permission: declaring that it needs nothing is a promise, declaring nothing is none.
 * @param isDeclared whether its manifest says anything about permissions
 */
export function noPermissionsWords(isDeclared: boolean): string {
  return isDeclared
    ? "It declares that it needs nothing."
    : "Nothing was declared, and nothing was inferred from its files.";
}
