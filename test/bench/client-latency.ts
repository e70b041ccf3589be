/** How long one request took, from sending it to the last byte of its answer. */
export interface Timed {
  kind: string;
  milliseconds: number;
}

/**
 * Sends each query once, one after the other. The addresses differ, so no answer comes from a cache of rendered pages.
 * @throws Error when a search fails
 */
export async function timeSearches(
  toUrl: (text: string) => string,
  queries: { kind: string; text: string }[],
): Promise<Timed[]> {
  const times: Timed[] = [];
  for (const { kind, text } of queries) {
    const milliseconds = await timed(async () => {
      const answer = await fetch(toUrl(encodeURIComponent(text)));
      await answer.arrayBuffer();
      if (answer.status !== 200) throw new Error(`the search for ${text} answered ${answer.status}`);
    });
    times.push({ kind, milliseconds });
  }
  return times;
}

/** Publishes each package, one after the other. */
export async function timePublishes<Package>(
  packages: Package[],
  publish: (one: Package) => Promise<void>,
): Promise<Timed[]> {
  const times: Timed[] = [];
  for (const one of packages) times.push({ kind: "publish", milliseconds: await timed(() => publish(one)) });
  return times;
}

async function timed(act: () => Promise<void>): Promise<number> {
  const started = performance.now();
  await act();
  return performance.now() - started;
}
