import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface FakeRequest {
  method: string;
  /** With its query, from the origin on. */
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}
export interface FakeAnswer {
  status?: number;
  headers?: Record<string, string>;
  /** Bytes and text as they are; anything else as JSON. */
  body?: unknown;
}
type Handler = FakeAnswer | ((request: FakeRequest) => FakeAnswer | Promise<FakeAnswer>);

/** A loopback server that answers as a registry would when it is broken, hostile or hard to bring there. */
export interface FakeRegistry {
  url: string;
  requests: FakeRequest[];
  /** Answers `GET /api/v1/skills` and the like; `path` without the query. A later one replaces an earlier one. */
  on(method: string, path: string, handler: Handler): void;
  close(): Promise<void>;
}

/** `otherwise` answers what no `on` was said for; without it, that is not found. */
export async function startFakeRegistry(otherwise?: Handler): Promise<FakeRegistry> {
  const handlers = new Map<string, Handler>();
  const requests: FakeRequest[] = [];
  const server = createServer((incoming, outgoing) => {
    void answer(incoming, outgoing, (key) => handlers.get(key) ?? otherwise, requests);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // listen() on a port gives an AddressInfo.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    on: (method, path, handler) => handlers.set(`${method} ${path}`, handler),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function answer(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  find: (key: string) => Handler | undefined,
  requests: FakeRequest[],
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const request = {
    method: incoming.method ?? "",
    path: incoming.url ?? "",
    headers: incoming.headers,
    body: Buffer.concat(chunks),
  };
  requests.push(request);
  const [path] = request.path.split("?");
  const handler = find(`${request.method} ${path}`) ?? problem(404, "not_found", "There is no such thing.");
  const { status = 200, headers = {}, body } = typeof handler === "function" ? await handler(request) : handler;
  const isRaw = typeof body === "string" || body instanceof Uint8Array;
  const type = status >= 400 ? "application/problem+json" : "application/json";
  outgoing.writeHead(status, { "content-type": isRaw ? "application/octet-stream" : type, ...headers });
  outgoing.end(isRaw ? body : JSON.stringify(body ?? {}));
}

/** A problem+json answer. */
export const problem = (status: number, code: string, detail: string, more: object = {}): FakeAnswer => ({
  status,
  body: { type: "about:blank", title: code.replaceAll("_", " "), status, detail, code, request_id: "req-1", ...more },
});
