import { inPieces } from "@gaia/reading";
import {
  HOLE,
  joinSources,
  literal,
  named,
  sourcesOf,
  tainted,
  UNKNOWN,
  type Value,
  withSources,
} from "../../engine/value.ts";
import { mixed } from "../program/js-program.ts";
import { type ApiCall, type ApiTable, say } from "../program/js-api.ts";
import { callFunction } from "../program/js-function.ts";

const ENTRY_AUTH = /^(?:headers|auth|authorization|token|apiKey|username|password)$/;

/** What a request says about itself: its address, what it carries, and who it says it is. */
interface Request {
  url: Value;
  bodies: Value[];
  auth: Value[];
  method: string;
}

function requestOf(url: Value, options: Value | undefined): Request {
  const entries = options?.entries ?? new Map<string, Value>();
  const pick = (...names: string[]) => names.flatMap((name) => entries.get(name) ?? []);
  const bodies = [
    ...pick("body", "data", "json", "form", "formData", "params", "searchParams", "query", "payload"),
    ...(options !== undefined && options.sources.length > 0 ? [{ ...options, entries: null }] : []),
  ];
  return {
    url,
    bodies,
    auth: [...entries].filter(([key]) => ENTRY_AUTH.test(key)).map(([, value]) => value),
    method: pick("method")[0]?.text?.toUpperCase() ?? "",
  };
}

function request(call: ApiCall, { url, bodies, auth, method }: Request): Value {
  const target = addressOf(url);
  const isCarrying = sourcesOf(url).some(({ taint }) => taint !== "network" && taint !== "input");
  const inputs = isCarrying ? [...bodies, url] : bodies;
  if (inputs.length > 0 || /POST|PUT|PATCH/.test(method)) say(call, { act: "send", target, inputs, auth });
  else if (auth.some((value) => sourcesOf(value).length > 0)) say(call, { act: "send", target, inputs: [], auth });
  say(call, { act: "fetch", target, auth });
  return {
    ...tainted(
      "network",
      (target.text ?? "an address that the code does not show").replaceAll(HOLE, "*").slice(0, 300),
      call.line,
    ),
    text: HOLE,
    place: target,
  };
}

/** An address as a text, an object, or a `URL`. */
function addressOf(value: Value): Value {
  const host =
    value.entries?.get("hostname") ??
    value.entries?.get("host") ??
    value.entries?.get("url") ??
    value.entries?.get("baseURL");
  if (host === undefined) return value.text === null && value.place !== undefined ? value.place : value;
  const path = value.entries?.get("path")?.text ?? "/";
  const text =
    host.text === null
      ? HOLE
      : /:\/\//.test(host.text)
        ? host.text
        : `//${host.text}${path.startsWith("/") ? path : `/${path}`}`;
  return { ...UNKNOWN, text, sources: joinSources(sourcesOf(host), sourcesOf(value.entries?.get("path") ?? UNKNOWN)) };
}

function fetching(call: ApiCall): Value {
  const [first = UNKNOWN, options] = call.args;
  const isConfig = first.entries !== null && (first.entries.has("url") || first.entries.has("baseURL"));
  return request(call, requestOf(isConfig ? addressOf(first) : first, isConfig ? first : options));
}

/** `axios.post(url, data, config)`. */
function posting(call: ApiCall): Value {
  const [url = UNKNOWN, data, config] = call.args;
  const asked = requestOf(url, config);
  const isGot = call.name.startsWith("got");
  const wrapped =
    isGot || (data?.entries?.has("json") ?? false)
      ? requestOf(url, data)
      : { ...asked, bodies: [...asked.bodies, ...(data === undefined ? [] : [data])] };
  return request(call, { ...wrapped, method: "POST" });
}

/** `http.request(…)`: what is written later goes to the same place. */
function opened(call: ApiCall): Value {
  const [first = UNKNOWN, second] = call.args;
  const options = first.entries === null ? (second?.entries === null ? undefined : second) : first;
  const answer = request(call, requestOf(first, options));
  return { ...answer, name: "http request", sources: [], place: addressOf(first) };
}

function answered(call: ApiCall): Value {
  opened(call);
  return {
    ...tainted("network", (addressOf(call.args[0] ?? UNKNOWN).text ?? "an address").replaceAll(HOLE, "*"), call.line),
    text: HOLE,
    name: "http response",
  };
}

function written(call: ApiCall): Value {
  const [data] = call.args;
  if (data !== undefined && !(data.name?.startsWith("function#") ?? false))
    say(call, { act: "send", target: call.self.place ?? UNKNOWN, inputs: [data] });
  return call.self;
}

function connected(call: ApiCall): Value {
  const [first = UNKNOWN, second] = call.args;
  const host =
    first.entries?.get("host") ??
    first.entries?.get("hostname") ??
    (first.type === "number" ? second : undefined) ??
    (first.entries === null ? first : UNKNOWN);
  const target: Value = host.type === "number" || host.name?.startsWith("function#") ? UNKNOWN : host;
  say(call, { act: "connect", target });
  return {
    ...tainted("network", `a socket to ${(target.text ?? "somewhere").replaceAll(HOLE, "*")}`, call.line),
    text: HOLE,
    name: "connection",
    place: target,
  };
}

/** What arrives on a connection. */
function listened(call: ApiCall): Value {
  const sources =
    call.self.sources.length > 0 ? call.self.sources : tainted("network", "a connection", call.line).sources;
  for (const arg of call.args) callFunction(call.program, arg, [{ ...UNKNOWN, text: HOLE, sources }]);
  return call.self;
}

