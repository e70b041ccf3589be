import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { type ChildServer, findProgram, freePort, startChildServer } from "./child-server.ts";

export interface S3Server extends ChildServer {
  url: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** Where versitygw is, or null: on PATH or where `go install` puts programs. */
export function findS3Server(): string | null {
  const onPath = findProgram("versitygw", [join(homedir(), "go", "bin")]);
  if (onPath !== null) return onPath;
  const go = findProgram("go", ["/usr/local/go/bin"]);
  if (go === null) return null;
  const gopath = spawnSync(go, ["env", "GOPATH"], { encoding: "utf8" }).stdout.trim();
  return gopath === "" ? null : findProgram("versitygw", [join(gopath, "bin")]);
}

/**
 * A private S3 server on loopback that keeps its objects in a temporary directory. `given` is its root's key and more of versitygw's own
 * options. Throws when versitygw is not installed.
 */
export async function startS3(
  given: { accessKeyId?: string; secretAccessKey?: string; options?: string[] } = {},
): Promise<S3Server> {
  const program = findS3Server();
  if (program === null) throw new Error("versitygw is not installed");
  const dir = await mkdtemp(join(tmpdir(), "gaia-s3-"));
  const [objects, metadata] = [join(dir, "objects"), join(dir, "metadata")];
  await mkdir(objects);
  await mkdir(metadata);
  const { accessKeyId = randomBytes(10).toString("hex"), secretAccessKey = randomBytes(20).toString("hex") } = given;
  const region = "us-east-1";
  const port = await freePort();
  const server = await startChildServer({
    // A sidecar directory for metadata: temporary file systems often have no extended attributes.
    argv: [
      program,
      "--port",
      `127.0.0.1:${port}`,
      "--region",
      region,
      "--quiet",
      "--keep-alive",
      ...(given.options ?? []),
      "posix",
      "--sidecar",
      metadata,
      objects,
    ],
    env: { ROOT_ACCESS_KEY_ID: accessKeyId, ROOT_SECRET_ACCESS_KEY: secretAccessKey },
    port,
  });
  const stop = async (): Promise<void> => {
    await server.stop();
    await rm(dir, { recursive: true, force: true });
  };
  return { url: `http://127.0.0.1:${port}`, region, accessKeyId, secretAccessKey, pid: server.pid, stop };
}
