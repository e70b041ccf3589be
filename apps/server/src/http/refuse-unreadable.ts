import type { Server } from "node:http";
import { RequestError } from "@hono/node-server";
import type { Services } from "../services.ts";
import { problemOf } from "./problem.ts";

const STATUS: Record<string, [status: number, reason: string, detail: string]> = {
  HPE_HEADER_OVERFLOW: [431, "Request Header Fields Too Large", "The headers of the request are too long."],
  ERR_HTTP_REQUEST_TIMEOUT: [408, "Request Timeout", "The request did not arrive in time."],
};
const MALFORMED = [400, "Bad Request", "The request is not HTTP."] as const;

/** Tells those whose bytes are no request, which no route ever sees, what every other refusal is told: a problem. */
export function refuseUnreadable(server: Server, services: Services): void {
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    if (!socket.writable || error.code === "ECONNRESET") return void socket.destroy();
    const [status, reason, detail] = STATUS[error.code ?? ""] ?? MALFORMED;
    const { body, headers } = problemOf(services.publicUrl(), {
      code: "invalid_request",
      status,
      detail,
      requestId: crypto.randomUUID(),
    });
    const lines = Object.entries({ ...headers, "content-length": Buffer.byteLength(body), connection: "close" });
    const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join("");
    socket.end(`HTTP/1.1 ${status} ${reason}\r\n${head}\r\n${body}`);
  });
}

/** The same for what is HTTP and still names nothing: a Host that is none, a backslash in the path. */
export function answerUnreadable(services: Services, error: unknown): Response {
  const requestId = crypto.randomUUID();
  const isTheirs = error instanceof RequestError;
  if (!isTheirs) services.log.error({ event: "request_failed", request_id: requestId, err: error }, "unexpected error");
  const { status, body, headers } = problemOf(services.publicUrl(), {
    code: isTheirs ? "invalid_request" : "internal",
    detail: isTheirs ? "The request names no address here." : "Something went wrong here.",
    requestId,
  });
  return new Response(body, { status, headers });
}
