import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { once } from "node:events";
import { freePort } from "../../harness/child-server.ts";
import { NODE, startQuietly } from "./start-quietly.ts";
import { type Bodies, type Target, toRequests } from "./target.ts";

const DIR = new URL("../../../node_modules/.cache/bench/verdaccio/", import.meta.url).pathname;
const VERSION = "6.2.0";
const INSTALL_TIMEOUT_MS = 300_000;

export interface VerdaccioTarget extends Target {
  url: string;
  /** Publishes a package of one version, as `npm publish` does. @throws Error when it is refused */
  publish(name: string, tarball: Uint8Array): Promise<void>;
}

/**
 * The npm registry Verdaccio with files, as its own documentation sets it up, without uplinks; installed when it is
 * missing. Its one package carries the registry's archive as its tarball.
 * @throws Error saying why it did not install or start
 */
export async function startVerdaccio(dir: string, bodies: Bodies): Promise<VerdaccioTarget> {
  const { version, bin } = await ensureInstalled();
  const port = await freePort();
  const config = join(dir, "config.yaml");
  await writeFile(config, configOf(dir));
  const child = await startQuietly({
    argv: [...NODE, bin, "--config", config, "--listen", `127.0.0.1:${port}`],
    port,
    log: join(dir, "log"),
    startTimeoutMs: 60_000,
  });
  const url = `http://127.0.0.1:${port}`;
  const publish = (name: string, tarball: Uint8Array) => publishPackage(url, name, tarball);
  try {
    await publish("sample-skill", bodies.archive);
    return {
      name: "Verdaccio",
      version,
      pids: [child.pid],
      requests: await toRequests(`${url}/sample-skill`, `${url}/sample-skill/-/sample-skill-1.0.0.tgz`),
      url,
      publish,
      stop: () => child.stop(),
    };
  } catch (error) {
    await child.stop();
    throw error;
  }
}

async function ensureInstalled(): Promise<{ version: string; bin: string }> {
  const manifest = join(DIR, "node_modules/verdaccio/package.json");
  const read = async () => {
    const { version } = JSON.parse(await readFile(manifest, "utf8")) as { version: string };
    return { version, bin: join(DIR, "node_modules/verdaccio/bin/verdaccio") };
  };
  const found = await read().catch(() => null);
  if (found?.version === VERSION) return found;
  process.stderr.write(`installing verdaccio ${VERSION}, once\n`);
  await mkdir(DIR, { recursive: true });
  const project = { private: true, dependencies: { verdaccio: VERSION }, overrides: { "node-fetch": "2.7.0" } };
  await writeFile(join(DIR, "package.json"), JSON.stringify(project));
  const npm = spawn("npm", ["install", "--no-audit", "--no-fund", "--ignore-scripts", "--no-package-lock"], {
    cwd: DIR,
    stdio: ["ignore", "pipe", "pipe"],
    timeout: INSTALL_TIMEOUT_MS,
  });
  const log = createWriteStream(join(DIR, "install.log"));
  npm.stdout.pipe(log, { end: false });
  npm.stderr.pipe(log, { end: false });
  const [code] = await once(npm, "exit");
  log.end();
  if (code !== 0) throw new Error(`npm install verdaccio@${VERSION} ended with ${String(code)}`);
  return await read();
}

async function publishPackage(url: string, name: string, tarball: Uint8Array): Promise<void> {
  const file = `${name}-1.0.0.tgz`;
  const sri = (algorithm: string) => createHash(algorithm).update(tarball);
  const body = {
    _id: name,
    name,
    description: `The skill ${name} says hello`,
    "dist-tags": { latest: "1.0.0" },
    versions: {
      "1.0.0": {
        name,
        version: "1.0.0",
        description: `The skill ${name} says hello`,
        keywords: ["sample", "bench"],
        license: "MIT",
        dist: {
          integrity: `sha512-${sri("sha512").digest("base64")}`,
          shasum: sri("sha1").digest("hex"),
          tarball: `${url}/${name}/-/${file}`,
        },
      },
    },
    _attachments: {
      [file]: {
        content_type: "application/octet-stream",
        data: Buffer.from(tarball).toString("base64"),
        length: tarball.byteLength,
      },
    },
  };
  const answer = await fetch(`${url}/${name}`, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const said = await answer.text();
  if (answer.status !== 201) throw new Error(`Verdaccio answered ${answer.status} to a publish: ${said}`);
}

const configOf = (dir: string): string => `
storage: ${dir}/storage
auth:
  htpasswd:
    file: ${dir}/htpasswd
packages:
  '**':
    access: $all
    publish: $all
log: { type: stdout, format: json, level: http }
`;
