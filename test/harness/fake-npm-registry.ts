import { createHash } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** Versions of each package, with what each needs. */
export type NpmPackages = Record<
  string,
  Record<string, { dependencies?: Record<string, string>; scripts?: object; license?: string }>
>;

export interface FakeNpmRegistry {
  url: string;
  /** Every path that was asked for, in order. */
  requests: string[];
  close(): Promise<void>;
}

/** A fake of npm's registry on loopback: what it knows of each package, and no archive of any. */
export async function startFakeNpmRegistry(packages: NpmPackages): Promise<FakeNpmRegistry> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const name = decodeURIComponent((request.url ?? "/").slice(1));
    requests.push(name);
    const versions = Object.hasOwn(packages, name) ? packages[name] : undefined;
    const { status, body } =
      versions === undefined
        ? { status: 404, body: { error: "Not found" } }
        : { status: 200, body: toDocument(name, versions, `http://${request.headers.host}`) };
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, // listening on TCP, so not a path
    requests,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function toDocument(name: string, versions: NonNullable<NpmPackages[string]>, url: string): object {
  const latest = Object.keys(versions).at(-1);
  return {
    name,
    "dist-tags": { latest },
    versions: Object.fromEntries(
      Object.entries(versions).map(([version, rest]) => [
        version,
        {
          name,
          version,
          ...rest,
          hasInstallScript: rest.scripts !== undefined,
          dist: {
            tarball: `${url}/${name}/-/x-${version}.tgz`,
            integrity: `sha512-${createHash("sha512").update(`${name}@${version}`).digest("base64")}`,
          },
        },
      ]),
    ),
  };
}
