import { inPieces } from "@gaia/reading";
import { hostOf, isLocalHost } from "../engine/host.ts";
import type { CodeUnderRules } from "../engine/rule.ts";
import { secretPlace } from "../engine/sensitive-path.ts";
import type { Value } from "../engine/value.ts";
import { LOGINS } from "./logins.ts";
import { isNamedAfter, isNamedHost, oddHost } from "./matching.ts";

/** An agent's settings hold the skill's own key as well as others'. */
export const isSettings = (path: string): boolean => secretPlace(path)?.startsWith("an agent's") === true;

/** What opens more than one service's door, or is no service's: keys of machines, browsers, wallets, clouds' shared files. */
const NOBODYS = inPieces(
  "i",
  String.raw`(?:^|[/~.])\.?(?:ssh|gnupg|aws|kube|docker|netrc|pgpass|config\/gcloud|azure|solana|electrum|ethereum|`,
  String.raw`bitcoin|keystore|keychains?)\b|id_(?:rsa|dsa|ecdsa|ed25519)|login data|cookies|wallet|browser|chrome|`,
  String.raw`firefox|brave|mozilla|\.env\b`,
);
/** Words that any path may have: a host that is called so is named after no service. */
const ANY_PATHS_WORD = inPieces(
  "",
  String.raw`^(?:config|credentials?|secrets?|tokens?|data|keys?|auth|login|session|accounts?|profiles?|users?|local|`,
  String.raw`share|settings|state|default|cache|storage)$`,
);

/** A service's own login, by the name of the file or the folder that it lies in, goes to that service. */
export function isOwnLogin(code: CodeUnderRules, path: string, target: Value): boolean {
  if (NOBODYS.test(path)) return false;
  const host = target.text === null ? null : hostOf(target.text);
  if (host === null || isLocalHost(host) || oddHost(target) !== null) return false;
  const label = (host.split(".").at(-2) ?? "").replaceAll(/[^a-z0-9]/g, "");
  const said = path.toLowerCase().replaceAll(/[^a-z0-9/]/g, "");
  return label.length >= 4 && !ANY_PATHS_WORD.test(label) && said.includes(label) && isNamedAfter(code, host);
}

const ANY_HOSTS_LABEL = /^(?:auth|login|cloud|data|gateway|service|server|public|prod|staging)$/;
const PLACE_OF_MANY =
  /^(?:herokuapp|vercel|netlify|workers|pages|github|githubusercontent|amazonaws|azurewebsites|firebaseapp|onrender|replit)$/;

/**
 * Whether a host may be the one that a secret is for: the secret's name or file shares a label with it, the skill names the host, or a
 * sentence of its code names both. Never so for what opens more than one service's door. It may still be sent wrongly: a person looks, and
 * nothing is blocked.
 */
export function mayBeItsOwn(code: CodeUnderRules, secret: string, target: Value): boolean {
  const host = target.text === null ? null : hostOf(target.text);
  if (NOBODYS.test(secret) || host === null || oddHost(target) !== null) return false;
  const labels = host
    .split(".")
    .slice(0, -1)
    .flatMap((label) => [label, ...label.split("-")])
    .filter((label) => label.length >= 4 && !ANY_HOSTS_LABEL.test(label) && !PLACE_OF_MANY.test(label));
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

/** One service's login goes to a named host of somebody else. */
export function isOthersLogin(path: string, target: Value): boolean {
  const own = LOGINS.find(([place]) => place.test(path))?.[1];
  const host = target.text === null ? null : hostOf(target.text);
  return own !== undefined && host !== null && !isLocalHost(host) && !own.test(host);
}
