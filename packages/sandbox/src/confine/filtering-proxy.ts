import { chmodSync } from "node:fs";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { connect, isIP, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import { readClientHello } from "./client-hello.ts";
import type { Denial, Network } from "./confined.ts";
import { addressOf, type Destination } from "./host-filter.ts";

const READING = new Set(["GET", "HEAD", "OPTIONS"]);
const CONNECT_MS = 15_000;
const MAX_DENIALS = 100;
const LAST_PORT = 65_535;

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
  // What a program or a host sends ends its own connection, and nothing else: neither this process nor another command's.
  const server = createServer((incoming, answer) => {
    forward(traffic, incoming, answer).catch(() => answer.destroy());
  });
  server.on("connection", (socket) => traffic.keep(socket));
  server.on("connect", ({ url = "" }: IncomingMessage, client: Duplex, head: Buffer) => {
    tunnel(traffic, { asked: url, client: traffic.keep(client), head }).catch(() => client.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(filter.socketPath, resolve);
  });
  server.on("error", () => {});
  // Its directory keeps everybody else out; inside, it is another user that connects.
  chmodSync(filter.socketPath, 0o666);
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
  const sent = READING.has(method) && bringsBody(incoming) ? `${method} with a body` : method;
  const mayAsk = network.methods === "all" || READING.has(sent);
  const found = mayAsk ? await addressOf(network, destination) : "denied";
  if (found === "unknown") return refuse(answer, 502, unknownHost(destination));
  if (found === "denied" || found === "near") {
    traffic.deny({ kind: "network", ...destination, method: sent, ...(found === "near" ? { isNear: true } : {}) });
    return refuse(
      answer,
      403,
      found === "near" ? nearSentence(destination) : sentenceOf(destination, mayAsk ? null : sent),
    );
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
    if (!answered(answer, response))
      return refuse(answer, 502, `${destination.host} answers something that is no HTTP`);
    response.on("data", count);
    response.pipe(answer);
  });
  incoming.on("data", count);
  incoming.pipe(onward);
}

/**
 * A body of a request that reads is data that is sent; and a server that reads none of it takes it for the next request (RFC 9110 §9.3.1),
 * of whatever method.
 */
const bringsBody = ({ headers }: IncomingMessage): boolean =>
  headers["transfer-encoding"] !== undefined || !/^0*$/.test(headers["content-length"] ?? "");

/** False: its status or its headers are none that can be passed on (a status of 099 or 999, bytes that no header has). */
function answered(answer: ServerResponse, response: IncomingMessage): boolean {
  const { statusCode = 0, headers } = response;
  try {
    if (statusCode >= 200 && statusCode < 600) answer.writeHead(statusCode, headers);
  } catch {
    for (const name of answer.getHeaderNames()) answer.removeHeader(name);
  }
  if (!answer.headersSent) response.destroy();
  return answer.headersSent;
}

