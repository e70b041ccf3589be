import { quoted } from "@gaia/reading";
import { HOLE, type Value } from "../engine/value.ts";
import type { Machine, Started } from "./shell-machine.ts";

/** One that is more than a program's name and words; it is not its own. */
export function runAlias(machine: Machine, name: string, alias: string, { fields, stdin }: Started): Value {
  const rest = fields.slice(1).map(({ text }) => quoted((text ?? HOLE).replaceAll(HOLE, "UNKNOWN_PART")));
  machine.aliases.delete(name);
  const output = machine.runText([alias, ...rest].join(" "), stdin);
  machine.aliases.set(name, alias);
  return output;
}
