import type { Server } from "node:http";
import type { Duplex } from "node:stream";
import { RequestError } from "@hono/node-server";
import type { Hands } from "../terms/hands.ts";
import type { RefusalCode } from "../terms/refusal.ts";
import type { Problems } from "./problem.ts";

/** What is needed to answer where there is no context. */
export interface Unreadable {
  edge: Pick<Hands, "log" | "publicUrl" | "always">;
  problems: Pick<Problems<RefusalCode>, "bytes">;
}

type Refusal = readonly [status: number, reason: string, detail: string];

const STATUS: Record<string, Refusal> = {
  HPE_HEADER_OVERFLOW: [431, "Request Header Fields Too Large", "The headers of the request are too long."],
  ERR_HTTP_REQUEST_TIMEOUT: [408, "Request Timeout", "The request did not arrive in time."],
};
const MALFORMED: Refusal = [400, "Bad Request", "The request is not HTTP."];
const NO_PROXY: Refusal = [405, "Method Not Allowed", "This is no proxy."];

/** How long a refused client has to take its answer. */
const LINGER_MS = 1_000;

/** Tells those whose bytes are no request, which no route ever sees, what every other refusal is told: a problem. */
export function refuseUnreadable(server: Server, { edge, problems }: Unreadable): void {
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    if (!socket.writable || error.code === "ECONNRESET") return void socket.destroy();
    end(socket, { edge, problems }, STATUS[error.code ?? ""] ?? MALFORMED);
  });
  // Node hands CONNECT to nobody and closes the connection without a word.
  server.on("connect", (_request, socket) => end(socket, { edge, problems }, NO_PROXY));
}

function end(socket: Duplex, { edge, problems }: Unreadable, [status, reason, detail]: Refusal): void {
  const { body, headers } = problems.bytes(edge.publicUrl(), {
    code: status === 405 ? "method_not_allowed" : "invalid_request",
    status,
    detail,
    requestId: crypto.randomUUID(),
  });
  const allow = status === 405 ? { allow: "GET, HEAD, POST" } : {};
  const lines = {
    ...headers,
    ...allow,
    ...edge.always,
    "content-length": Buffer.byteLength(body),
    connection: "close",
  };
  const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}\r\n`);
  // Nobody else listens to a socket that HTTP let go: a client that breaks off must not end the process.
  socket.on("error", () => socket.destroy());
  // What it still sends is thrown away, so that the answer arrives; then it is hung up on, whatever it does.
  socket.resume();
  socket.end(`HTTP/1.1 ${status} ${reason}\r\n${head.join("")}\r\n${body}`);
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

/** The same for what is HTTP and still names nothing: a Host that is none, a backslash in the path. */
export function answerUnreadable({ edge, problems }: Unreadable, error: unknown): Response {
  const requestId = crypto.randomUUID();
  const isTheirs = error instanceof RequestError;
  if (!isTheirs) edge.log.error({ event: "request_failed", request_id: requestId, err: error }, "unexpected error");
  const { status, body, headers } = problems.bytes(edge.publicUrl(), {
    code: isTheirs ? "invalid_request" : "internal",
    detail: isTheirs ? "The request names no address here." : "Something went wrong here.",
    requestId,
  });
  return new Response(body, { status, headers });
}
