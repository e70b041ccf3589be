/** One name for a module, however it is imported. */
export function moduleName(specifier: string): string {
  const plain = specifier.replace(/^(?:node|npm|jsr):/, "").replace(/^(@?[^@]+)@[\d^~].*$/, "$1");
  return ALIASES.get(plain) ?? plain;
}

// No plain object: `require("constructor")` is a name, too.
const ALIASES: ReadonlyMap<string, string> = new Map([
  ["fs/promises", "fs"],
  ["fs-extra", "fs"],
  ["graceful-fs", "fs"],
  ["dns/promises", "dns"],
  ["stream/promises", "stream"],
  ["timers/promises", "timers"],
  ["node-fetch", "fetch"],
  ["cross-fetch", "fetch"],
  ["isomorphic-fetch", "fetch"],
  ["undici", "undici"],
  ["cross-spawn", "child_process.spawn"],
]);
