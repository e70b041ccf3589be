import { SAVING, SENDING, OPTIONS } from "./python-library-verbs.ts";
import type { CodeEvent } from "../engine/event.ts";
import { isBrowserProfile, isWholePlace, secretPlace } from "../engine/sensitive-path.ts";
import {
  HOLE,
  joinSources,
  literal,
  type Source,
  sourceIn,
  sourcesOf,
  UNKNOWN,
  type Value,
  wholeText,
} from "../engine/value.ts";
import { APIS } from "./apis/all-apis.ts";
import type { Api, Slot } from "./apis/api.ts";
import { isAsking, isNetworkPackage, isSettingUp } from "./apis/network-packages.ts";
import type { Call } from "./values/call-site.ts";
import { embed, emit } from "./values/emit.ts";
import { contentSources } from "./python-paths.ts";
import { isPeerCallback } from "./values/peers.ts";
import { lineOf } from "./values/program.ts";
import { embedWritten, ran } from "./python-programs.ts";

/** A function of a library that the tables know. */
export function callLibrary(call: Call): Value | null {
  const { name } = call;
  const api = name === null ? undefined : APIS.get(name);
  if (api !== undefined && name !== null) return act(call, api, name, true);
  return userBrowser(call) ?? savedTo(call) ?? guess(call);
}

/** `picture.save(path)`: what it shows lies at the path. */
function savedTo({ method, self, args, keywords, frame, node, name }: Call): Value | null {
  const path = args[0] ?? keywords.get("filename") ?? keywords.get("fp");
  if (method === null || self === null || !SAVING.test(method) || path?.text == null || path.place !== undefined)
    return null;
  const sources = sourcesOf(self);
  if (sources.length > 0)
    emit(frame, node, { act: "write", callee: name ?? method, target: path, inputs: [{ ...UNKNOWN, sources }] });
  return null;
}

/** A browser that is opened with its user's own profile has the user's sessions. */
function userBrowser({ method, self, args, keywords, frame, node }: Call): Value | null {
  if (method === "launch_persistent_context") {
    const path = keywords.get("user_data_dir") ?? args[0];
    if (path?.text == null || !isBrowserProfile(path.text)) return null;
    emit(frame, node, { act: "read", callee: "launch_persistent_context", target: path });
    return { ...UNKNOWN, name: "user browser", place: path };
  }
  if (self?.name?.startsWith("user browser") !== true || (method !== "cookies" && method !== "storage_state"))
    return null;
  const what = (self.place?.text ?? "a browser profile").slice(0, 120);
  return { ...UNKNOWN, sources: [{ taint: "secret-file", what, line: lineOf(frame.module, node) }] };
}

/** A method of an object that nothing tells about, named as those that send: it counts when something secret is given to it. */
function guess(call: Call): Value | null {
  const { method, self, args, keywords } = call;
  // A framework is told what answers a peer.
  if (call.name !== null && isPeerCallback(call.name)) return null;
  const peer = talk(call) ?? received(call);
  if (peer !== null) return peer;
  if (method === null || self === null || !SENDING.has(method)) return null;
  // `mock.patch("os.environ", env)` is no request.
  if (method === "patch" && /(?:^|\.)mock(?:er)?$/.test(self.name ?? "")) return null;
  if (
    self.name !== null &&
    /^[a-z_]+(?:\.[a-z_]+)*\(\)$/.test(self.name) &&
    !/client|session|sock|http|api|conn/i.test(self.name)
  )
    return null;
  const inputs = [
    ...args,
    ...[...keywords].filter(([key]) => key !== "headers" && key !== "auth").map(([, value]) => value),
  ];
  const [first] = args;
  const isUrl = first?.text != null && /^https?:|^\/|^wss?:/.test(first.text);
  const isTold = inputs.some(
    (value) => sourceIn(value, "env-all", "secret-file", "user-data", "secret-env", "user-files", "dotenv") !== null,
  );
  if (!isUrl && !isTold) return null;
  const auth = ["headers", "auth"].flatMap((key) => keywords.get(key) ?? []);
  emit(call.frame, call.node, {
    act: "send",
    callee: call.name ?? `….${method}`,
    target: isUrl ? first : (self.place ?? UNKNOWN),
    inputs,
    auth,
    certain: false,
  });
  return {
    ...UNKNOWN,
    sources: [{ taint: "network", what: first?.text ?? "a peer", line: lineOf(call.frame.module, call.node) }],
  };
}

/** `conn.recv(4096)` of something that was handed in: only a connection has the method. */
function received({ method, self, frame, node }: Call): Value | null {
  if (self === null || self.name !== null || method === null || !/^recv(?:from|msg)?$/.test(method)) return null;
  emit(frame, node, { act: "fetch", callee: `….${method}`, target: self.place ?? UNKNOWN, certain: false });
  return { ...UNKNOWN, sources: [{ taint: "network", what: "a peer", line: lineOf(frame.module, node) }] };
}

