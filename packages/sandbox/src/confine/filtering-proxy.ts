import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { connect } from "node:net";
import type { Duplex } from "node:stream";
import type { Denial, Network } from "./confined.ts";
import { addressOf, type Destination } from "./host-filter.ts";

const READING = new Set(["GET", "HEAD", "OPTIONS"]);
const CONNECT_MS = 15_000;
const MAX_DENIALS = 100;

export interface FilteringProxy {
  denials: Denial[];
  close(): void;
}

interface Filter {
  /** Where it listens: a path that does not exist yet. */
  socketPath: string;
  network: Network;
  networkBytes: number;
  /** Called once, when more was sent and received than `networkBytes`. */
  onFull: () => void;
}

/** What the connections of one proxy have in common. */
interface Traffic {
  network: Network;
  /** Keeps hold of a connection, to end it with the others. */
  keep<S extends Duplex>(socket: S): S;
  count(chunk: Buffer): void;
  deny(denial: Denial): void;
}

/**
 * An HTTP proxy (RFC 9110 §7.6, §9.3.6) on a socket of the file system. It resolves names itself and connects to what it resolved, so
 * that a name cannot mean one address when it is judged and another when it is used.
 */
export async function startFilteringProxy(filter: Filter): Promise<FilteringProxy> {
  const denials: Denial[] = [];
  const sockets = new Set<Duplex>();
  const endAll = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  const traffic: Traffic = {
    network: filter.network,
    keep(socket) {
      // A connection that is used again is held already.
      if (sockets.has(socket)) return socket;
      sockets.add(socket);
      socket.on("error", () => socket.destroy());
      socket.once("close", () => sockets.delete(socket));
      return socket;
    },
    count: counted(filter.networkBytes, () => {
      traffic.deny({ kind: "limit", what: "network" });
      endAll();
      filter.onFull();
    }),
    deny(denial) {
      const isKnown = denials.some((each) => JSON.stringify(each) === JSON.stringify(denial));
      if (!isKnown && denials.length < MAX_DENIALS) denials.push(denial);
    },
  };
  const server = createServer((incoming, answer) => void forward(traffic, incoming, answer));
  server.on("connection", (socket) => traffic.keep(socket));
  server.on("connect", ({ url = "" }: IncomingMessage, client: Duplex, head: Buffer) => {
    void tunnel(traffic, { asked: url, client: traffic.keep(client), head });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(filter.socketPath, resolve);
  });
  return {
    denials,
    close() {
      endAll();
      server.close();
    },
  };
}

/** Calls `onFull` with the first byte over the limit, once. */
function counted(limitBytes: number, onFull: () => void): (chunk: Buffer) => void {
  let passed = 0;
  return (chunk) => {
    const before = passed;
    passed += chunk.length;
    if (before <= limitBytes && passed > limitBytes) onFull();
  };
}

/** Plain HTTP: the method can be seen, and counts. */
async function forward(traffic: Traffic, incoming: IncomingMessage, answer: ServerResponse): Promise<void> {
  const { network, keep, count } = traffic;
  const url = URL.parse(incoming.url ?? "");
  const method = incoming.method ?? "GET";
  if (url?.protocol !== "http:") return refuse(answer, 400, "this proxy takes http:// addresses and CONNECT");
  const destination = { host: unbracketed(url.hostname), port: Number(url.port || 80) };
  const mayAsk = network.methods === "all" || READING.has(method);
  const found = mayAsk ? await addressOf(network, destination) : "denied";
  if (found === "unknown") return refuse(answer, 502, unknownHost(destination));
  if (found === "denied") {
    traffic.deny({ kind: "network", ...destination, method });
    return refuse(answer, 403, sentenceOf(destination, mayAsk ? null : method));
  }
  const { "proxy-authorization": _, "proxy-connection": __, ...given } = incoming.headers;
  // RFC 9112 §3.2.2: what the address says counts. Another host behind the same address is another host.
  const headers = { ...given, host: url.host };
  const path = url.pathname + url.search;
  const onward = request({ host: found.address, port: destination.port, method, path, headers, timeout: CONNECT_MS });
  onward.once("socket", keep);
  onward.once("timeout", () => onward.destroy());
  onward.once("error", () =>
    answer.headersSent ? answer.destroy() : refuse(answer, 502, `${destination.host} does not answer`),
  );
  onward.once("response", (response) => {
    answer.writeHead(response.statusCode ?? 502, response.headers);
    response.on("data", count);
    response.pipe(answer);
  });
  incoming.on("data", count);
  incoming.pipe(onward);
}

/** TLS, as a rule: only where it goes can be seen. */
async function tunnel(traffic: Traffic, input: { asked: string; client: Duplex; head: Buffer }): Promise<void> {
  const { client, head } = input;
  const [, host = "", port = ""] = /^(.+):(\d{1,5})$/.exec(input.asked) ?? [];
  const destination = { host: unbracketed(host), port: Number(port) };
  const refuseTunnel = (status: string, sentence: string): void => {
    client.end(`HTTP/1.1 ${status}\r\ncontent-type: text/plain\r\n\r\n${sentence}\n`);
  };
  const found = await addressOf(traffic.network, destination);
  if (found === "unknown") return refuseTunnel("502 Bad Gateway", unknownHost(destination));
  if (found === "denied") {
    traffic.deny({ kind: "network", ...destination, method: null });
    return refuseTunnel("403 Forbidden", sentenceOf(destination, null));
  }
  const onward = traffic.keep(connect({ host: found.address, port: destination.port, timeout: CONNECT_MS }));
  onward.once("timeout", () => onward.destroy());
  onward.once("error", () => refuseTunnel("502 Bad Gateway", `${destination.host} does not answer`));
  onward.once("connect", () => {
    onward.setTimeout(0);
    client.write("HTTP/1.1 200 Connection established\r\n\r\n");
    if (head.length > 0) onward.write(head);
    client.on("data", traffic.count);
    onward.on("data", traffic.count);
    client.pipe(onward).pipe(client);
  });
  client.once("close", () => onward.destroy());
  onward.once("close", () => client.destroy());
}

const unbracketed = (host: string): string => host.replace(/^\[|\]$/g, "");

const unknownHost = ({ host }: Destination): string => `${host} has no address: its name does not resolve.`;

const sentenceOf = ({ host, port }: Destination, method: string | null): string =>
  method === null
    ? `This skill may not reach ${host}:${port}.`
    : `This skill may read from the network, and ${method} to ${host} writes.`;

function refuse(answer: ServerResponse, status: number, sentence: string): void {
  answer.writeHead(status, { "content-type": "text/plain", connection: "close" });
  answer.end(`${sentence}\n`);
}
