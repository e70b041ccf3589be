import type { PlainRoute } from "@gaia/edge";
import { readFileSync } from "node:fs";
import type { Context } from "hono";
import type { Env } from "./env.ts";
import { PROBLEM } from "@gaia/api";

/** The command line that this registry serves, as its build left it. */
export interface ServedCli {
  version: string;
  /** Hex, of the tarball. */
  sha256: string;
  size_bytes: number;
  /** Those of `packages/python`, by their file names, which pip reads. */
  wheels: { file: string; sha256: string }[];
}

type Served = ReturnType<typeof findServedCli>;

const DIST = new URL("../../../cli/dist/", import.meta.url);

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

/** `GET /cli/gaia-skill.tgz` and the wheels beside it: as npm and pip install them from an address, with their digests (RFC 9530). */
export const cliRoutes = (served: Served): PlainRoute<Env>[] => [
  {
    method: "GET",
    path: "/cli/gaia-skill.tgz",
    policy: { access: "anyone", cache: "static" },
    answer(c) {
      if (served === null)
        return PROBLEM.dialect.refuse(
          c,
          "not_found",
          "This registry was started without its build: run it with `npm start`.",
        );
      const { about, tarball } = served;
      const name = `gaia-skill-${about.version}.tgz`;
      return answerFile(c, { name, type: "application/gzip", bytes: tarball, sha256: about.sha256 });
    },
  },
  ...(served?.about.wheels ?? []).map(({ file, sha256 }): PlainRoute<Env> => ({
    method: "GET",
    path: `/cli/${file}`,
    policy: { access: "anyone", cache: "static" },
    answer(c) {
      const bytes = new Uint8Array(readFileSync(new URL(file, DIST)));
      return answerFile(c, { name: file, type: "application/zip", bytes, sha256 });
    },
  })),
];

function answerFile(
  c: Context<Env>,
  { name, type, bytes, sha256 }: { name: string; type: string; bytes: Uint8Array<ArrayBuffer>; sha256: string },
): Response {
  const etag = `"${sha256}"`;
  const headers = {
    etag,
    "cache-control": "no-cache",
    "repr-digest": `sha-256=:${Buffer.from(sha256, "hex").toString("base64")}:`,
  };
  if (c.req.header("if-none-match") === etag) return c.body(null, 304, headers);
  return c.body(bytes, 200, {
    ...headers,
    "content-type": type,
    "content-disposition": `attachment; filename="${name}"`,
  });
}
