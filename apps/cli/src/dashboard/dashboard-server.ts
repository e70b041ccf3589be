import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What a form asks for. */
export interface Switch {
  place: string;
  name: string;
  enabled: boolean;
}

/** What became of it, in sentences. */
export interface Said {
  isDone: boolean;
  lines: readonly string[];
}

export interface Dashboard {
  style: string;
  /** The whole document. Its forms post to `action` and carry `form` under that name. */
  page(at: { action: string; form: string; styleAddress: string; said: Said | null }): Promise<string>;
  turn(wanted: Switch): Promise<Said>;
}

const COOKIE = "gaia_dashboard";
const MOST_BODY_BYTES = 4_096;
const USED =
  "This address was used, or is not the one of this dashboard. `gaia-skill dashboard` opens a new one each time.";

const HEADERS = {
  "content-security-policy":
    "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
  "referrer-policy": "same-origin",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "cache-control": "no-store",
};

/**
 * A page for one browser of this machine. `token` opens it once: programs that open browsers show addresses to whoever lists processes.
 * From then on a cookie counts, at an address of its own, so that no server on another port of this machine is sent it.
 */
export function dashboardServer(
  dashboard: Dashboard,
  { token = randomBytes(32).toString("base64url") } = {},
): {
  server: Server;
  token: string;
} {
  // Drawn, and not derived from the token: that stays readable in lists of processes and in histories.
  const drawn = (): string => randomBytes(32).toString("base64url");
  const visit: Visit = {
    dashboard,
    token,
    base: `/${drawn().slice(0, 22)}/`,
    cookie: drawn(),
    form: drawn(),
    isOpened: false,
    said: null,
  };
  const server = createServer((request, response) => {
    void answer(visit, request, response).catch(() => {
      // The reader learns no more than that.
      if (!response.headersSent) send(response, 500, "The page could not be made.\n");
      response.end();
    });
  });
  server.requestTimeout = 30_000;
  server.headersTimeout = 10_000;
  return { server, token };
}

interface Visit {
  dashboard: Dashboard;
  token: string;
  base: string;
  cookie: string;
  form: string;
  isOpened: boolean;
  /** What was just done, for the next page. */
  said: Said | null;
}

async function answer(visit: Visit, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { port } = request.socket.address() as AddressInfo; // what a TCP socket has
  const origin = `http://127.0.0.1:${port}`;
  // A name that a stranger's DNS leads to this machine is none of ours.
  if (request.headers.host !== new URL(origin).host)
    return send(response, 421, "This is no address of the dashboard.\n");
  const url = URL.parse(request.url ?? "", origin);
  if (url === null) return send(response, 400, "This is no address.\n");
  if (url.pathname === "/") return open(visit, { url, request, response });
  if (!isSame(url.pathname.slice(0, visit.base.length), visit.base) || !hasCookie(request, visit.cookie))
    return send(response, 403, `${USED}\n`);
  const path = url.pathname.slice(visit.base.length);
  if (path === "switch") return turn(visit, { origin, request, response });
  if (request.method !== "GET" && request.method !== "HEAD")
    return send(response, 405, "This address takes GET.\n", { allow: "GET" });
  if (path === "style.css")
    return send(response, 200, visit.dashboard.style, { "content-type": "text/css; charset=utf-8" });
  if (path !== "") return send(response, 404, "There is no such page.\n");
  const { said } = visit;
  visit.said = null;
  const { base, form } = visit;
  const page = await visit.dashboard.page({ action: `${base}switch`, styleAddress: `${base}style.css`, form, said });
  send(response, 200, page, { "content-type": "text/html; charset=utf-8" });
}

interface Asked {
  request: IncomingMessage;
  response: ServerResponse;
}

function open(visit: Visit, { url, request, response }: Asked & { url: URL }): void {
  if (request.method !== "GET") return send(response, 405, "This address takes GET.\n", { allow: "GET" });
  if (visit.isOpened || !isSame(url.searchParams.get("token") ?? "", visit.token))
    return send(response, 403, `${USED}\n`);
  visit.isOpened = true;
  const cookie = `${COOKIE}=${visit.cookie}; Path=${visit.base}; HttpOnly; SameSite=Strict`;
  send(response, 303, "", { location: visit.base, "set-cookie": cookie });
}

async function turn(visit: Visit, { origin, request, response }: Asked & { origin: string }): Promise<void> {
  if (request.method !== "POST") return send(response, 405, "This address takes POST.\n", { allow: "POST" });
  if (!isFromHere(request, origin)) return send(response, 403, "Only a form of the dashboard is taken.\n");
  const body = await readBody(request);
  if (body === null) return send(response, 413, "The form is too long.\n", { connection: "close" });
  const fields = new URLSearchParams(body);
  if (!isSame(fields.get("form") ?? "", visit.form))
    return send(response, 403, "Only a form of the dashboard is taken.\n");
  const [place, name, enabled] = ["place", "name", "enabled"].map((field) => fields.get(field) ?? "");
  if (!place || !name || (enabled !== "yes" && enabled !== "no"))
    return send(response, 400, "The form lacks a field.\n");
  visit.said = await visit.dashboard.turn({ place, name, enabled: enabled === "yes" });
  send(response, 303, "", { location: visit.base });
}

/** By what the browser says of the page that sent it; one that says nothing is refused. */
function isFromHere({ headers }: IncomingMessage, origin: string): boolean {
  const site = headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin") return false;
  return headers.origin === origin && headers["content-type"]?.split(";", 1)[0] === "application/x-www-form-urlencoded";
}

const hasCookie = ({ headers }: IncomingMessage, value: string): boolean =>
  (headers.cookie ?? "")
    .split(/; ?/)
    .some((each) => each.startsWith(`${COOKIE}=`) && isSame(each.slice(COOKIE.length + 1), value));

/** In a time that tells nothing of what is expected. */
function isSame(given: string, expected: string): boolean {
  const [a, b] = [given, expected].map((text) => createHmac("sha256", "length").update(text).digest()) as [
    Buffer,
    Buffer,
  ];
  return timingSafeEqual(a, b);
}

function send(response: ServerResponse, status: number, body: string, headers: Record<string, string> = {}): void {
  const type = body === "" ? {} : { "content-type": "text/plain; charset=utf-8" };
  response.writeHead(status, { ...HEADERS, ...type, ...headers }).end(response.req.method === "HEAD" ? "" : body);
}

/** Null for a body beyond the limit. */
async function readBody(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    sizeBytes += chunk.byteLength;
    if (sizeBytes > MOST_BODY_BYTES) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}
