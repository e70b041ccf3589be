import { evaluate, remoteScript, captured, userBrowser, buffer, inflated, first } from "./code-calls.ts";
import { inPieces } from "@gaia/reading";
import { HOLE, joinSources, named, sourcesOf, tainted, UNKNOWN, type Value, wholeText } from "../../engine/value.ts";
import { type ApiCall, type ApiTable, say } from "../program/js-api.ts";
import { environment, member } from "../program/js-member.ts";
import { contentOf, mixed } from "../program/js-program.ts";
import { decodedBy, fromCodes } from "../program/js-text-methods.ts";

/** What turns text into code, decodes it, or looks at the user. */
export const CODE_APIS: ApiTable = [
  [/^(?:new )?(?:Worker|SharedWorker|worker_threads\.Worker|importScripts)$/, remoteScript],
  [/^(?:eval|globalThis\.eval|execScript)$/, (call) => evaluate(call, first(call))],
  [
    /^(?:new )?(?:Function|AsyncFunction|GeneratorFunction)$|(?:^|\.)constructor\.constructor$/,
    (call) => evaluate(call, call.args.at(-1) ?? UNKNOWN),
  ],
  [
    inPieces(
      "",
      String.raw`^(?:new )?vm\.(?:runInThisContext|runInNewContext|runInContext|compileFunction|Script|`,
      String.raw`SourceTextModule)$|^vm2?\.(?:run)$|^new (?:vm2\.)?(?:VM|NodeVM)(?:\(\))?\.run$`,
    ),
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
    inPieces(
      "",
      String.raw`^String$|^JSON\.stringify$|^JSON\.parse$|^Object\.(?:freeze|assign|fromEntries|entries|values|keys)$|`,
      String.raw`^structuredClone$|^Promise\.(?:resolve|all|allSettled|any|race)$|^Array\.from$|^Buffer\.concat$|`,
      String.raw`^qs\.stringify$|^querystring\.stringify$|^new (?:URLSearchParams|Blob|File|FormData)$|`,
      String.raw`^encodeURIComponent$|^btoa$|^escape$|^util\.inspect$|^(?:js-)?yaml\.(?:dump|load)$`,
    ),
    (call) => kept(call),
  ],
  [
    inPieces(
      "",
      String.raw`^zlib\.(?:inflate|inflateSync|gunzip|gunzipSync|unzip|unzipSync|inflateRaw|inflateRawSync|`,
      String.raw`brotliDecompress|brotliDecompressSync)$|^(?:pako|lz-string|LZString|fflate)\.(?:inflate|ungzip|`,
      String.raw`decompress\w*|unzlibSync|gunzipSync|strFromU8)$`,
    ),
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
    inPieces(
      "",
      String.raw`^clipboardy(?:\.default)?\.(?:read|readSync)$|^navigator\.clipboard\.(?:read|readText)$|`,
      String.raw`^clipboard\.readText$|^electron\.clipboard\.readText$`,
    ),
    (call) => captured(call, "the clipboard"),
  ],
  [
    inPieces(
      "",
      String.raw`^screenshot-desktop(?:\.default)?$|^(?:robotjs|@nut-tree\/nut-js)\.(?:screen\.)?(?:capture|grab)$|`,
      String.raw`^desktopCapturer\.getSources$|^electron\.desktopCapturer\.getSources$`,
    ),
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
    inPieces(
      "",
      String.raw`^(?:new )?(?:pg|pg\.Client|pg\.Pool|mysql2?\.createConnection|mysql2?\.createPool|mongodb\.MongoClient|`,
      String.raw`mongoose\.connect|redis\.createClient|ioredis|@prisma\/client\.PrismaClient|knex)$`,
    ),
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