/** A server hands each connection, or each request, to a function. */
function served(call: ApiCall): Value {
  say(call, { act: "listen" });
  const isSocket = /^(?:net|tls)\./.test(call.name);
  const given: Value = {
    ...(isSocket ? named("connection") : UNKNOWN),
    text: HOLE,
    sources: tainted("network", isSocket ? "a connection" : "a request from outside", call.line).sources,
  };
  for (const arg of call.args) callFunction(call.program, arg, [given, named("server response")]);
  return named("server");
}

const VERB = "(?:get|head|delete|options|request)";
const PUSH = "(?:post|put|patch|postForm|putForm)";
const CLIENTS =
  String.raw`^(?:axios|got|ky|superagent|needle|request|request-promise|request-promise-native|phin|bent|wretch|` +
  String.raw`ofetch|\$fetch|axios\.create\(\)|got\.extend\(\)|ky\.create\(\)|new Axios|axios\.default|` +
  String.raw`got\.default)`;

/** Whatever speaks to other machines. */
export const NETWORK_APIS: ApiTable = [
  [
    /^(?:fetch|fetch\.default|undici\.(?:fetch|request)|node-fetch-native(?:\.fetch)?|globalThis\.fetch|ofetch\.ofetch)$/,
    fetching,
  ],
  [new RegExp(`${CLIENTS}$`), fetching],
  [new RegExp(`${CLIENTS}\\.${VERB}$`), fetching],
  [new RegExp(`${CLIENTS}\\.${PUSH}$`), posting],
  [/^(?:http|https|http2|follow-redirects\.https?)\.request$/, opened],
  [/^(?:http|https|follow-redirects\.https?)\.get$/, answered],
  [
    /^(?:http request|connection|new WebSocket|new ws|new XMLHttpRequest)(?:\.\w+\(\))*\.(?:write|end|send|emit)$/,
    written,
  ],
  [/^(?:http request|connection)(?:\.\w+\(\))*\.(?:on|once|setEncoding)$/, listened],
  [/^(?:net|tls|Deno|Bun)\.(?:connect|connectTls|createConnection)$/, connected],
  [/^new net\.Socket$/, () => ({ ...named("connection"), text: HOLE })],
  [
    /^connection\.connect$/,
    (call) => {
      const socket = connected(call);
      return socket;
    },
  ],
  [/^new (?:WebSocket|ws|ws\.WebSocket|EventSource)$/, (call) => ({ ...connected(call), name: "new WebSocket" })],
  [/^socket\.io-client(?:\.io|\.default)?$/, connected],
  [/^new XMLHttpRequest$/, () => named("new XMLHttpRequest")],
  [
    /^new XMLHttpRequest\.open$/,
    (call) => {
      say(call, { act: "fetch", target: call.args[1] ?? UNKNOWN });
      return UNKNOWN;
    },
  ],
  [
    /^navigator\.sendBeacon$/,
    (call) => request(call, { url: call.args[0] ?? UNKNOWN, bodies: call.args.slice(1), auth: [], method: "POST" }),
  ],
  [/^(?:net|http|https|http2|tls|Deno|Bun)\.(?:createServer|createSecureServer|listen|serve)$/, served],
  [
    /^dns\.(?:lookup|resolve|resolve4|resolve6|resolveTxt|resolveAny)$|^new dns\.Resolver\.resolve\w*$|^new dns\.Resolver\(\)\.resolve\w*$/,
    (call) => {
      const [name = UNKNOWN] = call.args;
      say(call, { act: "resolve", target: { ...name, sources: [] }, inputs: sourcesOf(name).length > 0 ? [name] : [] });
      return { ...tainted("network", "a name server", call.line), text: HOLE };
    },
  ],
  [/^dgram\.createSocket$/, () => named("datagram socket")],
  [
    /^datagram socket\.send$/,
    (call) => {
      const target =
        call.args.findLast((arg) => arg.text !== null && arg.type !== "number" && /[a-z.]/i.test(arg.text)) ?? UNKNOWN;
      say(call, { act: "send", target, inputs: call.args.slice(0, 1) });
      return UNKNOWN;
    },
  ],
  [
    inPieces(
      "",
      String.raw`^(?:new )?(?:basic-ftp|ftp|ssh2-sftp-client|ssh2|mqtt|amqplib|kafkajs|nats|@aws-sdk\/client-s3|aws-sdk|`,
      String.raw`@google-cloud\/storage|@azure\/storage-blob|minio|webdav|telegraf|node-telegram-bot-api|discord\.js|`,
      String.raw`@slack\/(?:webhook|web-api)|@octokit\/(?:rest|core)|@sentry\/node|posthog-node|@supabase\/supabase-js|`,
      String.raw`firebase-admin)\b.{0,80}\.(?:put|putObject|upload\w{0,12}|fastPut|append|publish|sendToQueue|`,
      String.raw`send\w{0,12}|post\w{0,12}|insert|create\w{0,12}|capture\w{0,12}|putFileContents|fPutObject|add)$|`,
      String.raw`^new @aws-sdk\/client-s3\.PutObjectCommand$`,
    ),
    (call) => {
      say(call, { act: "send", inputs: call.args, certain: false });
      return mixed(call.args);
    },
  ],
  [/^nodemailer\.createTransport$/, () => named("mail")],
  [
    /^mail\.sendMail$/,
    (call) => {
      say(call, { act: "send", target: literal("mail"), inputs: call.args.slice(0, 1) });
      return UNKNOWN;
    },
  ],
  [
    /^new URL$/,
    (call) => ({
      ...withSources(
        literal(call.args[0]?.text ?? HOLE),
        call.args.flatMap((arg) => sourcesOf(arg)),
      ),
      folded: false,
    }),
  ],
  [
    /^(?:page|browser|puppeteer|playwright|chromium).*\.goto$/,
    (call) => {
      say(call, { act: "fetch", target: call.args[0] ?? UNKNOWN, certain: false });
      return UNKNOWN;
    },
  ],
];
