import { inPieces } from "@gaia/reading";
import { hostOf, isLocalHost } from "../engine/host.ts";
import type { CodeUnderRules } from "../engine/rule.ts";
import { secretPlace } from "../engine/sensitive-path.ts";
import type { Value } from "../engine/value.ts";
import { LOGINS } from "./logins.ts";
import { isNamedAfter, oddHost } from "./matching.ts";

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

/** One service's login goes to a named host of somebody else. */
export function isOthersLogin(path: string, target: Value): boolean {
  const own = LOGINS.find(([place]) => place.test(path))?.[1];
  const host = target.text === null ? null : hostOf(target.text);
  return own !== undefined && host !== null && !isLocalHost(host) && !own.test(host);
}
