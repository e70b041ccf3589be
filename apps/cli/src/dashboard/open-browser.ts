import { spawn } from "node:child_process";

const OPENERS: Partial<Record<NodeJS.Platform, [string, ...string[]]>> = {
  darwin: ["open"],
  win32: ["rundll32", "url.dll,FileProtocolHandler"],
};

/** Asks this machine to open an address. Whether it can is nothing that holds anybody up: the address is printed as well. */
export function openBrowser(address: string, environment: NodeJS.ProcessEnv): void {
  const [program, ...words] = OPENERS[process.platform] ?? ["xdg-open"];
  const child = spawn(program, [...words, address], { stdio: "ignore", detached: true, env: environment });
  child.on("error", () => undefined);
  child.unref();
}
