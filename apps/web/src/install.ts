import type { Skill, Version } from "./registry-api.ts";

/** A command to copy, and what it is for. */
export interface Command {
  title: string;
  text: string;
  /** What whoever copies it should know. */
  note?: string;
}

const DEFAULT_REGISTRY = "http://127.0.0.1:8080";

/** A command of ours as it works where it is read, with nothing installed: npx fetches the command line from this registry. */
export function cliCommand(verb: string, publicUrl: string): string {
  const registry = publicUrl === DEFAULT_REGISTRY ? "" : ` --registry ${publicUrl}`;
  return `npx -y ${publicUrl}/cli/gaia-skill.tgz ${verb}${registry}`;
}

/**
 * How to get exactly this version: by our command line, by each other client that the registry gives it to, and by hand. Nothing comes back
 * for a version that is not to be installed, nor for names, versions and digests that are not of their form: these texts are pasted into a
 * shell. What is held for review comes by the option that says so, and in no other way.
 */
export function installCommands(version: Version, publicUrl: string, skill: Skill | null = null): Command[] {
  const { name, version: number, status } = version;
  if (status !== "published" && status !== "yanked") return [];
  if (!/^[a-z0-9][a-z0-9-]{0,63}$/.test(name) || !/^\d[0-9A-Za-z.+-]{0,127}$/.test(number)) return [];
  if (!isPasted(publicUrl)) return [];
  const options = (version.standing?.install_options ?? []).map((option) => ` ${option}`).join("");
  const commands = [
    { title: "Install with gaia-skill", text: cliCommand(`install ${name}@${number}${options}`, publicUrl) },
  ];
  if (version.held === true) return commands;
  return [
    ...commands,
    ...(skill === null ? [] : otherClients(version, publicUrl, skill)),
    ...byHand(version, publicUrl),
  ];
}

/** What is fetched with a plain tool, and checked against the digest of the very archive. */
function byHand(version: Version, publicUrl: string): Command[] {
  const { name, version: number } = version;
  const digest = archiveHex(version);
  if (digest === null) return [];
  const file = `${name}-${number}.zip`;
  const address = `${publicUrl}/api/v1/skills/${name}/${encodeURIComponent(number)}/download`;
  const text = `curl -fLo ${file} ${address}\necho "${digest}  ${file}" | sha256sum -c`;
  return [{ title: "by hand, checked", text }];
}

/** Names that the readers of every client take. */
const PLAIN_NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const HANDLE = /^[a-z0-9][a-z0-9-]{0,63}$/;

/** GAIA's own client, which is another program than the command line of this registry. */
const GAIA = "gaia";

/** The clients that the registry gives this version to (docs/clients/), each with what it does not do. */
function otherClients(version: Version, publicUrl: string, skill: Skill): Command[] {
  const { name, version: number } = version;
  const clients = skill.versions.find((one) => one.version === number)?.clients ?? [];
  /** What a client takes that names no version. */
  const isTaken = (client: (typeof clients)[number]) => {
    const given = skill.versions.filter((one) => one.clients?.includes(client)).map((one) => one.version);
    return (given.find((one) => !isPrerelease(one)) ?? given[0]) === number;
  };
  const owner = version.owner ?? version.publisher;
  const isExperimental = version.security_tier === "experimental";
  const commands: (Command | null)[] = [
    clients.includes("discovery") && isTaken("discovery") && PLAIN_NAME.test(name)
      ? {
          title: "npx skills",
          text: `DISABLE_TELEMETRY=1 npx skills add ${publicUrl}/skills/${name}`,
          note: "It takes the newest stable version, shows no tier and verifies no signature.",
        }
      : null,
    clients.includes("clawhub")
      ? {
          title: "clawhub",
          text: `CLAWHUB_SITE=${publicUrl} npx clawhub install ${name} --version ${number}`,
          note: "It shows no tier and checks no digest.",
        }
      : null,
    clients.includes("apm") && HANDLE.test(owner)
      ? {
          title: "apm",
          text: `- ${owner}/${name}#${number}`,
          note:
            "A line of apm.yml, below `dependencies` and `apm`; then: apm install. It locks a digest, and verifies no signature " +
            "and no tier.",
        }
      : null,
    clients.includes("hub") && isTaken("hub") && PLAIN_NAME.test(name) && !number.includes("+") && isForGaia(version)
      ? {
          title: "gaia",
          text: `${GAIA} skill install ${name} --hub-url ${publicUrl}/hub${isExperimental ? " --allow-experimental" : ""}`,
          note: "It believes the bundle and the keys that you trust in it; it asks for none of the registry’s statements.",
        }
      : null,
  ];
  return commands.filter((command) => command !== null);
}

const isPrerelease = (version: string): boolean => version.split("+", 1)[0]?.includes("-") === true;

/** That client installs nothing which asks for what it has no means for, and of experimental skills those alone that read the network. */
function isForGaia({ permissions, security_tier: tier }: Version): boolean {
  const asked = (permissions.declared ?? []).filter((one) => !one.endsWith(":none"));
  if (tier === "experimental") return asked.every((one) => one.startsWith("network:read"));
  return asked.every((one) => !/^(?:filesystem|database|desktop|env):/.test(one));
}

/** How to get every skill of a collection; nothing for an address that is not of its form, as above. */
export function collectionCommands(at: { publisher: string; name: string }, publicUrl: string): Command[] {
  const address = `${at.publisher}/${at.name}`;
  if (!/^[a-z0-9][a-z0-9-]{0,63}\/[a-z0-9][a-z0-9-]{0,63}$/.test(address) || !isPasted(publicUrl)) return [];
  return [{ title: "With the command line", text: cliCommand(`install --collection ${address}`, publicUrl) }];
}

const isPasted = (publicUrl: string): boolean => !/[^\w:/.%~[\]-]/.test(publicUrl);

/** The SHA-256 of the zip in hex, from its SRI. */
function archiveHex({ artifacts }: Version): string | null {
  const integrity = artifacts.find(({ archive }) => archive === "zip")?.integrity;
  const base64 = /^sha256-([A-Za-z0-9+/]{43}=)$/.exec(integrity ?? "")?.[1];
  return base64 === undefined ? null : Buffer.from(base64, "base64").toString("hex");
}