/**
 * A method that no table has, of an object of a package that talks to somebody: what it is told goes out, what it is
 * asked for comes in.
 */
function talk({ name, method: said, self, args, keywords, frame, node }: Call): Value | null {
  // `channel.unary_unary(path)(message)`
  const method = said ?? (name?.endsWith("()") === true ? "call" : null);
  if (name === null || method === null || !isNetworkPackage(name) || isSettingUp(method)) return null;
  const inputs = [...args, ...[...keywords].filter(([key]) => !isSettingUp(key)).map(([, value]) => value)];
  const isTold = inputs.some(
    (value) => sourceIn(value, "env-all", "secret-file", "user-data", "user-files", "dotenv") !== null,
  );
  const target = self?.place ?? UNKNOWN;
  if (isTold) emit(frame, node, { act: "send", callee: name, target, inputs, certain: false });
  if (!isAsking(method)) return null;
  const sources = joinSources(
    [{ taint: "network", what: (target.text ?? "a peer").slice(0, 200), line: lineOf(frame.module, node) }],
    inputs.flatMap((value) => sourcesOf(value)),
  );
  return {
    ...UNKNOWN,
    name: name.length > 100 ? null : `${name}()`,
    sources,
    ...(self?.place === undefined ? {} : { place: self.place }),
  };
}

function act(call: Call, api: Api, name: string, certain: boolean): Value {
  const { frame, node, callee } = call;
  const named =
    api.label === null
      ? (api.target.map((slot) => pick(call, slot)).find((value) => value !== null) ?? UNKNOWN)
      : literal(api.label);
  const isHere =
    api.acts[0] === "list" && call.args.length === 0 && call.keywords.size === 0 && call.self?.text == null;
  const target = isHere ? literal(frame.module.directory) : api.acts[0] === "resolve" ? withoutOwnName(named) : named;
  const inputs = api.inputs.flatMap((slot) => pick(call, slot) ?? []);
  const auth = api.auth.flatMap((slot) => pick(call, slot) ?? []);
  const options: Record<string, Value> = Object.fromEntries([...call.keywords].filter(([key]) => OPTIONS.has(key)));
  if (call.self !== null && call.self.entries !== null && api.auth.length > 0)
    auth.push(...["headers", "auth"].flatMap((key) => call.self?.entries?.get(key) ?? []));
  if (call.self !== null && api.auth.length > 0 && call.self.sources.length > 0)
    auth.push({ ...UNKNOWN, sources: call.self.sources });
  const naming = callee.naming ?? "plain";
  const isSending = api.acts[0] === "fetch" || inputs.length > 0;
  for (const each of api.acts) {
    // The address alone is no message, unless something was put into it.
    if (each === "send" && !isSending) continue;
    const event: Pick<CodeEvent, "act" | "callee"> & Partial<CodeEvent> = {
      act: each,
      callee: name,
      target,
      inputs: each === "fetch" ? [] : inputs,
      auth: each === "fetch" ? [] : auth,
      options,
      naming,
      certain,
    };
    if (
      each === "send" &&
      ![...inputs, ...auth].some((value) => sourcesOf(value).length > 0) &&
      api.acts.length > 1 &&
      api.acts[0] === "fetch"
    )
      continue;
    emit(frame, node, event);
  }
  for (const option of ["verify", "ssl"])
    if (call.keywords.get(option)?.name === "False")
      emit(frame, node, { act: "disable-protection", callee: name, target: literal("certificate checks") });
  if (api.acts.includes("run") || api.acts.includes("load")) embedWritten(call, target);
  if (api.acts.includes("run")) {
    const tied = ["stdin", "stdout", "stderr"].flatMap((key) => call.keywords.get(key) ?? []);
    const peer = tied.find((value) => /^socket\.|accept\(\)|\bconnect/.test(value.name ?? ""));
    if (peer !== undefined) emit(frame, node, { act: "redirect-streams", callee: name, inputs: [peer] });
    return ran(call, target, inputs, name);
  }
  if (api.acts.includes("evaluate")) return evaluated(call, inputs, name);
  const line = lineOf(frame.module, node);
  const given: Source[] = api.gives === null ? [] : [{ taint: api.gives, what: whatOf(api, target, name), line }];
  if (api.acts.includes("database")) given.push(...contentSources(target, line));
  if (api.gives === "user-data") keptAs(call, name, given);
  if (api.gives === "network") pouredInto(call, name, given);
  const kept = KEEPING.has(api.gives ?? "")
    ? [...inputs.flatMap((value) => sourcesOf(value)), ...(call.self === null ? [] : sourcesOf(call.self))]
    : [];
  const isWholePlace = api.acts.includes("list");
  const text = isWholePlace ? listed(call, target) : null;
  const place = call.callee.place ?? (api.acts.includes("connect") ? target : undefined);
  return {
    ...UNKNOWN,
    name: name.length > 100 ? null : `${name}()`,
    text,
    sources: joinSources(given, isWholePlace ? [...target.sources, ...listingSources(target, line)] : kept),
    ...(place === undefined ? {} : { place }),
  };
}

