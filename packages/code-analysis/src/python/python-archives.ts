import { joinSources, named, sourcesOf, UNKNOWN, type Value, wholeText } from "../engine/value.ts";
import type { Handler } from "./values/call-site.ts";
import { emit, of } from "./values/emit.ts";
import { contentSources, write } from "./python-paths.ts";
import { lineOf } from "./values/program.ts";

const archive: Handler = (call) => {
  const given = of(
    call.args[0] ?? call.keywords.get("name") ?? call.keywords.get("file") ?? call.keywords.get("fileobj"),
  );
  const path = given.place ?? given;
  const mode = wholeText(call.args[1] ?? call.keywords.get("mode")) ?? "r";
  if (!/^[wax]/.test(mode))
    return {
      ...named(`${call.name}()`),
      place: path,
      sources: joinSources(
        contentSources(path, lineOf(call.frame.module, call.node)),
        sourcesOf(given).filter(({ taint }) => taint === "network" || taint === "decoded" || taint === "blob"),
      ),
    };
  emit(call.frame, call.node, { act: "write", callee: call.name ?? "", target: path });
  return { ...named(`${call.name}()`), place: path };
};

/** `archive.add(path)`, `archive.write(path)`, `archive.writestr(name, data)`: the file is read into the archive. */
const packed: Handler = (call) => {
  const from = of(call.args[0] ?? call.keywords.get("name"));
  const isText = call.method === "writestr";
  const line = lineOf(call.frame.module, call.node);
  const content: Value = isText ? of(call.args[1]) : { ...UNKNOWN, sources: [...contentSources(from, line)] };
  if (!isText) emit(call.frame, call.node, { act: "read", callee: call.name ?? "", target: from });
  return write(call, of(call.callee.place), content, false);
};

const madeArchive: Handler = (call) => {
  const [base, , root] = [
    of(call.args[0] ?? call.keywords.get("base_name")),
    null,
    of(call.args[2] ?? call.keywords.get("root_dir")),
  ];
  const content: Value = { ...UNKNOWN, sources: contentSources(root, lineOf(call.frame.module, call.node)) };
  emit(call.frame, call.node, { act: "read", callee: call.name ?? "", target: root });
  const path: Value = {
    ...base,
    text: base.text === null ? null : `${base.text}.${wholeText(call.args[1] ?? call.keywords.get("format")) ?? "zip"}`,
  };
  write(call, path, content, false);
  return { ...path, sources: content.sources };
};

/** `json.dump(value, file)` */
const dumped: Handler = (call) =>
  write(call, of(call.args[1]?.place ?? call.keywords.get("fp")?.place), of(call.args[0]), false);

/** `csv.writer(file).writerow(row)` */
const rowWritten: Handler = (call) => write(call, of(call.callee.place), of(call.args[0]), false);

/** Libraries that read a picture, a sound or numbers from a file. */
const PICTURES = [
  "PIL.Image.open",
  "cv2.imread",
  "imageio.imread",
  "imageio.v3.imread",
  "matplotlib.image.imread",
  "skimage.io.imread",
  "numpy.load",
  "numpy.fromfile",
  "soundfile.read",
  "scipy.io.wavfile.read",
];

const looked: Handler = (call) => {
  const path = of(call.args[0]);
  if (path.place !== undefined || path.text === null) return null;
  emit(call.frame, call.node, { act: "read", callee: call.name ?? "", target: path });
  return { ...named(`${call.name}()`), sources: contentSources(path, lineOf(call.frame.module, call.node)) };
};

/** `wave.open(path, "wb")` */
const sound: Handler = (call) => {
  const mode = wholeText(call.args[1] ?? call.keywords.get("mode")) ?? "r";
  const path = of(call.args[0]);
  return mode.startsWith("w")
    ? { ...named("wave.open()"), place: path }
    : { ...named("wave.open()"), sources: contentSources(path, lineOf(call.frame.module, call.node)) };
};

/** Archives, and libraries that write to an open file. */
export const ARCHIVE_HANDLERS: [string, Handler][] = [
  ["zipfile.ZipFile", archive],
  ["tarfile.open", archive],
  ...["zipfile.ZipFile().write", "zipfile.ZipFile().writestr", "tarfile.open().add"].map((name): [string, Handler] => [
    name,
    packed,
  ]),
  ["shutil.make_archive", madeArchive],
  ...[
    "json.dump",
    "pickle.dump",
    "yaml.dump",
    "yaml.safe_dump",
    "marshal.dump",
    "plistlib.dump",
    "toml.dump",
    "tomli_w.dump",
    "tomlkit.dump",
    "joblib.dump",
    "dill.dump",
  ].map((name): [string, Handler] => [name, dumped]),
  ["wave.open", sound],
  ...["writeframes", "writeframesraw"].map((name): [string, Handler] => [`wave.open().${name}`, rowWritten]),
  ...["cv2.imwrite", "imageio.imwrite", "imageio.v3.imwrite", "soundfile.write", "numpy.save", "numpy.savetxt"].map(
    (name): [string, Handler] => [name, (call) => write(call, of(call.args[0]), of(call.args[1]), false)],
  ),
  ["scipy.io.wavfile.write", (call) => write(call, of(call.args[0]), of(call.args[2]), false)],
  ...PICTURES.map((name): [string, Handler] => [name, looked]),
  ...["csv.writer", "csv.DictWriter"].flatMap((name): [string, Handler][] => [
    [
      name,
      ({ args }) => ({ ...named(`${name}()`), ...(args[0]?.place === undefined ? {} : { place: args[0].place }) }),
    ],
    [`${name}().writerow`, rowWritten],
    [`${name}().writerows`, rowWritten],
  ]),
];
