import { type ApiCall, say } from "../program/js-api.ts";
import {
  type Value,
  joinSources,
  HOLE,
  sourceIn,
  UNKNOWN,
  sourcesOf,
  named,
  literal,
  tainted,
} from "../../engine/value.ts";
import { embed, mixed } from "../program/js-program.ts";
import { fieldOf } from "../../engine/lean-tree.ts";
import { isBrowserProfile } from "../../engine/sensitive-path.ts";
import { decodedBy, fromCodes } from "../program/js-text-methods.ts";

/** Text becomes code. */
export function evaluate(call: ApiCall, given: Value): Value {
  const code = isPacked(call)
    ? {
        ...given,
        sources: joinSources(given.sources, [{ taint: "decoded", what: "what a function unpacks", line: call.line }]),
      }
    : given;
  say(call, { act: "evaluate", inputs: [code] });
  const text = code.text ?? "";
  if (text !== "" && text !== HOLE)
    embed(call.program, call.node, {
      language: "javascript",
      text,
      from: sourceIn(code, "decoded") === null ? "string" : "decoded",
    });
  return { ...UNKNOWN, text: HOLE, sources: sourcesOf(code).filter(({ taint }) => taint === "network") };
}

/** `eval(function (p, a, c, k) {…}(…))`: a packer's head. */
function isPacked(call: ApiCall): boolean {
  const argument = fieldOf(call.node, "arguments")?.children[0];
  const callee = argument?.type === "call_expression" ? fieldOf(argument, "function") : null;
  const inner = callee?.type === "parenthesized_expression" ? callee.children[0] : callee;
  return inner !== undefined && inner !== null && /^(?:function|function_expression|arrow_function)$/.test(inner.type);
}

/** A script of another host runs beside the page's own. */
export function remoteScript(call: ApiCall): Value {
  const url = first(call).text ?? "";
  say(call, { act: "load", target: first(call) });
  if (call.args[1]?.entries?.get("eval") !== undefined || sourceIn(first(call), "network", "decoded") !== null)
    say(call, { act: "evaluate", inputs: [first(call)] });
  if (!/^(?:https?:)?\/\//.test(url)) return named("worker");
  say(call, {
    act: "run",
    target: literal(call.name),
    inputs: [{ ...UNKNOWN, sources: [{ taint: "network", what: url, line: call.line }] }],
    options: { executes: literal("a worker") },
  });
  return named("worker");
}

export function captured(call: ApiCall, what: string): Value {
  say(call, { act: "capture", target: literal(what) });
  return { ...tainted("user-data", what, call.line), text: HOLE };
}

/** A browser that is opened with its user's own profile has the user's sessions. */
export function userBrowser(call: ApiCall): Value | null {
  const path = first(call).entries?.get("userDataDir") ?? first(call);
  if (path.text === null || !isBrowserProfile(path.text)) return mixed([call.self, ...call.args]);
  say(call, { act: "read", target: path });
  return { ...named("user browser"), place: path };
}

/** `Buffer.from(text, "base64")`. */
export function buffer(call: ApiCall): Value {
  const [data = UNKNOWN, encoding] = call.args;
  const name = encoding?.text ?? "";
  if (/^(?:base64|base64url|hex)$/i.test(name)) {
    say(call, { act: "decode", inputs: [data] });
    return decodedBy(data, name, call.line);
  }
  if (data.items !== null && data.items.length > 8 && data.items.every(({ type }) => type === "number"))
    return { ...fromCodes([data], call.line), type: "bytes" };
  return { ...data, type: "bytes", entries: null };
}

export function inflated(call: ApiCall): Value {
  const [data = UNKNOWN] = call.args;
  say(call, { act: "decode", inputs: [data] });
  return {
    ...UNKNOWN,
    text: HOLE,
    sources: joinSources(sourcesOf(data), [{ taint: "decoded", what: "compressed text", line: call.line }]),
    type: "bytes",
  };
}

export const first = (call: ApiCall): Value => call.args[0] ?? UNKNOWN;
