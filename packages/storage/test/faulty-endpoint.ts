import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";

/** What the endpoint does to one request, in place of passing it on untouched. */
export type Fault =
  | "answer-500"
  | "answer-503-html"
  | "answer-404-html"
  | "hang"
  | "reset"
  | "cut-body"
  | "stall-body"
  | "flip-bit"
  /** A shorter body with a length to match: nothing in HTTP gives it away. */
  | "drop-tail";

export interface FaultyEndpoint {
  url: string;
  /** The faults of the next requests, in order; afterwards all pass. */
  plan(...faults: (Fault | "pass")[]): void;
  /** The fault of every request until told otherwise. */
  always(fault: Fault | null): void;
  /** Requests seen since the last plan. */
  requests(): number;
  close(): Promise<void>;
}

/** An HTTP server in front of a real S3 server that passes requests on as they are (so that signatures hold) or spoils them as planned. */
export async function faultyEndpoint(target: string): Promise<FaultyEndpoint> {
  let planned: (Fault | "pass")[] = [];
  let standing: Fault | null = null;
  let seen = 0;
  const sockets = new Set<Socket>();
  const server = createServer((incoming, outgoing) => {
    seen++;
    const fault = planned.shift() ?? standing ?? "pass";
    void serve({ target, fault, incoming, outgoing });
  });
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // a TCP server has an AddressInfo

  return {
    url: `http://127.0.0.1:${port}`,
    plan(...faults) {
      planned = faults;
      standing = null;
      seen = 0;
    },
    always(fault) {
      planned = [];
      standing = fault;
      seen = 0;
    },
    requests: () => seen,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function serve(input: {
  target: string;
  fault: Fault | "pass";
  incoming: IncomingMessage;
  outgoing: ServerResponse;
}): Promise<void> {
  const { target, fault, incoming, outgoing } = input;
  const body = await collect(incoming);
  if (fault === "hang") return;
  if (fault === "reset") return void incoming.socket.resetAndDestroy();
  if (fault === "answer-500") return void outgoing.writeHead(500).end(XML_500);
  if (fault === "answer-503-html")
    return void outgoing.writeHead(503, { "content-type": "text/html" }).end("<h1>busy</h1>");
  if (fault === "answer-404-html")
    return void outgoing.writeHead(404, { "content-type": "text/html" }).end("<h1>nothing here</h1>");

  const answer = await forward(target, incoming, body);
  const half = Math.floor(answer.body.length / 2);
  if (fault === "cut-body" || fault === "stall-body") {
    outgoing.writeHead(answer.status, answer.headers);
    outgoing.write(answer.body.subarray(0, half), () => fault === "cut-body" && incoming.socket.destroy());
    return;
  }
  if (fault === "flip-bit") answer.body[half] = (answer.body[half] ?? 0) ^ 1;
  const sent = fault === "drop-tail" ? answer.body.subarray(0, half) : answer.body;
  // A HEAD answer names the length of a body that it does not have.
  if (fault === "drop-tail") answer.headers["content-length"] = String(sent.length);
  outgoing.writeHead(answer.status, answer.headers).end(sent);
}

const XML_500 = "<?xml version='1.0'?><Error><Code>InternalError</Code><Message>injected</Message></Error>";

interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

function forward(target: string, incoming: IncomingMessage, body: Buffer): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { method = "GET", url = "/", headers } = incoming;
    const { hostname, port } = new URL(target);
    const passed = request({ hostname, port, method, path: url, headers }, (answer) => {
      void collect(answer).then((received) =>
        resolve({ status: answer.statusCode ?? 502, headers: answer.headers, body: received }),
      );
    });
    passed.once("error", reject);
    passed.end(body);
  });
}

async function collect(stream: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer); // a request without an encoding gives buffers
  return Buffer.concat(chunks);
}
