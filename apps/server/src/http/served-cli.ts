import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { endTarGz } from "@gaia/archive";
import type { PlainRoute } from "@gaia/edge";
import type { Context } from "hono";
import type { Env } from "./env.ts";
import { PROBLEM } from "@gaia/api";

/** The command line that this registry serves. */
export interface ServedCli {
  version: string;
  /** Hex, of the tarball. */
  sha256: string;
  size_bytes: number;
  /** The registry that the package asks where nothing else names one; null: it names none. */
  registry: string | null;
  /** Those of `packages/python`, by their file names, which pip reads. */
  wheels: { file: string; sha256: string }[];
}

type Served = ReturnType<typeof findServedCli>;

/** What the build writes beside the tarball that it begins (`apps/cli/build/main.ts`). */
interface Built {
  version: string;
  begun: { crc32: number; size_bytes: number };
  wheels: ServedCli["wheels"];
}

const DIST = new URL("../../../cli/dist/", import.meta.url);

/**
 * What `npm start` and the image build, with the address of this registry in it; null in a process that was started without the build.
 * Processes with the same build and address serve the same bytes. `publicUrl` is `PUBLIC_URL`: without it the registry knows no address
 * that holds on other machines, so the package names none.
 */
export function findServedCli(publicUrl: string | null): { about: ServedCli; tarball: Uint8Array<ArrayBuffer> } | null {
  try {
    const built = JSON.parse(readFileSync(new URL("gaia-skill.json", DIST), "utf8")) as Built;
    const registry = publicUrl === null ? null : new URL(publicUrl).origin;
    const begun = { bytes: readFileSync(new URL("gaia-skill.begun", DIST)), crc32: built.begun.crc32 };
    const named = registry === null ? [] : [{ path: "package/registry.json", bytes: jsonFile({ registry }) }];
    const tarball = new Uint8Array(endTarGz({ ...begun, sizeBytes: built.begun.size_bytes }, named));
    const { version, wheels } = built;
    const sha256 = createHash("sha256").update(tarball).digest("hex");
    return { about: { version, sha256, size_bytes: tarball.length, registry, wheels }, tarball };
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}

const jsonFile = (value: unknown): Uint8Array => Buffer.from(`${JSON.stringify(value)}\n`);

/** It is installed before anybody signs in with it. */
const policy = { access: "anyone", cache: "static", whenClosed: "open" } as const;

/** `GET /cli/gaia-skill.tgz` and the wheels beside it: as npm and pip install them from an address, with their digests (RFC 9530). */
export const cliRoutes = (served: Served): PlainRoute<Env>[] => [
  {
    method: "GET",
    path: "/cli/gaia-skill.tgz",
    policy,
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
    policy,
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
