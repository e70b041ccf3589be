import { readFileSync } from "node:fs";
import type { PlainRoute } from "../mount.ts";
import { problem } from "../problem.ts";

/** The command line that this registry serves, as its build left it. */
export interface ServedCli {
  version: string;
  /** Hex, of the tarball. */
  sha256: string;
  size_bytes: number;
}

const DIST = new URL("../../../../cli/dist/", import.meta.url);

/** What `npm start` and the image build; null in a process that was started without the build. */
export function findServedCli(): { about: ServedCli; tarball: Uint8Array<ArrayBuffer> } | null {
  try {
    // Written by apps/cli/build/main.ts beside the tarball.
    const about = JSON.parse(readFileSync(new URL("gaia-skill.json", DIST), "utf8")) as ServedCli;
    return { about, tarball: new Uint8Array(readFileSync(new URL("gaia-skill.tgz", DIST))) };
  } catch {
    return null;
  }
}

/** `GET /cli/gaia-skill.tgz`: a package as npm and npx install it from an address, with its digest (RFC 9530). */
export const cliRoute = (served: ReturnType<typeof findServedCli>): PlainRoute => ({
  method: "GET",
  path: "/cli/gaia-skill.tgz",
  policy: { access: "anyone", cache: "static" },
  answer(c) {
    if (served === null) {
      return problem(c, "not_found", "This registry was started without its build: run it with `npm start`.");
    }
    const { about, tarball } = served;
    const etag = `"${about.sha256}"`;
    const headers = {
      etag,
      "cache-control": "no-cache",
      "repr-digest": `sha-256=:${Buffer.from(about.sha256, "hex").toString("base64")}:`,
    };
    if (c.req.header("if-none-match") === etag) return c.body(null, 304, headers);
    return c.body(tarball, 200, {
      ...headers,
      "content-type": "application/gzip",
      "content-disposition": `attachment; filename="gaia-skill-${about.version}.tgz"`,
    });
  },
});
