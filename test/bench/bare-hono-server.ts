import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type * as nodeServer from "@hono/node-server";
import type * as hono from "hono";
import { sha256Hex } from "@gaia/archive";

// The least that Hono can do: three bodies from memory, one of them with an ETag. Arguments: port, metadata, archive, proof.
const [port, metadataPath = "", archivePath = "", proofPath = ""] = process.argv.slice(2);

// The very packages that the server uses.
const server = createRequire(new URL("../../apps/server/package.json", import.meta.url));
const { Hono } = server("hono") as typeof hono;
const { serve } = server("@hono/node-server") as typeof nodeServer;

const metadata = readFileSync(metadataPath, "utf8");
const archive = new Uint8Array(readFileSync(archivePath));
const proof = readFileSync(proofPath, "utf8");
const etag = `"${sha256Hex(new TextEncoder().encode(metadata))}"`;

const app = new Hono();
app.get("/version", (c) => {
  const versionOf = (name: string) => /"version": "([^"]+)"/.exec(readFileSync(packageJsonOf(name), "utf8"))?.[1];
  return c.json({ version: `hono ${versionOf("hono")}, @hono/node-server ${versionOf("@hono/node-server")}` });
});
app.get("/metadata", (c) => {
  if (c.req.header("if-none-match") === etag) return c.body(null, 304, { etag });
  return c.body(metadata, 200, { "content-type": "application/json", etag });
});
app.get("/archive", (c) => c.body(archive, 200, { "content-type": "application/zip" }));
app.get("/proof", (c) => c.body(proof, 200, { "content-type": "application/json" }));
serve({ fetch: app.fetch, hostname: "127.0.0.1", port: Number(port) });

function packageJsonOf(name: string): string {
  const entry = server.resolve(name);
  return `${entry.slice(0, entry.lastIndexOf(`node_modules/${name}/`))}node_modules/${name}/package.json`;
}
