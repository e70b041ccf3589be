import type { Version } from "./registry-api.ts";

/** A command to copy, and what it is for. */
export interface Command {
  title: string;
  text: string;
}

const DEFAULT_REGISTRY = "http://127.0.0.1:8080";

/** A command of ours as it works where it is read, with nothing installed: npx fetches the command line from this registry. */
export function cliCommand(verb: string, publicUrl: string): string {
  const registry = publicUrl === DEFAULT_REGISTRY ? "" : ` --registry ${publicUrl}`;
  return `npx -y ${publicUrl}/cli/gaia-skill.tgz ${verb}${registry}`;
}

/**
 * How to get exactly this version. Nothing comes back for a version that is not to be installed, nor for names, versions and digests that
 * are not of their form: these texts are pasted into a shell. What is held for review comes by the option that says so, and in no other
 * way.
 */
export function installCommands(version: Version, publicUrl: string): Command[] {
  const { name, version: number, status } = version;
  if (status !== "published" && status !== "yanked") return [];
  if (!/^[a-z0-9][a-z0-9-]{0,63}$/.test(name) || !/^\d[0-9A-Za-z.+-]{0,127}$/.test(number)) return [];
  if (/[^\w:/.%~[\]-]/.test(publicUrl)) return [];
  const isExperimental = version.security_tier === "experimental";
  const consent = version.held === true ? " --allow-held" : isExperimental ? " --allow-experimental" : "";
  const commands = [
    { title: "With the command line", text: cliCommand(`install ${name}@${number}${consent}`, publicUrl) },
  ];
  const digest = archiveHex(version);
  if (digest !== null && version.held !== true) {
    const file = `${name}-${number}.zip`;
    const address = `${publicUrl}/api/v1/skills/${name}/${encodeURIComponent(number)}/download`;
    commands.push({
      title: "By hand, checked",
      text: `curl -fLo ${file} ${address}\necho "${digest}  ${file}" | sha256sum -c`,
    });
  }
  return commands;
}

/** The SHA-256 of the zip in hex, from its SRI. */
function archiveHex({ artifacts }: Version): string | null {
  const integrity = artifacts.find(({ archive }) => archive === "zip")?.integrity;
  const base64 = /^sha256-([A-Za-z0-9+/]{43}=)$/.exec(integrity ?? "")?.[1];
  return base64 === undefined ? null : Buffer.from(base64, "base64").toString("hex");
}
