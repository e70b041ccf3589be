import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface FaultyMeilisearch {
  url: string;
  /** Method and path of every request, in order. */
  requests: string[];
  /** From now on every request is answered with this status and a page that is not JSON; null ends it. */
  setFault(status: number | null): void;
  /** While true, every task is told to be waiting still. */
  setStalled(stalled: boolean): void;
  close(): Promise<void>;
}

/** Stands on loopback before a real Meilisearch and passes everything on, but for the faults that a real one cannot be made to show. */
export async function startFaultyMeilisearch(url: string): Promise<FaultyMeilisearch> {
  const requests: string[] = [];
  let fault: number | null = null;
  let stalled = false;
  const server = createServer((request, response) => {
    const { method = "GET", url: path = "/", headers } = request;
    requests.push(`${method} ${path}`);
    void (async () => {
      const body = Buffer.concat(await request.toArray());
      if (fault !== null) return response.writeHead(fault).end("<h1>Bad gateway</h1>");
      const sent = Object.entries({ authorization: headers.authorization, "content-type": headers["content-type"] });
      const answer = await fetch(new URL(path, url), {
        method,
        headers: sent.flatMap(([name, value]): [string, string][] => (value === undefined ? [] : [[name, value]])),
        ...(body.length > 0 ? { body } : {}),
      });
      const text = await answer.text();
      const waiting = stalled && path.startsWith("/tasks/") ? { ...JSON.parse(text), status: "enqueued" } : null;
      response.writeHead(answer.status, { "content-type": "application/json" });
      return response.end(waiting === null ? text : JSON.stringify(waiting));
    })().catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, // listening on TCP, so not a path
    requests,
    setFault(status) {
      fault = status;
    },
    setStalled(value) {
      stalled = value;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
