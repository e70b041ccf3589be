import { cutOff } from "../engine/reader.ts";
import { anyOf, either } from "../engine/join-values.ts";
import { HOLE, joinSources, literal, named, sourcesOf, UNKNOWN, type Value, wholeText } from "../engine/value.ts";
import { called, type Handler } from "./values/call-site.ts";
import { anyElement, elementsOf } from "./python-comprehension.ts";
import { ofSources } from "./python-decode-handlers.ts";
import { emit, of } from "./values/emit.ts";
import { elementOf } from "./values/member.ts";
import { combine } from "./values/operator.ts";
import { className, classOf } from "./values/program.ts";

/** What hands its first argument on as it is. */
const first: Handler = ({ args, keywords }) => args[0] ?? { ...UNKNOWN, entries: keywords };
const last: Handler = ({ args }) => of(args.at(-1));

/** `field(default_factory=lambda: Client())`: what a field of a data class starts with. */
const field: Handler = ({ args, keywords, program, frame, node }) => {
  const factory = keywords.get("default_factory") ?? keywords.get("factory");
  if (factory !== undefined) {
    const made = program.apply(factory, { args: [] }, { frame, node });
    return factory.name === "list" || factory.name === "dict" ? UNKNOWN : made;
  }
  return keywords.get("default") ?? args[0] ?? UNKNOWN;
};

const MOST_CLASSES = 2_000;

/** `type(name, bases, members)`: a class that is made by a call. */
const madeClass: Handler = ({ args, program, frame, node }) => {
  const [title, bases, members] = args;
  if (members === undefined) return classOf(program, of(title))?.isInstance === true ? { ...UNKNOWN } : UNKNOWN;
  if (program.classes.length >= MOST_CLASSES) {
    cutOff(program, "it makes more classes than are read");
    return UNKNOWN;
  }
  const id = program.classes.length;
  const above = bases?.items ?? [];
  program.classes.push({
    id,
    name: title?.text ?? "",
    bases: [...above],
    members: new Map(members.entries ?? []),
    fields: [],
    attributes: new Map(),
  });
  // Nobody calls its methods here: they are called as those of a class that is written down.
  for (const member of members.entries?.values() ?? [])
    if (isFunction(member)) program.apply(member, { args: [] }, { frame, node });
  return named(className(id));
};

const isFunction = (value: Value): boolean => value.name?.startsWith("⟨function⟩") === true;

/** `next(xs, otherwise)`, `random.choice(xs)`: any one. */
const anyOne: Handler = ({ args }) => {
  const [over = UNKNOWN, otherwise] = args;
  const one = anyElement(over);
  return otherwise === undefined ? one : either(otherwise, one);
};

const chained: Handler = ({ args, name }) => {
  const lists = name?.endsWith("from_iterable") === true ? (args[0]?.items ?? [anyElement(of(args[0]))]) : args;
  const parts = lists.map((list) => elementsOf(list));
  if (parts.every((part) => part !== null))
    return { ...UNKNOWN, items: parts.flat().slice(0, 50_000), sources: ofSources(lists).sources };
  const any = anyOf(lists.map((list) => anyElement(list)));
  return { ...UNKNOWN, items: [any], sources: ofSources(lists).sources };
};

const MOST_WORDS = 500;

