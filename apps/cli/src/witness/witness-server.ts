import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { addCheckpoint, MAX_REQUEST_BYTES, type WitnessCtx } from "@gaia/log";

/** What became of a request, for the witness's own log. */
export interface WitnessEvent {
  status: number;
  reason: string;
}

const PATH = "/add-checkpoint";

/** A witness as an HTTP server (C2SP tlog-witness): one address that takes POST, bounded in bytes and in time. */
export function witnessServer(ctx: WitnessCtx, tell: (event: WitnessEvent) => void): Server {
  const server = createServer((request, response) => {
    void answer(ctx, request, response).then(tell, (error: unknown) => {
      // Nothing was cosigned; the sender learns no more than that.
      if (!response.headersSent) response.writeHead(500, { "content-type": "text/plain; charset=utf-8" });
      response.end();
      tell({ status: 500, reason: error instanceof Error ? error.message : "failed" });
    });
  });
  server.requestTimeout = 30_000;
  server.headersTimeout = 10_000;
  server.maxRequestsPerSocket = 1000;
  return server;
}

async function answer(ctx: WitnessCtx, request: IncomingMessage, response: ServerResponse): Promise<WitnessEvent> {
  const path = request.url?.split("?", 1)[0];
  if (path !== PATH) return refuse(response, 404, "no such address");
  if (request.method !== "POST") return refuse(response, 405, "this address takes POST", { allow: "POST" });
  const body = await readBody(request);
  if (body === null) return refuse(response, 413, "the request is too long", { connection: "close" });
  const { status, contentType, body: said, reason } = await addCheckpoint(ctx, body);
  response.writeHead(status, { "content-type": contentType }).end(said);
  return { status, reason };
}

function refuse(
  response: ServerResponse,
  status: number,
  reason: string,
  headers: Record<string, string> = {},
): WitnessEvent {
  response.writeHead(status, { "content-type": "text/plain; charset=utf-8", ...headers }).end(`${reason}\n`);
  return { status, reason };
}

/** Null for a body beyond the limit. */
async function readBody(request: IncomingMessage): Promise<Uint8Array | null> {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    sizeBytes += chunk.byteLength;
    if (sizeBytes > MAX_REQUEST_BYTES) return null;
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}
