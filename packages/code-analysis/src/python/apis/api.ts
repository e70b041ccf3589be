import type { Act } from "../../engine/event.ts";
import type { Taint } from "../../engine/value.ts";

/** Where an argument stands: its position, its keyword, or the object that the method belongs to. */
export type Slot = number | string;

/** What a function of a library does. */
export interface Api {
  acts: readonly Act[];
  /** The first of these slots that is given. */
  target: readonly Slot[];
  inputs: readonly Slot[];
  auth: readonly Slot[];
  gives: Taint | null;
  /** What the target is called where no argument names it. */
  label: string | null;
}

/** `names`: words with `{a,b}` alternatives. `acts`: words. */
export function apis(
  rows: readonly [names: string, acts: string, api?: Partial<Omit<Api, "acts">>][],
): [string, Api][] {
  return rows.flatMap(([names, acts, api]) => {
    const whole: Api = {
      target: [],
      inputs: [],
      auth: [],
      gives: null,
      label: null,
      ...api,
      acts: acts.split(" ").filter((act) => act !== "") as Act[],
    };
    return names.split(" ").flatMap((name) => alternatives(name).map((each): [string, Api] => [each, whole]));
  });
}

function alternatives(name: string): string[] {
  const match = /\{([^{}]*)\}/.exec(name);
  if (match === null) return [name];
  const [all, inner = ""] = match;
  return inner.split(",").flatMap((choice) => alternatives(name.replace(all, () => choice)));
}