/** Where only reading is granted nothing but TLS passes; else whatever is sent. Of TLS only where it goes can be seen. */
async function tunnel(traffic: Traffic, input: { asked: string; client: Duplex; head: Buffer }): Promise<void> {
  const { client, head } = input;
  const [, host = "", port = ""] = /^(.+):(\d{1,5})$/.exec(input.asked) ?? [];
  const destination = { host: unbracketed(host), port: Number(port) };
  const refuseTunnel = (status: string, sentence: string): void => {
    client.end(`HTTP/1.1 ${status}\r\ncontent-type: text/plain\r\n\r\n${sentence}\n`);
  };
  const isReading = traffic.network.methods === "read";
  const isPort = destination.port >= 1 && destination.port <= LAST_PORT;
  if (!isPort)
    return refuseTunnel("400 Bad Request", "a tunnel is asked for as host:port, with a port from 1 to 65535");
  const found = await addressOf(traffic.network, destination, isReading ? "tunnel" : "plain");
  if (found === "unknown") return refuseTunnel("502 Bad Gateway", unknownHost(destination));
  if (found === "denied" || found === "near") {
    traffic.deny({ kind: "network", ...destination, method: null, ...(found === "near" ? { isNear: true } : {}) });
    return refuseTunnel("403 Forbidden", found === "near" ? nearSentence(destination) : sentenceOf(destination, null));
  }
  const onward = traffic.keep(connect({ host: found.address, port: destination.port, timeout: CONNECT_MS }));
  onward.once("timeout", () => onward.destroy());
  onward.once("error", () => refuseTunnel("502 Bad Gateway", `${destination.host} does not answer`));
  onward.once("connect", () => {
    onward.setTimeout(0);
    client.write("HTTP/1.1 200 Connection established\r\n\r\n");
    client.on("data", traffic.count);
    onward.on("data", traffic.count);
    if (isReading) return passTls(traffic, { destination, client, onward, head });
    if (head.length > 0) onward.write(head);
    client.pipe(onward).pipe(client);
  });
  client.once("close", () => onward.destroy());
  onward.once("close", () => client.destroy());
}

interface Tunnel {
  destination: Destination;
  client: Duplex;
  onward: Socket;
  head: Buffer;
}

/**
 * Passes a tunnel on once both ends have begun with TLS: the hello has to name the host that was asked for, and none where that is an
 * address. What follows the hello waits for an answer in TLS, so that no server takes it for something else.
 */
function passTls(traffic: Traffic, { destination, client, onward, head }: Tunnel): void {
  let sent = head;
  let isNamed = false;
  const close = (): void => {
    client.destroy();
    onward.destroy();
  };
  const end = (): void => {
    traffic.deny({ kind: "network", ...destination, method: "CONNECT" });
    close();
  };
  const late = setTimeout(close, CONNECT_MS);
  client.once("close", () => clearTimeout(late));
  client.once("end", close);
  const onSent = (chunk: Buffer): void => {
    sent = sent.length === 0 ? chunk : Buffer.concat([sent, chunk]);
    const first = isNamed ? "more" : readClientHello(sent);
    if (first === "more") return sent.length > MOST_WAITING_BYTES ? end() : undefined;
    if (first === "other" || !isNameOf(destination, first.serverName)) return end();
    isNamed = true;
    onward.write(sent);
    sent = NOTHING;
  };
  client.on("data", onSent);
  onward.once("data", (chunk: Buffer) => {
    clearTimeout(late);
    if (!isNamed || !TLS_ANSWERS.has(chunk[0] ?? 0)) return end();
    client.off("data", onSent).off("end", close);
    client.write(chunk);
    if (sent.length > 0) onward.write(sent);
    client.pipe(onward).pipe(client);
  });
  if (head.length > 0) {
    sent = NOTHING;
    onSent(head);
  }
}

const NOTHING = Buffer.alloc(0);
const MOST_WAITING_BYTES = 128 * 1024;
/** A handshake or an alert (RFC 8446 §5.1). */
const TLS_ANSWERS = new Set([22, 21]);

const isNameOf = ({ host }: Destination, serverName: string | null): boolean =>
  isIP(host) ? serverName === null : serverName?.toLowerCase() === host.toLowerCase().replace(/\.$/, "");

const unbracketed = (host: string): string => host.replace(/^\[|\]$/g, "");

const unknownHost = ({ host }: Destination): string => `${host} has no address: its name does not resolve.`;

const nearSentence = ({ host }: Destination): string => `${host} leads to no public address, and that was not allowed.`;

const sentenceOf = ({ host, port }: Destination, method: string | null): string =>
  method === null
    ? `This skill may not reach ${host}:${port}.`
    : `This skill may read from the network, and ${method} to ${host} writes.`;

function refuse(answer: ServerResponse, status: number, sentence: string): void {
  answer.writeHead(status, { "content-type": "text/plain", connection: "close" });
  answer.end(`${sentence}\n`);
}
