import { HOLE, literal, type Value } from "../engine/value.ts";
import { type Machine, say } from "./shell-machine.ts";

/** A program that starts. */
export interface Call {
  machine: Machine;
  /** Its name without a directory. */
  name: string;
  /** Without the name. */
  args: readonly Value[];
  /** `args` as texts, a HOLE for what is not known. */
  texts: readonly string[];
  stdin: Value | null;
  line: number;
  naming: "plain" | "string" | "computed";
  /** Where its streams are tied to a connection: the host. */
  connection: Value | null;
  isSilent: boolean;
  isBackground: boolean;
  isPiped: boolean;
  /** By what it was started: `sudo`, `nohup`, `xargs`. */
  through: readonly string[];
}

/** What a program prints; null when that is not known. */
export type Program = (call: Call) => Value | null;

/** Writes down what a call does. */
export function sayOf(
  call: Call,
  said: Omit<Parameters<typeof say>[1], "line" | "callee"> & { callee?: string },
): void {
  say(call.machine, { callee: call.name, line: call.line, naming: call.naming, ...said });
}

/** The values of an option, in any of its spellings: `-o x`, `-ox`, `--output x`, `--output=x`. */
export function optionValues(call: Call, ...names: string[]): Value[] {
  const found: Value[] = [];
  call.texts.forEach((text, index) => {
    for (const name of names) {
      const next = call.args[index + 1];
      const isBundle = /^-[A-Za-z]$/.test(name) && /^-[A-Za-z]{2,8}$/.test(text) && text.endsWith(name.charAt(1));
      if (text === name || isBundle) {
        if (next !== undefined) found.push(next);
      } else if (
        name.startsWith("--")
          ? text.startsWith(`${name}=`)
          : /^-[A-Za-z]$/.test(name) && text.startsWith(name) && text.length > 2 && !/^-[A-Za-z]{2,8}$/.test(text)
      ) {
        const rest = text.slice(name.length + (name.startsWith("--") ? 1 : 0));
        found.push({ ...(call.args[index] ?? literal(rest)), text: rest });
      }
    }
  });
  return found;
}

/** Whether a flag is set, alone or in a bundle of single letters. */
export function hasFlag(call: Call, ...names: string[]): boolean {
  return call.texts.some((text) =>
    names.some(
      (name) =>
        text === name || (/^-[A-Za-z]$/.test(name) && /^-[A-Za-z]{2,8}$/.test(text) && text.includes(name.charAt(1))),
    ),
  );
}

/** The arguments that are neither options nor the values of options that take one. */
export function operands(call: Call, valued: ReadonlySet<string> = new Set()): Value[] {
  const found: Value[] = [];
  let isEnded = false;
  for (let index = 0; index < call.texts.length; index += 1) {
    const text = call.texts[index] ?? "";
    const value = call.args[index];
    if (value === undefined) break;
    if (!isEnded && text === "--") isEnded = true;
    else if (!isEnded && text.startsWith("-") && text.length > 1) {
      const letter = /^-[A-Za-z]{1,8}$/.test(text) ? `-${text.slice(-1)}` : text;
      if (valued.has(text) || valued.has(letter)) index += 1;
    } else found.push(value);
  }
  return found;
}

export const textOf = (value: Value | undefined): string => value?.text ?? HOLE;
