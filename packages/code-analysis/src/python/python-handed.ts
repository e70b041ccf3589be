import { inPieces } from "@gaia/reading";
import { joinSources, type Source, sourcesOf, UNKNOWN, type Value } from "../engine/value.ts";
import { APIS } from "./apis/all-apis.ts";
import type { Call } from "./values/call-site.ts";
import { anyElement, elementsOf } from "./python-comprehension.ts";
import { properName } from "./values/member.ts";
import { fromPeer, isPeerSlot } from "./values/peers.ts";
import { classOf, functionsOf, lineOf, memberOf, type PyProgram } from "./values/program.ts";

const MOST_HANDED = 200;
const MOST_MAPPED = 4_096;
const MOST_CALLBACKS = 6;

const EACH = inPieces(
  "",
  String.raw`^(?:map|filter)$|^itertools\.(?:starmap|filterfalse|takewhile|dropwhile|accumulate)$|\.(?:map|map_async|`,
  String.raw`imap|imap_unordered|starmap|starmap_async|thread_map|process_map|apply)$`,
);
const STARTERS = inPieces(
  "",
  String.raw`(?:^|\.)(?:Thread|Process|Timer|submit|apply_async|to_thread|run_in_executor|start_new_thread|run_sync|`,
  String.raw`call_soon|call_later|call_soon_threadsafe|create_task|ensure_future|spawn|spawn_later|start_soon|`,
  String.raw`register|finalize|signal|do|callback|enter|enterabs|add_job)$`,
);
/** Their arguments for the function stand in a list. */
const LISTING = /(?:Thread|Process|Timer|apply_async|start_new_thread|enter|enterabs)$/;

/**
 * A function that is handed to a library's: `Thread(target=f, args=…)`, `pool.submit(f, x)`, `map(f, xs)`, `reduce(f,
 * xs)`. Null: nothing more is known of the answer.
 */
export function callHanded(call: Call): Value | null {
  const { name, program } = call;
  if (functionsOf(program, call.callee).length > 0) return null;
  if (name === "functools.reduce" || name === "reduce") return reduced(call);
  if (name !== null && EACH.test(name)) return mapped(call);
  started(call);
  return null;
}

const isCallable = ({ program, name }: Call, value: Value | undefined): value is Value =>
  value?.name != null &&
  name !== "functools.partial" &&
  (functionsOf(program, value).length > 0 ||
    isObject(program, value) ||
    (APIS.has(properName(value.name)) && value.sources.length === 0));

/** An object of the skill that can be called. */
function isObject(program: PyProgram, value: Value): boolean {
  const own = classOf(program, value);
  return own?.isInstance === true && memberOf(program, own.type, "__call__") !== null;
}

/** An unbound method or a function of the language: `map(str.strip, xs)`, `reduce(operator.add, xs)`. */
const isNamed = (value: Value | undefined): value is Value =>
  value?.name != null && (!value.name.endsWith(")") || value.name.startsWith("⟨class⟩"));

function reduced({ args, frame, node, program }: Call): Value | null {
  const [fn, over, first] = args;
  const elements = over === undefined ? null : elementsOf(over);
  if (!isNamed(fn) || over === undefined) return null;
  if (elements === null || elements.length > MOST_HANDED)
    return program.apply(fn, { args: [first ?? anyElement(over), anyElement(over)] }, { frame, node });
  let value = first;
  for (const element of elements) {
    if (program.steps <= 0) break;
    value = value === undefined ? element : program.apply(fn, { args: [value, element] }, { frame, node });
  }
  return value ?? UNKNOWN;
}

function mapped(call: Call): Value | null {
  const { args, frame, node, program, name } = call;
  const [fn, ...lists] = args;
  const [over] = lists;
  if (!isNamed(fn) || over === undefined || fn.name === "chr") return null;
  const elements = elementsOf(over);
  const isStarred = name?.includes("starmap") === true;
  const given = (values: readonly Value[]) => (isStarred ? (values[0]?.items ?? values) : values);
  const isLocal = functionsOf(program, fn).length > 0;
  if (elements === null || elements.length > (isLocal ? MOST_MAPPED : MOST_HANDED)) {
    const any = program.apply(fn, { args: given(lists.map((list) => anyElement(list))) }, { frame, node });
    return name === "filter"
      ? over
      : { ...any, text: any.name === null ? null : any.text, sources: joinSources(sourcesOf(any), over.sources) };
  }
  const items = elements.map((element, index) =>
    program.apply(
      fn,
      { args: given([element, ...lists.slice(1).map((list) => elementsOf(list)?.[index] ?? anyElement(list))]) },
      { frame, node },
    ),
  );
  return name === "filter" ? over : { ...UNKNOWN, items, sources: over.sources };
}

/** Calls what is handed over, with what stands beside it, or with what its caller is known to hand it. */
function started(call: Call): void {
  const { name, args, keywords, frame, node, program } = call;
  const isStarter = name !== null && STARTERS.test(name);
  const slots: [string | null, number, Value][] = [
    ...args.map((value, index): [string | null, number, Value] => [null, index, value]),
    ...[...keywords].map(([key, value]): [string | null, number, Value] => [key, -1, value]),
  ];
  for (const [key, index, fn] of slots
    .slice(0, 40)
    .filter(([, , value]) => isCallable(call, value))
    .slice(0, MOST_CALLBACKS)) {
    const isLocal = functionsOf(program, fn).length > 0 || isObject(program, fn);
    // A library's function is only called by what is known to call.
    const given = toldTo(call, key);
    if (!isLocal && !isStarter && key !== "target" && !isRemoteCall(fn, given)) continue;
    const rest = index < 0 ? [] : args.slice(index + 1);
    const listed = keywords.get("args")?.items ?? rest[0]?.items ?? (keywords.has("args") ? [] : rest);
    const isListed = key === "target" || key === "function" || (name !== null && LISTING.test(name));
    const named = keywords.get("kwargs")?.entries ?? keywords.get("kwds")?.entries ?? rest[1]?.entries ?? null;
    const told = given.length > 0 ? Array.from({ length: 6 }, () => ({ ...UNKNOWN, sources: given })) : null;
    if (told !== null && program.told.length < MOST_HANDED)
      program.told.push({ fn, args: told, at: { frame, node }, unit: frame.module.unit });
    program.apply(
      fn,
      {
        args: told ?? (isListed ? listed : rest),
        keywords: isListed ? (named ?? new Map()) : isStarter ? keywords : new Map(),
      },
      { frame, node },
    );
  }
}

/** A function that starts programs or runs code is what a peer calls. */
const isRemoteCall = (fn: Value, given: readonly Source[]): boolean =>
  given.length > 0 &&
  (APIS.get(properName(fn.name ?? ""))?.acts.some((act) => act === "run" || act === "evaluate") ?? false);

/** What a callback is told: what a device captures, what a peer says. */
function toldTo({ name, frame, node }: Call, key: string | null): Source[] {
  const line = lineOf(frame.module, node);
  const api = name === null ? undefined : APIS.get(name);
  if (api?.gives === "user-data" && api.acts.includes("capture"))
    return [{ taint: "user-data", what: api.label ?? "keyboard", line }];
  if (name !== null && /^(?:keyboard|pynput|py[wW]inhook|py[hH]ook|pyxhook|evdev|Xlib)\b/.test(name))
    return [{ taint: "user-data", what: "keyboard", line }];
  // What a terminal that is held in between shows and is told.
  if (name === "pty.spawn") return [{ taint: "user-data", what: "keyboard", line }];
  return isPeerSlot(name, key) ? fromPeer(line) : [];
}
