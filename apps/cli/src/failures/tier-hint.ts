import { calledAs } from "./invocation.ts";

/**
 * What to do where a tier is too low: `asker` says what asked for the higher one. What the refusal says of the versions stands beside it.
 */
export function tierHint(name: string, tiers: { has: string; asked: string } | null, asker: "option" | "lock"): string {
  const { has = "TIER", asked = "more" } = tiers ?? {};
  const options = has === "experimental" ? "--tier experimental --allow-experimental" : `--tier ${has}`;
  const take = `\`${calledAs(`install ${name} ${options}`)}\` takes it at its own tier, with what it needs`;
  const rise =
    asked === "verified"
      ? `an audit makes a version verified, which its publisher asks for with \`${calledAs("promote")}\``
      : "a version that its publisher signed, and that declares its permissions, is community";
  return asker === "lock" ? `the lock asks for ${asked}: ${take}` : `${take}; ${rise}`;
}
