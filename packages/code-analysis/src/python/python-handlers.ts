import { either } from "../engine/join-values.ts";
import { joinSources, literal, named, sourcesOf, UNKNOWN, type Value, wholeText } from "../engine/value.ts";
import { ARCHIVE_HANDLERS } from "./python-archives.ts";
import { ASKED_HANDLERS } from "./python-asked.ts";
import { BUILTIN_HANDLERS } from "./python-builtin-handlers.ts";
import { type Call, called, type Handler } from "./values/call-site.ts";
import { DECODE_HANDLERS, ofSources } from "./python-decode-handlers.ts";
import { emit, of } from "./values/emit.ts";
import { FETCHED_HANDLERS } from "./python-fetched.ts";
import { attributeOf, elementOf, environmentVariable, properName } from "./values/member.ts";
import { OBJECT_HANDLERS } from "./python-object-handlers.ts";
import { PATH_HANDLERS } from "./python-paths.ts";
import { classOf, lineOf } from "./values/program.ts";

/** Modules through which everything can be reached: a name in them that is computed is worth knowing. */
const POWERFUL =
  /^(?:os|subprocess|sys|builtins|__builtins__|ctypes|importlib|pty|socket|shutil|code|marshal|globals\(\)|\?)$/;

const getattribute: Handler = (call) => {
  const [object = UNKNOWN, key = UNKNOWN, fallback] = call.args;
  const attribute = wholeText(key);
  const line = lineOf(call.frame.module, call.node);
  if (attribute !== null) {
    const found = attributeOf(call.program, object, attribute, line, call.frame, call.node);
    if (classOf(call.program, object) !== null || found.name === null) return found;
    return { ...found, naming: key.folded || object.naming === "computed" ? "computed" : "string" };
  }
  const isHidden =
    object.name !== null &&
    POWERFUL.test(properName(object.name)) &&
    !key.sources.some(({ taint }) => taint === "input");
  return {
    ...UNKNOWN,
    name: isHidden ? `${object.name}.?` : null,
    sources: joinSources(
      sourcesOf(object),
      joinSources(sourcesOf(key), fallback === undefined ? [] : sourcesOf(fallback)),
    ),
  };
};

const importModule: Handler = (call) => {
  const [key = UNKNOWN] = call.args;
  const module = wholeText(key);
  if (module === null) {
    const isDecoded = key.sources.some(({ taint }) => taint === "decoded" || taint === "blob" || taint === "network");
    return { ...UNKNOWN, name: isDecoded ? "?" : null, sources: sourcesOf(key) };
  }
  const isTop = call.name === "__import__" && (call.keywords.get("fromlist") ?? call.args[3]) === undefined;
  const naming = key.folded ? "computed" : "string";
  emit(call.frame, call.node, { act: "import", callee: call.name ?? "", target: key, naming });
  return { ...named(properName(isTop ? (module.split(".", 1)[0] ?? module) : module)), naming, sources: key.sources };
};

const namespace: Handler = (call) => {
  const [of_] = call.args;
  if (of_?.name != null) return named(`${of_.name}.__dict__`);
  return named(`${call.name}()`);
};

/** `dir(os)`: a name that is picked out of it is no name that is written down. */
const listedNames: Handler = ({ args, frame, node }) =>
  args[0]?.name != null && POWERFUL.test(properName(args[0].name))
    ? {
        ...UNKNOWN,
        sources: [{ taint: "decoded", what: `the names of ${args[0].name}`, line: lineOf(frame.module, node) }],
      }
    : null;

const environ: Handler = (call) => {
  const key = call.args[0];
  return key === undefined
    ? ofSources([of(call.self ?? undefined)])
    : withDefault(environmentVariable(key, call.frame, call.node, call.name ?? ""), call);
};

/** `os.environ.get(name, otherwise)`: a place that a variable may name lies where it does by default. */
function withDefault(value: Value, { args, keywords }: Call): Value {
  const otherwise = args[1] ?? keywords.get("default");
  return otherwise === undefined || value.text !== null ? value : either(value, otherwise);
}

/** The whole environment is handed on. */
const environAll: Handler = (call) => {
  emit(call.frame, call.node, { act: "environment", callee: call.name ?? "" });
  return {
    ...UNKNOWN,
    sources: [{ taint: "env-all", what: "the environment", line: lineOf(call.frame.module, call.node) }],
  };
};

const instance: Handler = (call: Call) => ({
  ...named(`${call.name}()`),
  place: of(call.args[0] ?? call.keywords.get("url") ?? call.keywords.get("host")),
  entries: call.keywords,
});