/** `shlex.split(line)`: words as a shell parts them, with holes in them. */
const split: Handler = ({ args }) => {
  const text = args[0]?.text;
  if (text == null) return ofSources(args);
  const words = text.match(/(?:[^\s"']|"[^"]*"|'[^']*')+/g) ?? [];
  const sources = sourcesOf(of(args[0]));
  return {
    ...UNKNOWN,
    items: words.slice(0, MOST_WORDS).map((word) => ({
      ...literal(word.replaceAll(/["']/g, "")),
      sources: word.includes(HOLE) ? sources : [],
    })),
    sources,
  };
};

/** `print(secret, file=stream)` */
const printed: Handler = (call) => {
  const file = call.keywords.get("file");
  if (file === undefined || file.place === undefined) return UNKNOWN;
  const { frame, node } = call;
  const [only] = call.args;
  const content: Value =
    call.args.length === 1 && only !== undefined
      ? only
      : { ...UNKNOWN, items: call.args, sources: ofSources(call.args).sources };
  const act = /socket|connect|accept/i.test(file.name ?? "") ? "send" : "write";
  emit(frame, node, { act, callee: "print", target: file.place, inputs: [content] });
  return UNKNOWN;
};

const OPERATORS: Record<string, string> = {
  add: "+",
  concat: "+",
  xor: "^",
  mod: "%",
  mul: "*",
  sub: "-",
  truediv: "/",
  or_: "|",
  iadd: "+",
  iconcat: "+",
};

const itemGetter: Handler = ({ callee, args, frame, node }) =>
  elementOf(of(args[0]), of(callee.entries?.get("key")), frame, node);

/** The process changes to a directory: what is relative lies there. */
const changed: Handler = ({ args, frame }) => {
  const text = wholeText(args[0]);
  if (text !== null) frame.module.directory = text;
  return UNKNOWN;
};

/** Objects of the standard library that hold, pass on or make others. */
export const OBJECT_HANDLERS: [string, Handler][] = [
  ...called(
    [
      "types.MappingProxyType",
      "collections.OrderedDict",
      "collections.UserDict",
      "collections.UserList",
      "copy.copy",
      "copy.deepcopy",
      "asyncio.run",
      "asyncio.wait_for",
      "asyncio.shield",
      "asyncio.get_event_loop().run_until_complete",
      "asyncio.new_event_loop().run_until_complete",
      "anyio.run",
      "trio.run",
      "contextlib.closing",
      "contextlib.aclosing",
      "contextlib.nullcontext",
      "contextlib.ExitStack().enter_context",
      "contextlib.AsyncExitStack().enter_async_context",
      "contextlib.AsyncExitStack().enter_context",
      "io.TextIOWrapper",
      "io.BufferedReader",
      "io.BufferedWriter",
      "memoryview",
      "array.array().tobytes",
      "os.fspath",
      "os.fsencode",
      "os.fsdecode",
      "shlex.quote",
      "warnings.deprecated",
      "types.coroutine",
    ],
    first,
  ),
  ["array.array", ({ args }) => ({ ...of(args[1]), name: null })],
  [
    "collections.deque",
    ({ args }) => (args[0]?.items == null ? { ...UNKNOWN, items: [], sources: ofSources(args).sources } : args[0]),
  ],
  ["typing.cast", last],
  ["collections.defaultdict", last],
  ["collections.ChainMap", ({ args }) => anyOf(args)],
  ...called(
    [
      "dataclasses.field",
      "attr.ib",
      "attr.field",
      "attrs.field",
      "pydantic.Field",
      "pydantic.PrivateAttr",
      "msgspec.field",
    ],
    field,
  ),
  ...called(["type", "types.new_class"], madeClass),
  ...called(["types.SimpleNamespace", "argparse.Namespace"], ({ keywords, name, args }) => ({
    ...named(`${name}()`),
    entries: new Map([...(args[0]?.entries ?? []), ...keywords]),
  })),
  ...called(["next", "anext", "random.choice", "secrets.choice", "min", "max"], anyOne),
  ...called(["itertools.chain", "itertools.chain.from_iterable"], chained),
  ...called(["itertools.islice", "itertools.cycle", "itertools.tee", "random.sample", "random.choices"], first),
  ["shlex.split", split],
  ["print", printed],
  [
    "operator.itemgetter",
    ({ args }) => ({ ...named("operator.itemgetter()"), entries: new Map([["key", of(args[0])]]) }),
  ],
  ["operator.itemgetter()", itemGetter],
  ["operator.getitem", ({ args, frame, node }) => elementOf(of(args[0]), of(args[1]), frame, node)],
  ...Object.entries(OPERATORS).map(([name, sign]): [string, Handler] => [
    `operator.${name}`,
    ({ args }) => combine(sign, of(args[0]), of(args[1])),
  ]),
  ["os.memfd_create", ({ node }) => ({ ...named("open()"), place: literal(`/proc/self/fd/⟨${node.start}⟩`) })],
  ...called(["os.chdir", "contextlib.chdir"], changed),
  ...called(
    ["platformdirs.user_config_dir", "platformdirs.user_config_path", "appdirs.user_config_dir", "click.get_app_dir"],
    ({ args }) => literal(`~/.config/${args[0]?.text ?? HOLE}`),
  ),
  ...called(["platformdirs.user_data_dir", "platformdirs.user_data_path", "appdirs.user_data_dir"], ({ args }) =>
    literal(`~/.local/share/${args[0]?.text ?? HOLE}`),
  ),
  [
    "str.maketrans",
    ({ args }) => ({ ...named("str.maketrans()"), items: args, sources: joinSources([], ofSources(args).sources) }),
  ],
];
