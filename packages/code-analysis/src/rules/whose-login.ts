import { hostOf, isLocalHost } from "../engine/host.ts";
import type { CodeUnderRules } from "../engine/rule.ts";
import { secretPlace } from "../engine/sensitive-path.ts";
import type { Value } from "../engine/value.ts";
import { LOGINS } from "./logins.ts";
import { isNamedAfter, oddHost } from "./matching.ts";

/** An agent's settings hold the skill's own key as well as others'. */
export const isSettings = (path: string): boolean => secretPlace(path)?.startsWith("an agent's") === true;

/** A service's own login, by the name of the file or the folder that it lies in, goes to that service. */
export function isOwnLogin(code: CodeUnderRules, path: string, target: Value): boolean {
  const host = target.text === null ? null : hostOf(target.text);
  if (host === null || isLocalHost(host) || oddHost(target) !== null) return false;
  const label = (host.split(".").at(-2) ?? "").replaceAll(/[^a-z0-9]/g, "");
  const said = path.toLowerCase().replaceAll(/[^a-z0-9/]/g, "");
  return label.length >= 4 && said.includes(label) && isNamedAfter(code, host);
}

/** One service's login goes to a named host of somebody else. */
export function isOthersLogin(path: string, target: Value): boolean {
  const own = LOGINS.find(([place]) => place.test(path))?.[1];
  const host = target.text === null ? null : hostOf(target.text);
  return own !== undefined && host !== null && !isLocalHost(host) && !own.test(host);
}
