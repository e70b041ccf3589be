import { inPieces } from "@gaia/reading";
import { HOLE, joinSources, type Source, UNKNOWN } from "../engine/value.ts";
import type { Call, Handler } from "./values/call-site.ts";
import { emit } from "./values/emit.ts";
import { contentSources } from "./python-paths.ts";
import { lineOf } from "./values/program.ts";

/** A table that lies with somebody else. */
const table: Handler = (call) => {
  const path = call.args[0] ?? call.keywords.get("filepath_or_buffer") ?? call.keywords.get("io");
  if (path?.text == null || !/^(?:https?|ftp|s3|gs):\/\//.test(path.text)) return null;
  const line = lineOf(call.frame.module, call.node);
  emit(call.frame, call.node, { act: "fetch", callee: call.name ?? "", target: path });
  return { ...UNKNOWN, sources: [{ taint: "network", what: path.text.slice(0, 200), line }] };
};

/** Libraries that bring a file from somebody else. */
export const FETCHED_HANDLERS: [string, Handler][] = [
  "csv",
  "json",
  "table",
  "excel",
  "html",
  "xml",
  "parquet",
  "feather",
].map((kind): [string, Handler] => [`pandas.read_${kind}`, table]);

const READING = inPieces(
  "",
  String.raw`(?:^|[._])(?:open|load\w{0,24}|read\w{0,16}|parse|from_file|message_from_(?:binary_)?file|connect|`,
  String.raw`Reader|Workbook|Document|Presentation|Database|DB|LevelDB|TinyDB|PdfReader|ZipFile|imread|`,
  String.raw`get_data)(?:\(\)\.read)?$`,
);
const FILE = /^[^\s\0]{1,200}\.[A-Za-z0-9]{2,8}$/;

/** What a library that nothing is known of reads out of a file that is named. */
export function openedBy({ name, args, frame, node }: Call): readonly Source[] {
  const [path] = args;
  if (name === null || path?.text == null || !READING.test(name) || !FILE.test(path.text.replaceAll(HOLE, "x")))
    return [];
  return joinSources([], contentSources(path, lineOf(frame.module, node)));
}
