import { RegistryError } from "@gaia/catalog";

/** So long a refusal is told without trying again: another version of this software may come to another end. */
const REMEMBERED_MS = 10 * 60_000;
const MOST = 1_000;

interface Refused {
  error: RegistryError;
  until: number;
}

/** By the storage that it is for, as in `onceAtATime`; the oldest first. */
const REFUSED = new WeakMap<object, Map<string, Refused>>();

/**
 * Runs `make`, unless the same was refused a short while ago: then it says the same at once. A package that takes all the time that it may
 * costs that once, however often a stranger asks. What may pass by itself (`unavailable`) is tried each time.
 * @throws what `make` throws, or threw
 */
export async function rememberingRefusals<T>(
  scope: object,
  { key, now, make }: { key: string; now: Date; make: () => Promise<T> },
): Promise<T> {
  const refused = REFUSED.get(scope) ?? new Map<string, Refused>();
  REFUSED.set(scope, refused);
  const before = refused.get(key);
  if (before !== undefined && now.getTime() < before.until) throw before.error;
  try {
    return await make();
  } catch (error) {
    if (error instanceof RegistryError && error.code !== "unavailable") {
      refused.delete(key);
      refused.set(key, { error, until: now.getTime() + REMEMBERED_MS });
      const [oldest] = refused.keys();
      if (refused.size > MOST && oldest !== undefined) refused.delete(oldest);
    }
    throw error;
  }
}

/**
 * Whether bytes cannot be made of a version at all: it cannot be written in that form (`conflict`), or it costs more than any package may
 * (`invalid_package`). Where a list names many versions, this one is left out.
 */
export const isUnmakeable = (error: unknown): error is RegistryError =>
  error instanceof RegistryError && (error.code === "conflict" || error.code === "invalid_package");
