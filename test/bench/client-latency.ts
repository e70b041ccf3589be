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

/**
 * Asks for each page once, without a tag, and keeps the one that it has.
 * @throws Error when one is not 200 with an ETag and the whole of its HTML
 */
export async function timePages(addresses: string[]): Promise<{ timed: Timed[]; etags: Map<string, string> }> {
  const etags = new Map<string, string>();
  const times: Timed[] = [];
  for (const url of addresses) {
    const milliseconds = await timed(async () => {
      const answer = await fetch(url);
      const html = await answer.text();
      const etag = answer.headers.get("etag");
      if (answer.status !== 200 || etag === null || !html.includes("</html>"))
        throw new Error(`${url} answered ${answer.status} with the tag ${etag}`);
      etags.set(url, etag);
    });
    times.push({ kind: "page", milliseconds });
  }
  return { timed: times, etags };
}

/**
 * Asks for each page once more with the tag that it had.
 * @throws Error when one is not 304
 */
export async function timeKeptPages(addresses: string[], etags: ReadonlyMap<string, string>): Promise<Timed[]> {
  const times: Timed[] = [];
  for (const url of addresses) {
    const milliseconds = await timed(async () => {
      const answer = await fetch(url, { headers: { "if-none-match": etags.get(url) ?? "" } });
      await answer.arrayBuffer();
      if (answer.status !== 304) throw new Error(`${url} answered ${answer.status} to its own tag`);
    });
    times.push({ kind: "page", milliseconds });
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
