import { randomBytes } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { localServices, type ServiceName } from "./local-services.ts";

const NAMES: ReadonlySet<string> = new Set<ServiceName>([
  "postgres",
  "redis",
  "s3",
  "meilisearch",
  "versitygw",
  "chromium",
  "gpg",
  "softhsm",
  "bubblewrap",
  "git",
  "curl",
  "squid",
  "tinyproxy",
  "nginx",
  "pgbouncer",
  "haproxy",
  "caddy",
  "promtool",
  "compose_check",
  "api_generators",
  "tessera_fsck",
  "skills_ref",
  "apm",
  "clawhub",
  "gaia_clients",
  "skills_cli",
  "agents",
  "frameworks",
  "bill_readers",
  "schemathesis",
  "mcp_inspector",
  "pytest",
  "scanners",
]);

/**
 * Runs once per vitest run, before the first suite. Suites live in processes of their own and ask this one, over loopback, for services;
 * so each service is started when the first suite needs it, once, and ends with the run.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const services = localServices();
  const secret = randomBytes(16).toString("hex");
  const broker = createServer((request, response) => {
    const [, given, name = ""] = (request.url ?? "").split("/");
    if (given !== secret || !NAMES.has(name)) {
      response.writeHead(404).end();
      return;
    }
    // the name is one of the set's
    void services.find(name as ServiceName).then((service) => response.end(JSON.stringify(service)));
  });
  await new Promise<void>((resolve) => broker.listen(0, "127.0.0.1", resolve));
  const { port } = broker.address() as AddressInfo; // a TCP server has an AddressInfo
  process.env["TEST_HARNESS_URL"] = `http://127.0.0.1:${port}/${secret}`;

  return async () => {
    broker.closeAllConnections();
    broker.close();
    await services.stop();
  };
}
