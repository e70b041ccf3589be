import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** An answer on its way through the proxy. */
export interface PassingAnswer {
  status: number;
  type: string;
  /** Parsed when it is JSON. */
  // oxlint-disable-next-line typescript/no-explicit-any -- tests rewrite answers of many shapes
  body: any;
}
/** What becomes of an answer; the same object may be changed and given back. `path` has no query and begins after `/api/v1`. */
type Rewrite = (path: string, answer: PassingAnswer) => PassingAnswer;

/** A loopback proxy between a client and a real registry that changes answers as a hostile one would. */
export interface RewritingProxy {
  url: string;
  /** Null lets everything through as it is. */
  rewrite: Rewrite | null;
  close(): Promise<void>;
}

export async function startRewritingProxy(target: string): Promise<RewritingProxy> {
  const server = createServer((incoming, outgoing) => void pass(incoming, outgoing, target, proxy.rewrite));
  const proxy: RewritingProxy = {
    url: "",
    rewrite: null,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // listen() on a port gives an AddressInfo.
  proxy.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return proxy;
}

async function pass(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  target: string,
  rewrite: Rewrite | null,
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const headers = new Headers();
  for (const name of ["authorization", "content-type", "accept"]) {
    const value = incoming.headers[name];
    if (typeof value === "string") headers.set(name, value);
  }
  const { method = "GET", url = "/" } = incoming;
  const body = chunks.length > 0 ? { body: Buffer.concat(chunks) } : {};
  const response = await fetch(target + url, { method, headers, ...body });
  const type = response.headers.get("content-type") ?? "";
  const bytes = Buffer.from(await response.arrayBuffer());
  const isJson = type.includes("json");
  const answer = { status: response.status, type, body: isJson ? JSON.parse(bytes.toString()) : bytes };
  const path = url.split("?")[0]?.replace("/api/v1", "") ?? "";
  const changed = rewrite?.(path, answer) ?? answer;
  const isRaw = typeof changed.body === "string" || changed.body instanceof Uint8Array;
  outgoing.writeHead(changed.status, { "content-type": changed.type });
  outgoing.end(isRaw ? changed.body : JSON.stringify(changed.body));
}
