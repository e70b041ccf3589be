import type { SkillView } from "./skill-view.ts";
import { before, type Reading, type Span } from "./reading.ts";
import { inAddresses, inPieces } from "./patterns/pattern.ts";
import {
  DROP_HOSTS,
  KNOWN_HOSTS,
  KNOWN_OWNERS,
  PASTE_HOSTS,
  PROVIDERS,
  SHORTENERS,
  TENANT_PLACES,
  VENDOR_INTAKES,
} from "./known-hosts.ts";

/**
 * What an address is to the skill that names it. `local`: this machine or its network. `ip`: a bare public address. `paste`:
 * anybody's text or file without a name. `shortener`: hides where it leads. `drop`: collects what is sent to it. `http`:
 * whoever is between can change it. `known`: where everybody's tools come from. `related`: the skill's own name, publisher or
 * links say so. `codehost`: a repository of somebody's. `stranger`: none of these.
 */
export type HostKind =
  | "local"
  | "ip"
  | "paste"
  | "shortener"
  | "drop"
  | "http"
  | "known"
  | "related"
  | "codehost"
  | "stranger";

/** An address ends where a script that puts no spaces between words goes on: what is said behind it is not a part of it. */
export const ADDRESS = inAddresses(
  inPieces(
    "gi",
    "(?:h(?:tt|xx)ps?:\\/\\/|(?:wss?|ftp):\\/\\/)[^\\s\"'`<>()[\\]{}|\\\\^ぁ-ヿ一-鿿가-힣、。，；：！？（）「」『』“”]{3,400}|",
    "(?:h(?:tt|xx)ps?:\\/\\/|(?:wss?|ftp):\\/\\/)(?=[ぁ-ヿ一-鿿가-힣])[^\\s\"'`<>()[\\]{}|\\\\^、。，；：！？（）「」『』“”]{3,100}|",
    "(?<![\\w.@/-])(?:\\d{1,3}\\.){3}\\d{1,3}(?::\\d{2,5})?(?:\\/[^\\s\"'`<>()|]{0,200})?|",
    "(?<![\\w.@/:-])[a-z0-9][a-z0-9-]{0,60}(?:\\.[a-z0-9-]{2,60}){1,4}\\/[^\\s\"'`<>()[\\]{}|\\\\^]{1,300}|",
    String.raw`(?<![\w.@/:-])[a-z0-9][a-z0-9-]{0,60}(?:\.[a-z0-9-]{2,60}){0,3}\.(?:com|net|org|xyz|info|top|site|`,
    String.raw`online|ru|cn|invalid|example|test|club|icu|link|click|cloud|tech|store)(?::\d{2,5})?(?![\w/-]|\.\w)`,
  ),
);

/** Says of what kinds the addresses in a window are. */
type KindsOf = (window: Span) => Set<HostKind>;

export function hostKinds(view: SkillView): (reading: Reading, addresses: Span[]) => KindsOf {
  const { name, description, publisher, links } = view.skill.about;
  const own = tokens([name, description, publisher].join(" "));
  const linked = new Set(links.map((link) => siteOf(hostOf(link))).filter((site) => site !== ""));
  return (reading, addresses) => {
    const starts = addresses.map(({ start }) => start);
    const known = new Map<number, HostKind[]>();
    const kindsAt = (index: number): HostKind[] => {
      const address = addresses[index];
      if (address === undefined) return [];
      const kinds = known.get(index) ?? kindsOfAddress(reading.text.slice(address.start, address.end), own, linked);
      known.set(index, kinds);
      return kinds;
    };
    return (window) => {
      const found = new Set<HostKind>();
      let index = before(starts, window.start);
      if ((starts[index] ?? 0) < window.start) index += 1;
      for (; (starts[index] ?? Infinity) < window.end; index += 1) for (const kind of kindsAt(index)) found.add(kind);
      return found;
    };
  };
}

function tokens(text: string): Set<string> {
  return new Set((text.toLowerCase().match(/[a-z0-9]{3,30}/g) ?? []).filter((token) => !COMMON.has(token)));
}

/** Words that say nothing about whose a host is. */
const COMMON = new Set(
  (
    "the and for with from this that api app apps web cli dev tool tools skill skills agent agents install " +
    "setup download get data file files code docs help test tests cloud online site page pages use using " +
    "your you run when server service services manager helper search news example sync share update updates " +
    "cdn static assets release releases"
  ).split(" "),
);

