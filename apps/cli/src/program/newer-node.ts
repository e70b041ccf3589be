// What the sources use and Node 20 has not yet: the bundle runs where nothing else of ours is.

function parseUrl(address: string, base?: string): URL | null {
  return URL.canParse(address, base) ? new URL(address, base) : null;
}

function groupBy<T, K>(items: Iterable<T>, keyOf: (item: T, index: number) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  let index = 0;
  for (const item of items) {
    const key = keyOf(item, index++);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

/** Of 20.3. */
function anySignal(signals: Iterable<AbortSignal>): AbortSignal {
  const joined = new AbortController();
  for (const signal of signals) {
    if (signal.aborted) joined.abort(signal.reason);
    else signal.addEventListener("abort", () => joined.abort(signal.reason), { once: true, signal: joined.signal });
  }
  return joined.signal;
}

const ABSENT: [home: object, name: string, value: unknown][] = [
  [URL, "parse", parseUrl],
  [Map, "groupBy", groupBy],
  [AbortSignal, "any", anySignal],
];
/** Adds what this Node lacks. */
export function addNewerNode(): void {
  for (const [home, name, value] of ABSENT)
    if (!Object.hasOwn(home, name)) Object.defineProperty(home, name, { value, configurable: true, writable: true });
}
