/** Where the proxy's socket stands inside. */
export const PROXY_SOCKET = "/run/proxy.sock";
const PROXY_PORT = 3128;
/** Where it stands inside what mounts have to be: JSON, `[[path, identity], …]`. */
export const EXPECTED = "/run/expected.json";

/** What programs look at to find a proxy, in both spellings; NODE_USE_ENV_PROXY has Node's own fetch look, too. */
export const PROXY_VARIABLES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ["http_proxy", "https_proxy", "all_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"].map((name) => [
      name,
      `http://127.0.0.1:${PROXY_PORT}`,
    ]),
  ),
  NODE_USE_ENV_PROXY: "1",
};

/**
 * Runs inside, as the first process: makes sure that what is mounted is what was judged, becomes `ownUser` where there is one and with that
 * loses every capability, listens where programs look for a proxy, passes each connection to the socket, starts the command and ends as it
 * ends. A text and no file: inside there is none of ours.
 */
export const launcher = (ownUser: number | null): string => `
const net = require("node:net");
const { spawn } = require("node:child_process");
const { constants } = require("node:os");
const { lstatSync, readFileSync } = require("node:fs");
const [program, ...args] = process.argv.slice(1);
for (const [path, identity] of JSON.parse(readFileSync("${EXPECTED}", "utf8"))) {
  const { dev, ino } = lstatSync(path, { bigint: true });
  if (dev + ":" + ino === identity) continue;
  console.error(path + " is something else than what was granted: nothing was started");
  process.exit(126);
}
${ownUser === null ? "" : `process.setgroups([]); process.setgid(${ownUser}); process.setuid(${ownUser});`}
const server = net.createServer((client) => {
  const proxy = net.connect("${PROXY_SOCKET}");
  client.on("error", () => proxy.destroy());
  proxy.on("error", () => client.destroy());
  client.pipe(proxy).pipe(client);
});
server.listen(${PROXY_PORT}, "127.0.0.1", () => {
  const child = spawn(program, args, { stdio: "inherit" });
  child.on("error", (error) => { console.error(error.message); process.exit(127); });
  child.on("exit", (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)));
});
`;
