import { relative } from "node:path";
import type { ScannerStates } from "../scanners/scanner-states.ts";
import type { Terminal } from "./terminal.ts";

/** What a person has to know once the registry is there: the address, where the admin's token is, how to stop. */
export function greet(
  terminal: Terminal,
  input: { url: string; tokenFile: string | null; fingerprint: string; logFile: string },
): void {
  const token = input.tokenFile === null ? "is the one in ADMIN_TOKEN" : `is in ${fromHere(input.tokenFile)}`;
  terminal.line(`The registry is at ${input.url}`);
  terminal.line(`The admin's token ${token}`);
  terminal.line(`Its key, to compare in \`trust add\`: ${input.fingerprint}`);
  terminal.line(`Ctrl-C stops it; what it does is written to ${fromHere(input.logFile)}`);
}

/** Shows on the status line how far the scanners are, until they are there. Why they are not is a warning of the log. */
export function showScanners(terminal: Terminal, states: ScannerStates): void {
  states.watch(({ status, progress }) =>
    terminal.status(status === "installing" ? `Publishes wait for the scanners: ${progress}` : null),
  );
}

/** As short as it can be written where the process was started. */
function fromHere(path: string): string {
  const short = relative(process.cwd(), path);
  return short.startsWith("..") ? path : short;
}
