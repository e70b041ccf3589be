import { spawnSync } from "node:child_process";
import { chmod, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { findProgram, freePort } from "../../harness/child-server.ts";
import { startQuietly } from "./start-quietly.ts";
import { type Bodies, type Target, toRequests } from "./target.ts";

/** nginx with one worker and two static files; null with no nginx on this machine. It writes no access log. */
export async function startNginx(dir: string, bodies: Bodies): Promise<Target | null> {
  const program = findProgram("nginx", ["/usr/sbin", "/usr/local/sbin"]);
  if (program === null) return null;
  const files = join(dir, "files");
  await mkdir(files, { recursive: true });
  // Its worker may be another user.
  await Promise.all([dir, files].map((each) => chmod(each, 0o755)));
  await writeFile(join(files, "metadata.json"), bodies.metadata, { mode: 0o644 });
  await writeFile(join(files, "archive.zip"), bodies.archive, { mode: 0o644 });
  const port = await freePort();
  const config = join(dir, "nginx.conf");
  await writeFile(config, configOf({ dir, files, port }));
  const child = await startQuietly({
    argv: [program, "-p", dir, "-e", join(dir, "error.log"), "-c", config],
    port,
    log: join(dir, "log"),
    stopSignal: "SIGQUIT",
  });
  const said = spawnSync(program, ["-v"], { encoding: "utf8" }).stderr;
  const base = `http://127.0.0.1:${port}`;
  return {
    name: "nginx, static files",
    version: /nginx\/(\S+)/.exec(said)?.[1] ?? "unknown",
    pids: [child.pid],
    requests: await toRequests(`${base}/metadata.json`, `${base}/archive.zip`),
    stop: () => child.stop(),
  };
}

const configOf = ({ dir, files, port }: { dir: string; files: string; port: number }): string => `
daemon off;
worker_processes 1;
pid ${dir}/nginx.pid;
error_log ${dir}/error.log;
events { worker_connections 512; }
http {
  access_log off;
  sendfile on;
  tcp_nopush on;
  keepalive_requests 100000000;
  types { application/json json; application/zip zip; }
  client_body_temp_path ${dir}/body;
  proxy_temp_path ${dir}/proxy;
  fastcgi_temp_path ${dir}/fastcgi;
  uwsgi_temp_path ${dir}/uwsgi;
  scgi_temp_path ${dir}/scgi;
  open_file_cache max=16;
  server {
    listen 127.0.0.1:${port};
    root ${files};
    etag on;
  }
}
`;
