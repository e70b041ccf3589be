import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { writeZip } from "@gaia/archive";

export interface PackageIndex {
  /** What PIP_INDEX_URL takes. */
  url: string;
  close(): Promise<void>;
}

/** What the requirements of an ordinary skill bring with them: name, version, what it needs, size. */
const PACKAGES: [name: string, version: string, needs: string[], sizeBytes: number][] = [
  ["requests", "2.32.5", ["charset_normalizer<4,>=2", "idna<4,>=2.5", "urllib3<3,>=1.21.1", "certifi"], 64_000],
  ["charset_normalizer", "3.4.4", [], 150_000],
  ["idna", "3.10", [], 70_000],
  ["urllib3", "2.5.0", [], 130_000],
  ["certifi", "2025.10.5", [], 160_000],
];

/**
 * A package index on loopback (PEP 503) with wheels that hold nothing: what a resolve costs without the way to an index. The
 * names are real, the packages are not.
 */
export async function startPackageIndex(): Promise<PackageIndex> {
  const wheels = new Map(PACKAGES.map((each) => [`${each[0]}-${each[1]}-py3-none-any.whl`, wheel(...each)]));
  const server = createServer((request, response) => {
    const [, kind, name = ""] = /^\/(simple|files)\/([^/]+)\/?$/.exec(request.url ?? "") ?? [];
    const bytes = kind === "files" ? wheels.get(name) : undefined;
    const listed = [...wheels.keys()].filter((each) => each.startsWith(`${name.replaceAll("-", "_")}-`));
    if (bytes) response.setHeader("content-length", bytes.byteLength).end(bytes);
    else if (kind === "simple" && listed.length > 0)
      response
        .setHeader("content-type", "text/html")
        .end(listed.map((each) => `<a href="/files/${each}">${each}</a>`).join("\n"));
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // a TCP server has an AddressInfo
  return {
    url: `http://127.0.0.1:${port}/simple`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function wheel(name: string, version: string, needs: string[], sizeBytes: number): Uint8Array {
  const info = `${name}-${version}.dist-info`;
  const lines = ["Metadata-Version: 2.1", `Name: ${name}`, `Version: ${version}`];
  const files = {
    [`${name}/data.bin`]: Uint8Array.from({ length: sizeBytes }, (_, at) => (at * 7919) % 251),
    [`${info}/METADATA`]: `${[...lines, ...needs.map((need) => `Requires-Dist: ${need}`)].join("\n")}\n`,
    [`${info}/WHEEL`]: "Wheel-Version: 1.0\nGenerator: bench\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    [`${info}/RECORD`]: "",
  };
  return writeZip(
    Object.entries(files).map(([path, content]) => ({
      path,
      bytes: typeof content === "string" ? new TextEncoder().encode(content) : content,
    })),
  );
}
