import { execFileSync, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";

/** A host of git repositories: git's own smart HTTP (git-http-backend(1)) behind TLS on loopback. */
export interface GitHost {
  /** `https://127.0.0.1:port`. */
  url: string;
  /** The certificate that it shows, as a file. */
  certificates: string;
  /** What was asked, as `METHOD path`. */
  asked: string[];
  close(): Promise<void>;
}

/** `root` holds the repositories; `before` may answer a request in its stead (true: it did). */
export async function startGitHost(
  root: string,
  before: (request: IncomingMessage, answer: ServerResponse) => boolean = () => false,
): Promise<GitHost> {
  const [key, certificates] = [join(root, "key.pem"), join(root, "certificate.pem")];
  const names = ["-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1,DNS:localhost"];
  const made = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", key, "-out", certificates];
  execFileSync("openssl", ["req", "-x509", "-days", "2", ...made, ...names], { stdio: "ignore" });
  const asked: string[] = [];
  const server = createServer({ key: readFileSync(key), cert: readFileSync(certificates) }, (request, answer) => {
    asked.push(`${request.method} ${request.url}`);
    if (!before(request, answer)) serve(root, request, answer);
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `https://127.0.0.1:${port}`,
    certificates,
    asked,
    async close() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => void server.close(() => resolve()));
    },
  };
}

/** As a CGI program (RFC 3875). */
function serve(root: string, request: IncomingMessage, answer: ServerResponse): void {
  const { pathname, search } = new URL(request.url ?? "/", "https://host");
  const { headers } = request;
  const backend = spawn("git", ["http-backend"], {
    env: {
      PATH: process.env["PATH"],
      HOME: "/nonexistent",
      GIT_CONFIG_NOSYSTEM: "1",
      GIT_CONFIG_COUNT: "1",
      GIT_CONFIG_KEY_0: "safe.directory",
      GIT_CONFIG_VALUE_0: "*",
      GIT_PROJECT_ROOT: root,
      GIT_HTTP_EXPORT_ALL: "1",
      PATH_INFO: pathname,
      QUERY_STRING: search.slice(1),
      REQUEST_METHOD: request.method,
      CONTENT_TYPE: headers["content-type"],
      CONTENT_LENGTH: headers["content-length"],
      HTTP_CONTENT_ENCODING: headers["content-encoding"],
      GIT_PROTOCOL: headers["git-protocol"]?.toString(),
      REMOTE_ADDR: "127.0.0.1",
    },
    stdio: ["pipe", "pipe", "ignore"],
  });
  backend.stdin.on("error", () => {});
  request.pipe(backend.stdin);
  const chunks: Buffer[] = [];
  backend.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
  backend.on("close", () => {
    const whole = Buffer.concat(chunks);
    const end = whole.indexOf("\r\n\r\n");
    let status = 200;
    for (const line of whole.toString("latin1", 0, Math.max(0, end)).split("\r\n")) {
      const [, name = "", value = ""] = /^([^:]+): *(.*)$/.exec(line) ?? [];
      if (name.toLowerCase() === "status") status = Number.parseInt(value, 10);
      else if (name !== "") answer.setHeader(name, value);
    }
    answer.writeHead(end < 0 ? 500 : status).end(whole.subarray(end + 4));
  });
}
