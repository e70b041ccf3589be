import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** Packs distributions that are installed beside this Python as wheels again. */
const PACK = `
import importlib.metadata as metadata, re, sys, zipfile
out, waiting, done = sys.argv[1], sys.argv[2:], set()
while waiting:
    name = re.sub(r"[-_.]+", "-", waiting.pop()).lower()
    if name in done: continue
    try: found = metadata.distribution(name)
    except metadata.PackageNotFoundError: continue
    done.add(name)
    waiting += [re.match(r"[A-Za-z0-9._-]+", one).group() for one in found.requires or [] if "extra" not in one]
    stem = name.replace("-", "_")
    with zipfile.ZipFile(f"{out}/{stem}-{found.version}-py3-none-any.whl", "w") as wheel:
        for file in found.files:
            if ".." in file.parts or file.suffix == ".pyc" or not file.locate().is_file(): continue
            if file.parts[0].endswith(".dist-info") and file.parts[-1] in ("INSTALLER", "REQUESTED", "direct_url.json"): continue
            wheel.writestr(re.sub(r"^[^/]+[.]dist-info", f"{stem}-{found.version}.dist-info", str(file)), file.locate().read_bytes())
`;

/** An index on loopback with pytest and what it needs, out of the installation that \`pytest\` belongs to. */
export async function startPythonIndex(pytest: string): Promise<{ url: string; close(): void }> {
  const directory = mkdtempSync(join(tmpdir(), "wheels-"));
  const script = readFileSync(pytest, "utf8").split("\n", 1)[0]?.slice(2).trim() ?? "";
  const python = /python/.test(script) ? script : join(dirname(pytest), "python3");
  execFileSync(python, ["-c", PACK, directory, "pytest"]);
  const wheels = readdirSync(directory);
  const server = createServer((request, response) => {
    const [, kind, name = ""] = (request.url ?? "").split("/");
    if (kind === "files" && wheels.includes(name)) return response.end(readFileSync(join(directory, name)));
    const own = wheels.filter((wheel) => wheel.split("-")[0] === name.replaceAll("-", "_"));
    response.writeHead(own.length === 0 ? 404 : 200, { "content-type": "text/html" });
    return response.end(own.map((wheel) => `<a href="/files/${wheel}">${wheel}</a>`).join("\n"));
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/simple`, // listening on TCP, so not a path
    close() {
      server.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
