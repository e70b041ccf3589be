import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** One message, as it came over the wire. */
export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests say what they expect of it
  json: any;
}

export interface HookReceiver {
  url: string;
  received: Received[];
  /** What it answers from now on; 204 at first. */
  answer(how: (response: ServerResponse, message: Received) => void): void;
  close(): Promise<void>;
}

/** A receiver of webhooks on loopback. */
export async function hookReceiver(port = 0): Promise<HookReceiver> {
  const received: Received[] = [];
  let how = (response: ServerResponse, _message: Received): void => void response.writeHead(204).end();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = Buffer.concat(chunks).toString("utf8");
      const message = { path: request.url ?? "", headers: request.headers, body, json: JSON.parse(body) };
      received.push(message);
      how(response, message);
    });
  });
  await new Promise<void>((resolve) => void server.listen(port, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    answer(next) {
      how = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
