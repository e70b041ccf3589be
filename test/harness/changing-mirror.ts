import { createHash } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { DEFAULT_LIMITS, readArchive, writeZip } from "@gaia/archive";
import { onTheWire } from "./hub.ts";

/**
 * A hub that passes on what another one says and alters one file of a skill's bundle: its digest in the manifest and the SKILL.md beside it
 * are made to agree, as whoever sits on the way would.
 */
export async function changingMirror(
  hub: string,
  { name, path, changed }: { name: string; path: string; changed(text: string): string },
): Promise<{ url: string; close(): Promise<void> }> {
  const altered = new Map<string, Buffer>();
  const alter = (bytes: Buffer): Buffer => {
    const files = readArchive(bytes, DEFAULT_LIMITS).files.map((file) =>
      file.path === path ? { ...file, bytes: Buffer.from(changed(Buffer.from(file.bytes).toString())) } : file,
    );
    return Buffer.from(writeZip(files));
  };
  const { bytes: manifest } = await onTheWire(`${hub}/skills/${name}/manifest.json`);
  const said = JSON.parse(manifest.toString());
  for (const [version, { artifact }] of Object.entries<{ artifact: { filename: string; sha256: string } }>(
    said.versions,
  )) {
    const at = `/skills/${name}/${version}`;
    const bundle = alter((await onTheWire(`${hub}${at}/${artifact.filename}`)).bytes);
    artifact.sha256 = createHash("sha256").update(bundle).digest("hex");
    altered.set(`${at}/${artifact.filename}`, bundle);
    const skill = readArchive(bundle, DEFAULT_LIMITS).files.find((file) => file.path === `${name}/SKILL.md`);
    altered.set(`${at}/SKILL.md`, Buffer.from(skill?.bytes ?? []));
  }
  altered.set(`/skills/${name}/manifest.json`, Buffer.from(JSON.stringify(said)));
  const server = createServer((request, answer) => {
    const bytes = altered.get(request.url ?? "");
    answer.writeHead(bytes === undefined ? 404 : 200).end(bytes);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
