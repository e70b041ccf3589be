import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { type ChildServer, findProgram, freePort, startChildServer } from "./child-server.ts";

/** A real proxy on loopback. */
export interface ProxyServer extends ChildServer {
  /** `127.0.0.1:port`. */
  host: string;
}

/** Who may use a proxy; nobody else may. */
export interface ProxyUser {
  name: string;
  password: string;
}

/** Where Debian has the program that reads squid's passwords. */
const SQUID_PASSWORDS = ["/usr/lib/squid/basic_ncsa_auth", "/usr/libexec/squid/basic_ncsa_auth"];

/** A private squid without a cache. `program` is its path. */
export async function startSquid(program: string, user?: ProxyUser): Promise<ProxyServer> {
  return startIn("squid", async (dir, port) => {
    const lines = [
      `http_port 127.0.0.1:${port}`,
      "pid_filename none",
      "access_log none",
      "cache_log stdio:/dev/stderr",
      "cache deny all",
      "cache_mem 8 MB",
      "memory_cache_shared off",
      "pinger_enable off",
      "netdb_filename none",
      "shutdown_lifetime 0 seconds",
      "max_filedescriptors 1024",
      `coredump_dir ${dir}`,
    ];
    if (user !== undefined) {
      const hash = execFileSync("openssl", ["passwd", "-apr1", user.password], { encoding: "utf8" }).trim();
      await writeFile(join(dir, "passwords"), `${user.name}:${hash}\n`);
      const reader = SQUID_PASSWORDS.find(existsSync) ?? "basic_ncsa_auth";
      lines.push(`auth_param basic program ${reader} ${join(dir, "passwords")}`, "acl known proxy_auth REQUIRED");
    }
    lines.push(`http_access allow ${user === undefined ? "all" : "known"}`, "http_access deny all");
    await writeFile(join(dir, "squid.conf"), `${lines.join("\n")}\n`);
    return [program, "-N", "-f", join(dir, "squid.conf")];
  });
}

/** A private tinyproxy. `program` is its path. */
export async function startTinyproxy(program: string, user?: ProxyUser): Promise<ProxyServer> {
  return startIn("tinyproxy", async (dir, port) => {
    const lines = [`Port ${port}`, "Listen 127.0.0.1", "Timeout 60", "Allow 127.0.0.1", "MaxClients 50"];
    if (user !== undefined) lines.push(`BasicAuth ${user.name} ${user.password}`);
    await writeFile(join(dir, "tinyproxy.conf"), `${lines.join("\n")}\n`);
    return [program, "-d", "-c", join(dir, "tinyproxy.conf")];
  });
}

/** A private nginx in front of `upstream` (`http://host:port`): TLS, and no upload of more than a megabyte. */
export async function startNginx(
  program: string,
  { upstream, certificate }: { upstream: string; certificate: { key: string; cert: string } },
): Promise<ProxyServer> {
  return startIn("nginx", async (dir, port) => {
    await writeFile(join(dir, "key.pem"), certificate.key);
    await writeFile(join(dir, "cert.pem"), certificate.cert);
    const places = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
      (name) => `${name}_temp_path ${dir}/${name};`,
    );
    const text = `daemon off; master_process off; pid ${dir}/pid; error_log stderr;
events { worker_connections 64; }
http {
  access_log off; ${places.join(" ")}
  server {
    listen 127.0.0.1:${port} ssl;
    ssl_certificate ${dir}/cert.pem; ssl_certificate_key ${dir}/key.pem;
    client_max_body_size 1m;
    location / { proxy_pass ${upstream}; proxy_set_header Host $http_host; }
  }
}
`;
    await writeFile(join(dir, "nginx.conf"), text);
    return [program, "-e", "stderr", "-p", dir, "-c", join(dir, "nginx.conf")];
  });
}

/** What stands before a registry as `infra/proxy/` writes it. */
export type FrontName = "nginx" | "haproxy" | "caddy";

const FILES: { [N in FrontName]: string } = { nginx: "nginx.conf", haproxy: "haproxy.cfg", caddy: "Caddyfile" };

/**
 * The proxy in front of `upstream` (`http://host:port`), configured by its file in `infra/proxy/`: only the places and addresses that an
 * operator fills in are others, and each of them has to be in the file.
 */