const OWNER_PATTERN = inPieces(
  "i",
  String.raw`^(?:h(?:tt|xx)ps?:\/\/)?(?:www\.|raw\.|api\.)?(?:github|githubusercontent|gitlab|codeberg|`,
  String.raw`bitbucket)\.(?:com|org)\/(?:repos\/)?([^/]{1,60})\/([^/]{1,80})`,
);

function kindsOfAddress(address: string, own: Set<string>, linked: Set<string>): HostKind[] {
  const host = hostOf(address);
  // `https://...` leads nowhere.
  if (isLocal(host) || !/[a-z0-9]/i.test(host) || isNoAddress(address)) return ["local"];
  const kinds: HostKind[] = /^(?:http|hxxp|ftp|ws):/i.test(address) ? ["http"] : [];
  if (isBareIp(host)) return [...kinds, "ip"];
  const site = siteOf(host);
  if (PASTE_HOSTS.test(host)) return [...kinds, "paste"];
  if (SHORTENERS.test(host)) return [...kinds, "shortener"];
  const owner = OWNER_PATTERN.exec(address);
  if (owner !== null) return [...kinds, codeHostKind(owner[1] ?? "", owner[2] ?? "", own)];
  if (linked.has(site)) return [...kinds, "related"];
  if (VENDOR_INTAKES.has(site)) return [...kinds, "known"];
  if (DROP_HOSTS.test(host)) return [...kinds, PROVIDERS.has(host.replace(/^www\./, "")) ? "known" : "drop"];
  if (TENANT_PLACES.test(address)) return [...kinds, "codehost"];
  if (KNOWN_HOSTS.has(site) || KNOWN_HOSTS.has(host)) return [...kinds, "known"];
  return [...kinds, isNamedAlike(site.split(".")[0] ?? "", own) ? "related" : "stranger"];
}

/** `oakwood` for the skill oakwood-deploy, and `oakwood-deploy`; `oakwood-deploy-setup` is a name that anybody can think of. */
function isNamedAlike(label: string, own: Set<string>): boolean {
  if (own.has(label)) return true;
  const parts = label.split("-");
  return parts.length > 1 && parts.every((part) => own.has(part));
}

function codeHostKind(owner: string, repository: string, own: Set<string>): HostKind {
  if (KNOWN_OWNERS.has(owner.toLowerCase())) return "known";
  const parts = `${owner} ${repository}`.toLowerCase().match(/[a-z0-9]{3,30}/g) ?? [];
  return parts.some((part) => own.has(part)) ? "related" : "codehost";
}

function hostOf(address: string): string {
  return (
    /^(?:[a-z]{2,6}:\/\/)?(?:[^/@\s]{0,100}@)?(\[[^\]]{0,60}\]|[^/:?#\s]{1,255})/i.exec(address)?.[1] ?? ""
  ).toLowerCase();
}

/** `PointerEvent.clientX/clientY`, `0.01/molecule`, `1.2.3/1.2.4`: names, prices and versions beside a slash. */
function isNoAddress(address: string): boolean {
  if (/^[a-z]{2,6}:\/\//i.test(address) || !address.includes("/")) return false;
  const host = address.split(/[:/]/, 1)[0] ?? "";
  const last = host.split(".").at(-1) ?? "";
  return !isBareIp(host) && (!/^[a-z]{2,24}$/.test(last) || /[a-z][A-Z]/.test(host));
}

const SECOND_LEVEL = /\.(?:co|com|org|net|ac|gov|edu)\.[a-z]{2}$/;

/** The name somebody registered: the last two labels, three where the second is the registry's own. */
function siteOf(host: string): string {
  return host
    .split(".")
    .slice(SECOND_LEVEL.test(host) ? -3 : -2)
    .join(".");
}

const IS_LOCAL_PATTERN = inPieces(
  "",
  String.raw`^(?:localhost|127\.|10\.|169\.254\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|0\.0\.0\.0|\[::1?\]|`,
  String.raw`host\.docker\.internal)|\.(?:local|localhost|internal|lan)$|^[^.]*$`,
);

function isLocal(host: string): boolean {
  return IS_LOCAL_PATTERN.test(host) && !/^(?:0x[0-9a-f]{8}|\d{8,10})$/.test(host);
}

function isBareIp(host: string): boolean {
  return /^(?:\d{1,3}\.){3}\d{1,3}$|^\[[0-9a-f:]{3,}\]$|^0x[0-9a-f]{8}$|^\d{8,10}$/.test(host);
}
