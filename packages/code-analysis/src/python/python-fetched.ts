import { inPieces } from "@gaia/reading";
import { hostOf } from "../engine/host.ts";
import { HOLE, joinSources, literal, type Source, UNKNOWN, type Value } from "../engine/value.ts";
import type { Call, Handler } from "./python-call-site.ts";
import { emit } from "./python-emit.ts";
import { contentSources } from "./python-paths.ts";
import { lineOf } from "./python-program.ts";

/** Where the address and the file's place stand: positions and keywords. */
type Slots = readonly (number | string)[];

const given = (call: Call, slots: Slots): Value | undefined => {
  for (const slot of slots) {
    const value = typeof slot === "number" ? call.args[slot] : call.keywords.get(slot);
    if (value !== undefined) return value;
  }
  return undefined;
};

/** A library that fetches a file for its caller: the file lies at the path that is given, or that comes back. */
const fetched =
  (from: Slots, to: Slots): Handler =>
  (call) => {
    const { frame, node } = call;
    const line = lineOf(frame.module, node);
    const url = given(call, from) ?? UNKNOWN;
    const path = given(call, to);
    const target = path?.text == null ? literal(`⟨download ${line}⟩`) : path;
    const what = (url.text ?? "a peer").slice(0, 200);
    const content: Value = { ...UNKNOWN, sources: [{ taint: "network", what, line }] };
    emit(frame, node, { act: "fetch", callee: call.name ?? "", target: url });
    emit(frame, node, { act: "write", callee: call.name ?? "", target, inputs: [content] });
    return target;
  };

/** Hosts where people keep what they write; what is cloned from them is somebody's published program. */
const PUBLIC = /(?:^|\.)(?:github\.com|gitlab\.com|bitbucket\.org|codeberg\.org|huggingface\.co|sr\.ht)$/;

/** A repository of an unknown host lies where it is cloned to. */
const cloned: Handler = (call) => {
  const host = hostOf(given(call, [0, "url", "source"])?.text ?? "");
  return host !== null && PUBLIC.test(host)
    ? null
    : fetched([0, "url", "source"], [1, "to_path", "path", "target"])(call);
};

/** A table that lies with somebody else. */
const table: Handler = (call) => {
  const path = call.args[0] ?? call.keywords.get("filepath_or_buffer") ?? call.keywords.get("io");
  if (path?.text == null || !/^(?:https?|ftp|s3|gs):\/\//.test(path.text)) return null;
  const line = lineOf(call.frame.module, call.node);
  emit(call.frame, call.node, { act: "fetch", callee: call.name ?? "", target: path });
  return { ...UNKNOWN, sources: [{ taint: "network", what: path.text.slice(0, 200), line }] };
};

const ROWS: [string, Slots, Slots][] = [
  ["gdown.download gdown.cached_download", [0, "url"], [1, "output", "path"]],
  ["pooch.retrieve", [0, "url"], ["fname"]],
  ["torch.hub.download_url_to_file", [0, "url"], [1, "dst"]],
  ["keras.utils.get_file tensorflow.keras.utils.get_file tf.keras.utils.get_file", [1, "origin"], [0, "fname"]],
  ["torchvision.datasets.utils.download_url", [0, "url"], ["filename", 1]],
  ["urlgrabber.urlgrab urlgrabber.grabber.urlgrab", [0, "url"], [1, "filename"]],
  ["download.download requests_download.download pypdl.Pypdl().start", [0, "url"], [1, "path", "target", "file_path"]],
  ["boto3.client().download_file boto3.Session().client().download_file", ["Key", 1], [2, "Filename"]],
  ["boto3.resource().Bucket().download_file", [0, "Key"], [1, "Filename"]],
  ["minio.Minio().fget_object", [1, "object_name"], [2, "file_path"]],
  [
    "google.cloud.storage.Client().bucket().blob().download_to_filename " +
      "google.cloud.storage.Client().get_bucket().blob().download_to_filename",
    [],
    [0, "filename"],
  ],
  [
    "paramiko.SSHClient().open_sftp().get paramiko.SFTPClient.from_transport().get pysftp.Connection().get " +
      "scp.SCPClient().get fabric.Connection().get",
    [0, "remotepath", "remote_path", "remote"],
    [1, "localpath", "local_path", "local"],
  ],
  ["dropbox.Dropbox().files_download_to_file", [1, "path"], [0, "download_path"]],
  ["fsspec.filesystem().get s3fs.S3FileSystem().get", [0, "rpath"], [1, "lpath"]],
  ["webdav3.client.Client().download_sync", ["remote_path"], ["local_path"]],
];

/** Libraries that bring a file from somebody else. */
export const FETCHED_HANDLERS: [string, Handler][] = [
  ...ROWS.flatMap(([names, from, to]) => names.split(" ").map((name): [string, Handler] => [name, fetched(from, to)])),
  ...["git.Repo.clone_from", "pygit2.clone_repository", "dulwich.porcelain.clone"].map((name): [string, Handler] => [
    name,
    cloned,
  ]),
  ...["csv", "json", "table", "excel", "html", "xml", "parquet", "feather"].map((kind): [string, Handler] => [
    `pandas.read_${kind}`,
    table,
  ]),
];

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
