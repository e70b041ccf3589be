import { literal, tainted } from "../engine/value.ts";
import { cutOff } from "../engine/reader.ts";
import { type Call, operands, optionValues, sayOf, textOf } from "./call.ts";
import { embed, start } from "./shell-machine.ts";

const AWK = /^(?:[gmn]?awk|original-awk|bwk)$/;
/** An address as gawk opens it: gawk(1), "Special file names". */
const PEER = /\/inet[46]?\/(?:tcp|udp)\/[^/\s"]{0,20}\//;
/** Words that somebody hands over are started: a variable is asked for its output, or a shell is fed. */
const HEARD = /(?:^|[\s({;])[A-Za-z_$]\w{0,40}\s{0,4}\|&?\s{0,4}getline|\bsystem\s{0,4}\(\s{0,4}[A-Za-z_$]/;
const MOST_SCRIPT = 100_000;
const LONG = /"(?:[^"\\\n]|\\.){2001}/;
const COMMANDS = [
  /\bsystem\s{0,4}\(\s{0,4}"((?:[^"\\\n]|\\.){2,2000})"/g,
  /"((?:[^"\\\n]|\\.){2,2000})"\s{0,4}\|&?\s{0,4}getline/g,
  /\bprint\w{0,1}[^\n|"]{0,400}\|&?\s{0,4}"((?:[^"\\\n]|\\.){2,2000})"/g,
];

/** What an awk program does besides filtering: it starts commands, and GNU's speaks to other machines. */
export function awkActs(call: Call): void {
  if (!AWK.test(call.name)) return;
  const script = textOf(operands(call, new Set(["-F", "-v", "-f"]))[0]);
  const [file] = optionValues(call, "-f");
  if (file !== undefined) start(call.machine, { path: textOf(file), language: "awk", isByName: false });
  const isStarting = /\bsystem\b|\|/.test(script.slice(0, MOST_SCRIPT));
  if (script.length > MOST_SCRIPT || (isStarting && LONG.test(script)))
    cutOff(call.machine, "it runs a longer text than is read");
  if (script.length > MOST_SCRIPT) return;
  const given = optionValues(call, "-v").map(textOf).join(" ");
  for (const pattern of COMMANDS)
    for (const match of script.matchAll(pattern)) {
      const text = (match[1] ?? "").replaceAll(/\\(.)/g, "$1");
      sayOf(call, { act: "run", target: literal(text) });
      embed(call.machine, call.line, { language: "bash", text, from: "string" });
    }
  if (!PEER.test(`${script} ${given}`)) return;
  const target = literal(
    /\d{1,3}(?:\.\d{1,3}){3}|[\w-]{1,60}(?:\.[\w-]{2,60}){1,4}/.exec(`${given} ${script}`)?.[0] ?? "somebody",
  );
  sayOf(call, { act: "connect", target });
  if (HEARD.test(script)) sayOf(call, { act: "redirect-streams", target });
  const carried = /\bENVIRON\b/.test(script) ? [tainted("env-all", "the environment", call.line)] : [];
  sayOf(call, { act: "send", target, inputs: [...(call.stdin === null ? [] : [call.stdin]), ...carried] });
}
