/** What is under way, by the storage that it is for: one process may have several registries. */
const UNDER_WAY = new WeakMap<object, Map<string, Promise<unknown>>>();

/** Runs `run`, or waits for the one that runs already under that key: a crowd that asks for the same costs one making. */
export async function onceAtATime<T>(scope: object, key: string, run: () => Promise<T>): Promise<T> {
  const running = UNDER_WAY.get(scope) ?? new Map<string, Promise<unknown>>();
  UNDER_WAY.set(scope, running);
  // One key has one kind of result: the caller's.
  const already = running.get(key) as Promise<T> | undefined;
  if (already) return await already;
  const begun = run().finally(() => running.delete(key));
  running.set(key, begun);
  return await begun;
}