const request: Handler = (call: Call) => {
  const [url = UNKNOWN, data] = [call.args[0] ?? call.keywords.get("url"), call.args[1] ?? call.keywords.get("data")];
  const headers = call.keywords.get("headers") ?? call.args[2];
  const auth = headers === undefined ? [] : [headers];
  const body = data === undefined ? (url.sources.length > 0 ? [url] : []) : [data];
  if (body.length > 0)
    emit(call.frame, call.node, { act: "send", callee: "urllib.request.Request", target: url, inputs: body, auth });
  return { ...named("urllib.request.Request()"), text: url.text };
};

/** What is typed goes to a log. */
const logged: Handler = (call) => {
  const inputs = call.args.filter((value) => sourcesOf(value).some(({ taint }) => taint === "user-data"));
  if (inputs.length > 0) emit(call.frame, call.node, { act: "write", callee: call.name ?? "", inputs });
  return UNKNOWN;
};

export const HANDLERS: ReadonlyMap<string, Handler> = new Map<string, Handler>([
  ...BUILTIN_HANDLERS,
  ...OBJECT_HANDLERS,
  ...PATH_HANDLERS,
  ...ARCHIVE_HANDLERS,
  ...ASKED_HANDLERS,
  ...FETCHED_HANDLERS,
  ...DECODE_HANDLERS,
  ...called(["getattr", "inspect.getattr_static"], getattribute),
  [
    "operator.attrgetter()",
    ({ callee, args, program, frame, node }) =>
      callee.text === null
        ? null
        : { ...attributeOf(program, of(args[0]), callee.text, 0, frame, node), naming: "computed" },
  ],
  ["operator.attrgetter", ({ args }) => ({ ...named("operator.attrgetter()"), text: wholeText(args[0]) })],
  ...called(
    [
      "__import__",
      "importlib.import_module",
      "importlib.__import__",
      "importlib.reload",
      "unittest.mock._importer",
      "pkg_resources.load_entry_point",
      "imp.load_module",
    ],
    importModule,
  ),
  ["dir", listedNames],
  ...called(["globals", "locals", "vars"], namespace),
  ...called(["inspect.getmembers", "inspect.getmembers_static"], ({ args }) =>
    args[0]?.name == null ? null : named(`${args[0].name}.__dict__.items()`),
  ),
  ...called(
    [
      "pydoc.locate",
      "pkgutil.resolve_name",
      "werkzeug.utils.import_string",
      "django.utils.module_loading.import_string",
      "zope.dottedname.resolve.resolve",
      "hydra.utils.get_method",
    ],
    ({ args }) => {
      const text = wholeText(args[0]);
      return text === null
        ? ofSources(args)
        : { ...named(properName(text.replace(":", "."))), naming: of(args[0]).folded ? "computed" : "string" };
    },
  ),
  ...[
    "os.__dict__",
    "builtins.__dict__",
    "globals()",
    "__builtins__",
    "subprocess.__dict__",
    "sys.modules",
    "vars()",
  ].map((name): [string, Handler] => [
    `${name}.get`,
    (call) => elementOf(of(call.self ?? undefined), of(call.args[0]), call.frame, call.node),
  ]),
  ...["getattribute", "getattr"].flatMap((name) =>
    ["os", "subprocess", "builtins"].map((module): [string, Handler] => [
      `${module}.__${name}__`,
      (call) => getattribute({ ...call, args: [of(call.self ?? undefined), ...call.args] }),
    ]),
  ),
  ["compile", ({ args }) => ({ ...of(args[0]), name: null })],
  ["functools.partial", ({ args }) => ({ ...of(args[0]), items: args.slice(1) })],
  ...called(
    [
      "os.getenv",
      "os.environ.get",
      "os.environ.pop",
      "os.environ.__getitem__",
      "os.environb.get",
      "environ.get",
      "decouple.config",
    ],
    environ,
  ),
  ...called(["os.environ.items", "os.environ.values", "os.environ.copy", "os.environ.keys"], environAll),
  ...called(["os.getcwd", "os.getcwdb"], ({ frame }) => literal(frame.module.directory)),
  ["urllib.request.Request", request],
  ...called(
    ["info", "debug", "warning", "error", "critical", "exception", "log"].flatMap((name) => [
      `logging.${name}`,
      `logging.getLogger().${name}`,
    ]),
    logged,
  ),
  ...called(
    [
      "requests.Session",
      "requests.session",
      "requests.sessions.Session",
      "httpx.Client",
      "httpx.AsyncClient",
      "aiohttp.ClientSession",
      "http.client.HTTPSConnection",
      "http.client.HTTPConnection",
      "boto3.client",
      "boto3.resource",
      "socket.socket",
      "smtplib.SMTP",
      "smtplib.SMTP_SSL",
      "telegram.Bot",
      "discord_webhook.DiscordWebhook",
      "urllib3.PoolManager",
    ],
    (call) => instance(call),
  ),
]);