const KEEPING = new Set(["decoded", "random"]);

function whatOf(api: Api, target: Value, name: string): string {
  if (api.gives === "network") return (target.text ?? "a peer").slice(0, 200);
  return api.label ?? target.text?.slice(0, 200) ?? name;
}

/** A path below what is listed: the pattern where there is one, a hole otherwise. */
function listed(call: Call, target: Value): string {
  const base = target.text ?? HOLE;
  const isPath = call.self?.name === "pathlib.Path()";
  const pattern = isPath ? call.args[0]?.text : null;
  if (pattern != null) return `${base}/${call.method === "rglob" ? "**/" : ""}${pattern}`.replaceAll(/\*/g, "*");
  return call.name?.startsWith("glob.") === true ? base : `${base.replace(/\/$/, "")}/${HOLE}`;
}

function listingSources(target: Value, line: number): Source[] {
  const text = target.text ?? HOLE;
  // What lies in a place of secrets is secret.
  if (secretPlace(text) !== null) return [{ taint: "secret-file", what: text.slice(0, 120), line }];
  const base = text
    .split("/")
    .filter((_, index, parts) => !parts.slice(0, index + 1).some((each) => each.includes("*")))
    .join("/");
  const isWhole = text.startsWith("/") && base === "" ? true : base !== "" && isWholePlace(base);
  return isWhole ? [{ taint: "user-files", what: text.slice(0, 100), line }] : [];
}

/** The argument in a slot; null when it is not given. */
function pick(call: Call, slot: Slot): Value | null {
  if (typeof slot === "number") return call.args[slot] ?? null;
  if (slot === "self")
    return call.self?.text == null &&
      call.self?.name !== "pathlib.Path()" &&
      sourcesOf(call.self ?? UNKNOWN).length === 0
      ? null
      : call.self;
  if (slot === "place") return call.callee.place ?? call.self?.place ?? null;
  if (slot === "all") return { ...UNKNOWN, items: call.args };
  if (slot === "rest") return { ...UNKNOWN, items: call.args.slice(1) };
  return call.keywords.get(slot) ?? null;
}

/** Looking up one's own name tells nobody anything; a name of one's own in front of somebody's domain does. */
function withoutOwnName(target: Value): Value {
  if (/\uFFFC[^\uFFFC]*\.[a-z0-9-]+\.[a-z]+$/i.test(target.text ?? "")) return target;
  return { ...target, sources: target.sources.filter(({ taint }) => taint !== "host-info" && taint !== "env-all") };
}

/** `ftp.retrbinary("RETR x", file.write)`: what arrives is handed to the file. */
function pouredInto(call: Call, name: string, sources: readonly Source[]): void {
  for (const value of [...call.args, ...call.keywords.values()])
    if (value.place !== undefined && value.name?.endsWith(".write") === true)
      emit(call.frame, call.node, {
        act: "write",
        callee: name,
        target: value.place,
        inputs: [{ ...UNKNOWN, sources }],
      });
}

/** What is captured goes to the file that the call names. */
function keptAs(call: Call, name: string, sources: readonly Source[]): void {
  const path =
    call.args[0] ?? call.keywords.get("filename") ?? call.keywords.get("output") ?? call.keywords.get("imageFilename");
  if (path?.text == null || path.type === "number" || path.text.startsWith("/dev/")) return;
  emit(call.frame, call.node, { act: "write", callee: name, target: path, inputs: [{ ...UNKNOWN, sources }] });
}

/** Code in a text: read as Python where it is known. */
function evaluated(call: Call, inputs: readonly Value[], name: string): Value {
  const [code] = inputs;
  const text = code === undefined ? null : wholeText(code);
  if (code !== undefined && text !== null && /^(?:exec|eval|execfile|code\.)/.test(name)) {
    embed(call.frame, call.node, { language: "python", text, from: code.folded ? "decoded" : "string" });
    if (/^[A-Za-z_][\w.]*$/.test(text.trim()))
      return { ...UNKNOWN, name: text.trim(), naming: code.folded ? "computed" : "string" };
  }
  return { ...UNKNOWN, sources: inputs.flatMap((value) => sourcesOf(value)).slice(0, 12) };
}
