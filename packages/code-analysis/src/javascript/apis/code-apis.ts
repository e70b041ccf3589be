import {
  HOLE,
  joinSources,
  literal,
  named,
  sourceIn,
  sourcesOf,
  tainted,
  UNKNOWN,
  type Value,
  wholeText,
} from "../../engine/value.ts";
import { isBrowserProfile } from "../../engine/sensitive-path.ts";
import { type ApiCall, type ApiTable, say } from "../js-api.ts";
import { fieldOf } from "../../engine/lean-tree.ts";
import { environment, member } from "../js-member.ts";
import { contentOf, embed, mixed } from "../js-program.ts";
import { decodedBy, fromCodes } from "../js-text-methods.ts";

/** Text becomes code. */
function evaluate(call: ApiCall, given: Value): Value {
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
function remoteScript(call: ApiCall): Value {
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

function captured(call: ApiCall, what: string): Value {
  say(call, { act: "capture", target: literal(what) });
  return { ...tainted("user-data", what, call.line), text: HOLE };
}

/** A browser that is opened with its user's own profile has the user's sessions. */
function userBrowser(call: ApiCall): Value | null {
  const path = first(call).entries?.get("userDataDir") ?? first(call);
  if (path.text === null || !isBrowserProfile(path.text)) return mixed([call.self, ...call.args]);
  say(call, { act: "read", target: path });
  return { ...named("user browser"), place: path };
}

/** `Buffer.from(text, "base64")`. */
function buffer(call: ApiCall): Value {
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

function inflated(call: ApiCall): Value {
  const [data = UNKNOWN] = call.args;
  say(call, { act: "decode", inputs: [data] });
  return {
    ...UNKNOWN,
    text: HOLE,
    sources: joinSources(sourcesOf(data), [{ taint: "decoded", what: "compressed text", line: call.line }]),
    type: "bytes",
  };
}

const first = (call: ApiCall): Value => call.args[0] ?? UNKNOWN;

/** What turns text into code, decodes it, or looks at the user. */
export const CODE_APIS: ApiTable = [
  [/^(?:new )?(?:Worker|SharedWorker|worker_threads\.Worker|importScripts)$/, remoteScript],
  [/^(?:eval|globalThis\.eval|execScript)$/, (call) => evaluate(call, first(call))],
  [
    /^(?:new )?(?:Function|AsyncFunction|GeneratorFunction)$|(?:^|\.)constructor\.constructor$/,
    (call) => evaluate(call, call.args.at(-1) ?? UNKNOWN),
  ],
  [
    /^(?:new )?vm\.(?:runInThisContext|runInNewContext|runInContext|compileFunction|Script|SourceTextModule)$|^vm2?\.(?:run)$|^new (?:vm2\.)?(?:VM|NodeVM)(?:\(\))?\.run$/,
    (call) => evaluate(call, first(call)),
  ],
  [/(?:^|\.)_compile$/, (call) => evaluate(call, first(call))],
  [
    /^(?:setTimeout|setInterval|setImmediate)$/,
    (call) => (first(call).text === null || first(call).name !== null ? UNKNOWN : evaluate(call, first(call))),
  ],
  [
    /^(?:atob|window\.atob|Base64\.decode|js-base64\.decode|base-64\.decode)$/,
    (call) => {
      say(call, { act: "decode", inputs: [first(call)] });
      return { ...decodedBy(first(call), "base64", call.line), type: "bytes" };
    },
  ],
  [/^(?:Buffer\.from|new Buffer|buffer\.Buffer\.from)$/, buffer],
  [/^new Uint8Array$|^Uint8Array\.from$/, buffer],
  [/^(?:unescape|decodeURIComponent|decodeURI)$/, (call) => percent(call)],
  [/^String\.(?:fromCharCode|fromCodePoint)$/, (call) => fromCodes(call.args, call.line)],
  [/^new TextDecoder(?:\(\))?\.decode$/, first],
  [/^new Map$/, (call) => mapOf(call)],
  [/(?:^|\.)createRequire$/, () => named("require")],
  [
    /^process\.dlopen$/,
    (call) => {
      say(call, { act: "load", target: call.args[1] ?? UNKNOWN, inputs: call.args.slice(1, 2) });
      return UNKNOWN;
    },
  ],
  [
    /^Reflect\.get$/,
    (call) => {
      const [object = UNKNOWN, key = UNKNOWN] = call.args;
      const text = wholeText(key);
      if (text === null) return mixed(call.args);
      const value = member(call.program, object, text, call.node);
      return value.name === null ? value : { ...value, naming: key.folded ? "computed" : "string" };
    },
  ],
  [
    /^Reflect\.construct$/,
    (call) =>
      first(call).name === "Function"
        ? evaluate(call, call.args[1]?.items?.at(-1) ?? call.args[1] ?? UNKNOWN)
        : mixed(call.args),
  ],
  [
    /^String$|^JSON\.stringify$|^JSON\.parse$|^Object\.(?:freeze|assign|fromEntries|entries|values|keys)$|^structuredClone$|^Promise\.(?:resolve|all|allSettled|any|race)$|^Array\.from$|^Buffer\.concat$|^qs\.stringify$|^querystring\.stringify$|^new (?:URLSearchParams|Blob|File|FormData)$|^encodeURIComponent$|^btoa$|^escape$|^util\.inspect$|^(?:js-)?yaml\.(?:dump|load)$/,
    (call) => kept(call),
  ],
  [
    /^zlib\.(?:inflate|inflateSync|gunzip|gunzipSync|unzip|unzipSync|inflateRaw|inflateRawSync|brotliDecompress|brotliDecompressSync)$|^(?:pako|lz-string|LZString|fflate)\.(?:inflate|ungzip|decompress\w*|unzlibSync|gunzipSync|strFromU8)$/,
    inflated,
  ],
  [/^crypto\.(?:createDecipheriv|createDecipher)$/, () => named("decipher")],
  [/^decipher\.(?:update|final)$/, inflated],
  [/^crypto\.(?:createCipheriv|createCipher)$/, () => named("cipher")],
  [
    /^cipher\.update$/,
    (call) => {
      say(call, { act: "encrypt", inputs: [first(call)] });
      return mixed(call.args);
    },
  ],
  [/^crypto\.(?:createHash|createHmac)$/, () => named("hash")],
  [
    /^hash(?:\.update\(\))*\.(?:update|digest)$|^new hash/,
    (call) => (call.method === "update" ? named("hash") : { ...UNKNOWN, text: HOLE }),
  ],
  [
    /^crypto\.(?:randomBytes|randomUUID|getRandomValues)$|^Math\.random$/,
    (call) => ({ ...tainted("random", call.name, call.line), text: HOLE }),
  ],
  [
    /^clipboardy(?:\.default)?\.(?:read|readSync)$|^navigator\.clipboard\.(?:read|readText)$|^clipboard\.readText$|^electron\.clipboard\.readText$/,
    (call) => captured(call, "the clipboard"),
  ],
  [
    /^screenshot-desktop(?:\.default)?$|^(?:robotjs|@nut-tree\/nut-js)\.(?:screen\.)?(?:capture|grab)$|^desktopCapturer\.getSources$|^electron\.desktopCapturer\.getSources$/,
    (call) => captured(call, "the screen"),
  ],
  [
    /^(?:new )?(?:iohook|uiohook-napi|node-global-key-listener)(?:\.\w+){0,3}(?:\(\))?(?:\.(?:on|addListener|start))?$/,
    (call) => captured(call, "keyboard"),
  ],
  [
    /^navigator\.mediaDevices\.(?:getUserMedia|getDisplayMedia)$/,
    (call) => captured(call, /Display/.test(call.name) ? "the screen" : "microphone"),
  ],
  [
    /^(?:robotjs|@nut-tree\/nut-js)\./,
    (call) => {
      say(call, { act: "control" });
      return UNKNOWN;
    },
  ],
  [
    /^(?:keytar)(?:\.default)?\.(?:getPassword|findCredentials|findPassword)$/,
    (call) => ({ ...tainted("secret-file", "the key ring", call.line), text: HOLE }),
  ],
  [/(?:^|\.)(?:launchPersistentContext|launch)$/, userBrowser],
  [
    /^user browser.*\.(?:cookies|storageState|getAllCookies)$/,
    (call) => ({
      ...tainted("secret-file", (call.self.place?.text ?? "a browser profile").slice(0, 120), call.line),
      text: HOLE,
    }),
  ],
  [/^(?:localStorage|sessionStorage)\.getItem$/, () => ({ ...UNKNOWN, text: HOLE })],
  [
    /^(?:chrome|browser)\.cookies\.getAll$/,
    (call) => ({ ...tainted("secret-file", "the browser's cookies", call.line), text: HOLE }),
  ],
  [/^Deno\.env\.(?:toObject)$/, (call) => ({ ...tainted("env-all", "the environment", call.line), text: HOLE })],
  [/^Deno\.env\.get$/, (call) => environment(call.program, first(call).text ?? "", call.node)],
  [
    /^new (?:better-sqlite3|sqlite3\.(?:verbose\(\)\.)?Database|(?:node:|bun:)?sqlite\.(?:Database|DatabaseSync))$|^sqlite\.open$/,
    (call) => {
      const file = first(call).entries?.get("filename") ?? first(call);
      say(call, { act: "database", target: file });
      say(call, { act: "read", target: file });
      return contentOf(file, call.line);
    },
  ],
  [
    /^(?:new )?(?:pg|pg\.Client|pg\.Pool|mysql2?\.createConnection|mysql2?\.createPool|mongodb\.MongoClient|mongoose\.connect|redis\.createClient|ioredis|@prisma\/client\.PrismaClient|knex)$/,
    (call) => {
      say(call, { act: "database", target: first(call) });
      return UNKNOWN;
    },
  ],
  [
    /^new @modelcontextprotocol\/sdk.*(?:Client|Server|McpServer)$/,
    (call) => {
      say(call, { act: "mcp" });
      return UNKNOWN;
    },
  ],
];

/** `new Map([[key, value], …])`. */
function mapOf(call: ApiCall): Value {
  const entries = new Map<string, Value>();
  for (const pair of (first(call).items ?? []).slice(0, 500)) {
    const key = wholeText(pair.items?.[0]);
    if (key !== null && pair.items?.[1] !== undefined) entries.set(key, pair.items[1]);
  }
  return { ...UNKNOWN, entries, sources: sourcesOf(first(call)) };
}

function percent(call: ApiCall): Value {
  const value = first(call);
  const text = wholeText(value);
  if (text === null) return { ...value, text: HOLE };
  const codes = text.match(/%[0-9a-fA-F]{2}|%u[0-9a-fA-F]{4}/g)?.length ?? 0;
  let plain = text;
  try {
    plain = decodeURIComponent(
      text.replaceAll(/%u([0-9a-fA-F]{4})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    );
  } catch {
    plain = text;
  }
  return codes < 12
    ? { ...value, text: plain }
    : {
        ...value,
        text: plain,
        folded: true,
        sources: joinSources(value.sources, [{ taint: "decoded", what: "percent codes", line: call.line }]),
      };
}

/** The same data in another form. */
function kept(call: ApiCall): Value {
  const value = first(call);
  if (call.args.length === 1 && (value.text !== null || value.items !== null))
    return value.name === "process.env" ? { ...value, name: null } : value;
  return { ...mixed(call.args), entries: value.entries, items: call.name === "Array.from" ? value.items : null };
}
