import { distance } from "fastest-levenshtein";

/** Longer keys are cut before they are compared. */
const LONGEST = 64;

/** The known key that somebody may have meant; null: none is near. Case, hyphens and underscores make no difference. */
export function nearestKey(key: string, known: readonly string[]): string | null {
  const typed = lettersOf(key.slice(0, LONGEST));
  const most = Math.max(1, Math.floor(typed.length / 3));
  const near = known
    .map((name) => ({ name, steps: stepsBetween(typed, lettersOf(name)) }))
    .filter(({ steps }) => steps <= most)
    .toSorted((one, other) => one.steps - other.steps);
  return near[0]?.name ?? null;
}

/** Two letters in each other's place are one slip. */
function stepsBetween(one: string, other: string): number {
  const steps = distance(one, other);
  return steps === 2 && [...one].toSorted().join("") === [...other].toSorted().join("") ? 1 : steps;
}

const lettersOf = (key: string): string => key.toLowerCase().replaceAll(/[-_ ]/g, "");
