import { base32Text, base64Text, base85Text, hexText, inflatedText } from "../engine/decode-text.ts";
import { computed, joinSources, type Source, sourcesOf, UNKNOWN, type Value, wholeText } from "../engine/value.ts";
import type { Call, Handler } from "./values/call-site.ts";
import { emit } from "./values/emit.ts";
import { lineOf } from "./values/program.ts";
import { decodeBy } from "./values/text-methods.ts";

/** A decoder: constant in, constant out; of anything else, decoded bytes. */
function decoder(decode: (text: string, call: Call) => string | null): Handler {
  return (call) => {
    const input = call.args[0] ?? call.keywords.get("data") ?? call.keywords.get("s") ?? UNKNOWN;
    const text = wholeText(input);
    const result = text === null ? null : decode(text, call);
    const line = lineOf(call.frame.module, call.node);
    const given: Source[] = [{ taint: "decoded", what: call.name ?? "a decoder", line }];
    const sources = joinSources(given, sourcesOf(input));
    if (result !== null) return { ...computed(result, sources), type: "bytes" };
    emit(call.frame, call.node, {
      act: "decode",
      callee: call.name ?? "",
      inputs: [input],
      naming: call.callee.naming ?? "plain",
    });
    return { ...UNKNOWN, sources };
  };
}

const base64 = decoder((text) => base64Text(text));
const inflate = decoder((text) => inflatedText(text));
const hex = decoder((text) => hexText(text));

const coded: Handler = (call) => {
  const [input = UNKNOWN, encoding] = call.args;
  const name = wholeText(encoding ?? call.keywords.get("encoding"));
  const text = wholeText(input);
  const result = text === null || name === null ? null : decodeBy(text, name);
  return {
    ...(result === null ? UNKNOWN : computed(result)),
    sources: joinSources(
      input.sources,
      name !== null && /rot|hex|base64|zip|bz2/i.test(name)
        ? [{ taint: "decoded", what: name, line: lineOf(call.frame.module, call.node) }]
        : [],
    ),
  };
};

const MOST_PLAIN = 20;

/** Entities by their numbers; a text that is made of them was meant not to be read. */
const unescaped = (text: string): string | null =>
  (text.match(/&#x?[0-9a-f]{1,6};/gi)?.length ?? 0) === 0
    ? null
    : text.replaceAll(/&#(x?)([0-9a-f]{1,6});/gi, (_all, hexed: string, digits: string) =>
        String.fromCodePoint(Math.min(0x10ffff, Number.parseInt(digits, hexed === "" ? 10 : 16) || 0)),
      );

/** What a link says; a text whose every letter is written as a number is encoded. */
const unquoted: Handler = (call) => {
  const [input = UNKNOWN] = call.args;
  const text = wholeText(input);
  if (text === null) return { ...UNKNOWN, text: input.text === null ? null : input.text, sources: sourcesOf(input) };
  const plain = text.replaceAll(/%([0-9a-f]{2})/gi, (_all, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  );
  const isCoded = (text.match(/%[0-9a-f]{2}/gi)?.length ?? 0) * 3 > text.length / 2 && text.length > MOST_PLAIN;
  const given: Source[] = isCoded
    ? [{ taint: "decoded", what: call.name ?? "", line: lineOf(call.frame.module, call.node) }]
    : [];
  return computed(plain, joinSources(given, sourcesOf(input)));
};

const encoded: Handler = (call) => {
  const [input = UNKNOWN] = call.args;
  const text = wholeText(input);
  return {
    ...(text === null
      ? UNKNOWN
      : { ...computed(Buffer.from(text, "latin1").toString("base64")), type: "bytes" as const }),
    sources: sourcesOf(input),
  };
};

export const DECODE_HANDLERS: [string, Handler][] = [
  ...[
    "base64.b64decode",
    "base64.standard_b64decode",
    "base64.urlsafe_b64decode",
    "base64.decodebytes",
    "base64.decodestring",
    "binascii.a2b_base64",
    "pybase64.b64decode",
  ].map((name): [string, Handler] => [name, base64]),
  ...["base64.b16decode", "binascii.unhexlify", "binascii.a2b_hex", "bytes.fromhex", "bytearray.fromhex"].map(
    (name): [string, Handler] => [name, hex],
  ),
  ["base64.b32decode", decoder((text) => base32Text(text))],
  ["base64.b85decode", decoder((text) => base85Text(text, "b85"))],
  ["base64.a85decode", decoder((text) => base85Text(text, "a85"))],
  ...["zlib.decompress", "gzip.decompress", "zlib.decompressobj().decompress"].map((name): [string, Handler] => [
    name,
    inflate,
  ]),
  ...["bz2.decompress", "lzma.decompress", "brotli.decompress", "zstandard.decompress"].map(
    (name): [string, Handler] => [name, decoder(() => null)],
  ),
  ...[
    "quopri.decodestring",
    "binascii.a2b_qp",
    "binascii.a2b_uu",
    "binascii.rledecode_hqx",
    "email.quoprimime.decode",
    "email.quoprimime.body_decode",
    "email.base64mime.decode",
    "email.base64mime.body_decode",
    "base64.z85decode",
    "base64.b32hexdecode",
    "base58.b58decode",
    "base91.decode",
    "base62.decodebytes",
    "base65536.decode",
    "pybase100.decode",
    "lz4.frame.decompress",
    "lz4.block.decompress",
    "snappy.decompress",
    "blosc.decompress",
    "zlib_ng.decompress",
    "zopfli.decompress",
    "cramjam.gzip.decompress",
    "cramjam.zstd.decompress",
    "zstandard.ZstdDecompressor().decompress",
    "lzma.LZMADecompressor().decompress",
    "bz2.BZ2Decompressor().decompress",
  ].map((name): [string, Handler] => [name, decoder(() => null)]),
  ["html.unescape", decoder((text) => unescaped(text))],
  ...["urllib.parse.unquote", "urllib.parse.unquote_plus", "urllib.parse.unquote_to_bytes"].map(
    (name): [string, Handler] => [name, unquoted],
  ),
  ...["codecs.decode", "codecs.encode"].map((name): [string, Handler] => [name, coded]),
  ["base64.b64encode", encoded],
  ["base64.urlsafe_b64encode", encoded],
];

/** A value that keeps what it comes from and no more. */
export function ofSources(values: readonly Value[]): Value {
  let sources: readonly Source[] = [];
  for (const value of values) sources = joinSources(sources, sourcesOf(value));
  return { ...UNKNOWN, sources };
}
