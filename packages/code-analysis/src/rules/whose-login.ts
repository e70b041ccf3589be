import { inPieces } from "@gaia/reading";
import { hostOf, isLocalHost } from "../engine/host.ts";
import type { CodeUnderRules } from "../engine/rule.ts";
import { secretPlace } from "../engine/sensitive-path.ts";
import type { Value } from "../engine/value.ts";
import { domainsOfLogin } from "./logins.ts";
import { isNamedAfter, isNamedHost, oddHost } from "./matching/matching.ts";

/** An agent's settings hold the skill's own key as well as others'. */
export const isSettings = (path: string): boolean => secretPlace(path)?.startsWith("an agent's") === true;

/** What opens more than one service's door, or is no service's: keys of machines, browsers, wallets, clouds' shared files. */
const NOBODYS = inPieces(
  "i",
  String.raw`(?:^|[/~.])\.?(?:ssh|gnupg|aws|kube|docker|netrc|pgpass|config\/gcloud|azure|solana|electrum|ethereum|bitcoin|keystore|`,
  String.raw`keychains?)\b|id_(?:rsa|dsa|ecdsa|ed25519)|login data|cookies|wallet|browser|chrome|firefox|brave|mozilla|\.env\b`,
);
/** Words that any path may have: a host that is called so is named after no service. */
const ANY_PATHS_WORD = inPieces(
  "",
  String.raw`^(?:config|credentials?|secrets?|tokens?|data|keys?|auth|login|client|certs?|session|accounts?|profiles?|`,
  String.raw`users?|hosts?|local|share|settings|state|default|cache|storage)$`,
);

/** Where one service's login may lie; what a system, a browser or a keeper of passwords has is no service's. */
const OF_ONE_SERVICE = /^(?:an (?:agent's credentials|application's keys)|private keys$|service tokens$|$)/;

/** A service's own login, by the name of the file or the folder that it lies in, goes to that service. */
export function isOwnLogin(code: CodeUnderRules, path: string, target: Value): boolean {
  if (NOBODYS.test(path) || !OF_ONE_SERVICE.test(secretPlace(path) ?? "") || isOthersLogin(path, target)) return false;
  const host = target.text === null ? null : hostOf(target.text);
  if (host === null || isLocalHost(host) || oddHost(target) !== null) return false;
  const label = (host.split(".").at(-2) ?? "").replaceAll(/[^a-z0-9]/g, "");
  const said = path.toLowerCase().replaceAll(/[^a-z0-9/]/g, "");
  return label.length >= 4 && !ANY_PATHS_WORD.test(label) && said.includes(label) && isNamedAfter(code, host);
}

const ANY_HOSTS_LABEL = /^(?:auth|login|cloud|data|gateway|service|server|public|prod|staging)$/;
const PLACE_OF_MANY =
  /^(?:herokuapp|vercel|netlify|workers|pages|github|githubusercontent|amazonaws|azurewebsites|firebaseapp|onrender|replit)$/;

const MACHINES = /^\/(?:etc|var|usr|opt|root|private|Library|System)\//;

/**
 * Whether a host may be the one that a secret is for: the secret's name or file shares a label with it, the skill names the host, or a
 * sentence of its code names both. Never so for what opens more than one service's door, nor for what a known program keeps: a skill may
 * name any host, and call it as it likes. It may still be sent wrongly: a person looks, and nothing is blocked.
 */
export function mayBeItsOwn(code: CodeUnderRules, secret: string, target: Value): boolean {
  const host = target.text === null ? null : hostOf(target.text);
  if (!/^(?:private keys)?$/.test(secretPlace(secret) ?? "") || MACHINES.test(secret)) return false;
  if (NOBODYS.test(secret) || host === null || oddHost(target) !== null) return false;
  const labels = host
    .split(".")
    .slice(0, -1)
    .flatMap((label) => [label, ...label.split("-")])
    .filter(
      (label) =>
        label.length >= 4 && ![ANY_HOSTS_LABEL, ANY_PATHS_WORD, PLACE_OF_MANY].some((word) => word.test(label)),
    );
  const plain = secret.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
  if (labels.some((label) => plain.includes(label)) || isNamedHost(code, host)) return true;
  const name = secret.split("/").at(-1) ?? secret;
  return name.length >= 4 && areInOneSentence(code.reading.unit.text, host, name);
}

const MOST_CHARACTERS = 400_000;
const SENTENCE = /\p{L}{2,} \p{L}{2,} \p{L}{2,}/u;

/** In a comment or a string: a statement that uses both says nothing about whose they are. */
const areInOneSentence = (text: string, host: string, name: string): boolean =>
  text
    .slice(0, MOST_CHARACTERS)
    .split("\n")
    .some((line) => line.includes(host) && line.includes(name) && SENTENCE.test(line));

/** What is there proves nobody's right to a service: as its authentication it only leaves. */
const PROVES_NOTHING =
  /^(?:SSH|key rings|the macOS|system|a (?:browser|wallet|process|password|recovery)|shell|messages)/;

/** What no service asks for goes to one as its authentication. */
export const isNoLogin = (path: string, { text }: Value): boolean => {
  const host = text === null ? null : hostOf(text);
  return host !== null && !isLocalHost(host) && PROVES_NOTHING.test(secretPlace(path) ?? "");
};

/** One service's login goes to a named host of somebody else. */
export function isOthersLogin(path: string, target: Value): boolean {
  const host = target.text === null ? null : hostOf(target.text);
  if (host === null || isLocalHost(host)) return false;
  return domainsOfLogin(path)?.every((domain) => host !== domain && !host.endsWith(`.${domain}`)) === true;
}
