import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import type { CliHome } from "./cli-process.ts";

const BIN = fileURLToPath(new URL("../bin/gaia.js", import.meta.url));

/** The SDK's own client at the command line's server. */
export interface McpSession {
  client: Client;
  /** What the server wrote to standard error so far. */
  stderr(): string;
  /** The methods of notifications that came, in order, and the texts of logged ones. */
  told: string[];
  logged: unknown[];
  /** Resolves once the server's process is gone. */
  close(): Promise<void>;
}

/** Starts `serve --mcp` in a directory and connects to it; `isModern`: as of revision 2026-07-28, else 2025-11-25. */
export async function connectMcp(
  home: CliHome,
  options: { cwd?: string; args?: string[]; isModern?: boolean } = {},
): Promise<McpSession> {
  const { cwd = home.dir, args = [], isModern = false } = options;
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [BIN, "skill", "serve", "--mcp", ...args],
    env: { PATH: process.env["PATH"] ?? "", HOME: home.dir, GAIA_HOME: `${home.dir}/home`, TMPDIR: home.dir },
    cwd,
    stderr: "pipe",
  });
  let stderr = "";
  transport.stderr?.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
  const client = new Client(
    { name: "test", version: "1.0.0" },
    { versionNegotiation: { mode: isModern ? { pin: "2026-07-28" } : "legacy" } },
  );
  const told: string[] = [];
  const logged: unknown[] = [];
  client.fallbackNotificationHandler = async ({ method, params }) => {
    told.push(method);
    if (method === "notifications/message") logged.push(params?.["data"]);
  };
  await client.connect(transport);
  return { client, told, logged, stderr: () => stderr, close: () => client.close() };
}
