import { HOLE, joinSources, named, sourcesOf, UNKNOWN, type Value } from "../../engine/value.ts";
import { type ApiCall, type ApiTable, say } from "../program/js-api.ts";
import { contentOf, setMember } from "../program/js-program.ts";

/** Where a program's one archive goes, and what it holds: libraries are told of both in any order. */
const HELD = "⟨archive⟩";

const archiveOf = (call: ApiCall): Value => call.program.members.get(HELD) ?? named("archive");

function packed(call: ApiCall): Value {
  const [path = UNKNOWN] = call.args;
  say(call, { act: "read", target: path });
  const before = archiveOf(call);
  const content = contentOf(path, call.line);
  const now: Value = {
    ...before,
    name: "archive",
    text: HOLE,
    sources: joinSources(before.sources, sourcesOf(content)),
  };
  setMember(call.program, HELD, now);
  if (now.place !== undefined) say(call, { act: "write", target: now.place, inputs: [now] });
  return now;
}

function placed(call: ApiCall): Value {
  const [to = UNKNOWN] = call.args;
  const place = to.place ?? to;
  const now: Value = { ...archiveOf(call), name: "archive", place };
  setMember(call.program, HELD, now);
  say(call, { act: "write", target: place, inputs: [now] });
  return now;
}

/** Libraries that pack files. */
export const ARCHIVE_APIS: ApiTable = [
  [
    /^(?:archiver(?:\.default|\.create)?|new (?:adm-zip|jszip|yazl\.ZipFile|archiver\.\w{1,20}|zip-stream))$/,
    () => named("archive"),
  ],
  [/^archive\.(?:directory|file|glob|append|addLocalFile|addLocalFolder|addFile|addReadStream)$/, packed],
  [/^archive\.(?:pipe|writeZip|writeZipPromise)$/, placed],
  [/^archive\.(?:toBuffer|generateAsync|generateNodeStream|finalize|toBufferPromise)$/, archiveOf],
  [
    /^(?:tar|tar-fs|tar-stream)\.(?:c|create|pack)$/,
    (call) => {
      const [first = UNKNOWN, list] = call.args;
      const options = first.entries;
      const paths = list?.items ?? (options === null ? [first] : []);
      const folder = options?.get("cwd");
      const sources = [...paths, ...(folder === undefined ? [] : [folder])].flatMap((path) =>
        sourcesOf(contentOf(path, call.line)),
      );
      const content: Value = { ...UNKNOWN, text: HOLE, sources: joinSources([], sources) };
      const file = options?.get("file") ?? options?.get("f");
      if (file !== undefined) say(call, { act: "write", target: file, inputs: [content] });
      return content;
    },
  ],
];
