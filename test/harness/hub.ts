import { createHash } from "node:crypto";
import { gunzipSync } from "node:zlib";
import { DEFAULT_LIMITS, type PackageFile, readArchive } from "@gaia/archive";
import type { SampleFiles } from "./samples.ts";

/** A skill as GAIA's own client writes it: its block in `metadata.gaia`. */
export function hubFiles(options: {
  name: string;
  version?: string | null;
  tier?: string | null;
  permissions?: string[];
  body?: string;
}): SampleFiles {
  const {
    name,
    version = "1.0.0",
    tier = "experimental",
    permissions = ["network:read"],
    body = "Say hello.",
  } = options;
  const granted = permissions.map((one) => `      - ${one}\n`).join("");
  return {
    "SKILL.md": [
      `---\nname: ${name}\ndescription: Says hello in the terminal when somebody asks ${name} for a greeting\nlicense: MIT\n`,
      version === null ? "" : `version: ${version}\n`,
      `metadata:\n  gaia:\n`,
      tier === null ? "" : `    security_tier: ${tier}\n`,
      `    permissions:\n${granted}`,
      "    tools:\n      - name: greet\n        description: Return a greeting\n",
      "        parameters:\n          name: {type: string, required: true}\n",
      `---\n\n# ${name}\n\n${body}\n`,
    ].join(""),
    "tools.py": [
      "from gaia.agents.base.tools import tool\n\n\n@tool\n",
      'def greet(name: str) -> dict:\n    """Return a greeting."""\n    return {"message": f"Hello, {name}!"}\n',
    ].join(""),
  };
}

/** One request as it goes over the wire: nothing is unpacked on the way. */
export async function onTheWire(
  url: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; headers: Headers; bytes: Buffer; sha256: string }> {
  const { request } = await import("node:http");
  return await new Promise((resolve, reject) => {
    request(url, { headers, timeout: 30_000 }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on("data", (chunk: Buffer) => chunks.push(chunk));
      answer.on("error", reject);
      answer.on("end", () => {
        const bytes = Buffer.concat(chunks);
        const all = new Headers();
        for (const [name, value] of Object.entries(answer.headers)) all.set(name, String(value));
        const sha256 = createHash("sha256").update(bytes).digest("hex");
        resolve({ status: answer.statusCode ?? 0, headers: all, bytes, sha256 });
      });
    })
      .on("error", reject)
      .end();
  });
}

/** What `index.json` lists, for whoever the headers say. */
// oxlint-disable-next-line typescript/no-explicit-any -- tests read what they look for
export async function hubIndex(hub: string, headers: Record<string, string> = {}): Promise<Record<string, any>[]> {
  const { status, headers: said, bytes } = await onTheWire(`${hub}/index.json`, headers);
  if (status !== 200) throw new Error(`index.json: ${status} ${bytes.toString()}`);
  const text = said.get("content-encoding") === "gzip" ? gunzipSync(bytes) : bytes;
  return JSON.parse(text.toString()).agents;
}

export const basic = (token: string): Record<string, string> => ({
  authorization: `Basic ${Buffer.from(`any:${token}`).toString("base64")}`,
});

/** The files of a bundle, by the path that they have in it. */
export const bundled = (bytes: Uint8Array): Map<string, string> =>
  new Map(
    readArchive(bytes, DEFAULT_LIMITS).files.map((file: PackageFile) => [
      file.path,
      Buffer.from(file.bytes).toString(),
    ]),
  );