export async function startFront(
  name: FrontName,
  { program, upstream, certificate }: { program: string; upstream: string; certificate: { key: string; cert: string } },
): Promise<ProxyServer> {
  const text = await readFile(new URL(`../../infra/proxy/${FILES[name]}`, import.meta.url), "utf8");
  return startIn(name, async (dir, port) => {
    const files = { "fullchain.pem": certificate.cert, "key.pem": certificate.key };
    for (const [file, pem] of Object.entries({ ...files, "registry.pem": certificate.cert + certificate.key })) {
      await writeFile(join(dir, file), pem);
      await chmod(join(dir, file), 0o644);
    }
    const plainPort = await freePort();
    const filled = filledIn(text, [...PLACES[name]({ port, plainPort }), ...upstreams(name, new URL(upstream).host)]);
    const own = filled.replaceAll("/etc/ssl/registry/", `${dir}/`);
    if (own === filled) throw new Error(`${FILES[name]} names no certificate`);
    await writeFile(join(dir, FILES[name]), AROUND[name](own, dir));
    return {
      nginx: [program, "-e", "stderr", "-p", dir, "-c", join(dir, FILES.nginx)],
      haproxy: [program, "-db", "-f", join(dir, FILES.haproxy)],
      caddy: [program, "run", "--adapter", "caddyfile", "--config", join(dir, FILES.caddy)],
    }[name];
  });
}

type Filled = readonly (readonly [string, string])[];

function filledIn(text: string, places: Filled): string {
  return places.reduce((so, [from, to]) => {
    if (!so.includes(from)) throw new Error(`the configuration has no ${from}`);
    return so.replace(from, to);
  }, text);
}

/** One process stands for both copies. */
function upstreams(name: FrontName, host: string): Filled {
  const line = { nginx: "  server 127.0.0.1:8081;\n", haproxy: "  server two 127.0.0.1:8081 pool-purge-delay 4s\n" };
  return [["127.0.0.1:8080", host], name === "caddy" ? [" 127.0.0.1:8081", ""] : [line[name], ""]];
}

/** Where it listens. */
const PLACES: { [N in FrontName]: (ports: { port: number; plainPort: number }) => Filled } = {
  nginx: ({ port, plainPort }) => [
    ["listen 443", `listen 127.0.0.1:${port}`],
    ["listen 80", `listen 127.0.0.1:${plainPort}`],
  ],
  haproxy: ({ port, plainPort }) => [
    ["bind :443", `bind 127.0.0.1:${port}`],
    ["bind :80", `bind 127.0.0.1:${plainPort}`],
  ],
  // Port 443 would not do here, and a name without a port listens on it.
  caddy: ({ port }) => [["registry.example.com {", `https://127.0.0.1:${port} {\n\tbind 127.0.0.1`]],
};

/** What a distribution's own file has around it, without daemons, logs and places that belong to root. */
const AROUND: { [N in FrontName]: (own: string, dir: string) => string } = {
  nginx(own, dir) {
    const names = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
    const places = names.map((each) => `${each}_temp_path ${dir}/${each};`).join(" ");
    return `daemon off; master_process off; pid ${dir}/pid; error_log stderr;
events { worker_connections 64; }
http { access_log off; ${places}\n${own}}\n`;
  },
  haproxy: (own) => `global\n  maxconn 200\n\n${own}`,
  caddy: (own) => `{\n\tadmin off\n\tauto_https disable_redirects\n\tskip_install_trust\n}\n\n${own}`,
};

/** Where Debian puts them. */
export const findProxyProgram = (name: "squid" | "tinyproxy" | FrontName): string | null =>
  findProgram(name, ["/usr/sbin", "/usr/bin"]);

async function startIn(
  name: string,
  toCommand: (dir: string, port: number) => Promise<string[]>,
): Promise<ProxyServer> {
  const port = await freePort();
  const dir = await mkdtemp(join(tmpdir(), `gaia-${name}-`));
  // Started by root, each gives its rights away and reads its passwords afterwards.
  if (userInfo().uid === 0) await chmod(dir, 0o755);
  const argv = await toCommand(dir, port);
  const server = await startChildServer({ argv, port });
  const stop = async (): Promise<void> => {
    await server.stop();
    await rm(dir, { recursive: true, force: true });
  };
  return { host: `127.0.0.1:${port}`, pid: server.pid, stop };
}
