import { isWholePlace } from "../engine/sensitive-path.ts";
import { HOLE, joinSources, literal, sourcesOf, UNKNOWN, type Value, withSources } from "../engine/value.ts";
import { type Call, hasFlag, operands, optionValues, type Program, sayOf, textOf } from "./call.ts";
import { fileKey, filtered, fromFolder, readPath } from "./shell-machine.ts";
import { contentOf, writePath } from "./shell-files.ts";

const NOTHING = literal("");

function remove(call: Call): Value {
  const isTree = hasFlag(call, "-r", "-R", "--recursive", "-rf", "-fr");
  for (const path of operands(call)) {
    sayOf(call, {
      act: isTree ? "delete-tree" : "delete",
      target: fromFolder(call.machine, path),
      options: hasFlag(call, "--no-preserve-root") ? { force: literal("true") } : {},
    });
  }
  return NOTHING;
}

function copy(call: Call): Value {
  const paths = operands(call, new Set(["-m", "-o", "-g", "-t"]));
  const to = optionValues(call, "-t", "--target-directory")[0] ?? paths.at(-1);
  if (to === undefined) return NOTHING;
  for (const path of paths.filter((each) => each !== to)) {
    const content = contentOf(call, [path]);
    const name = textOf(path).slice(textOf(path).lastIndexOf("/") + 1);
    const isFolder = textOf(to).endsWith("/") || paths.length > 2;
    const target = isFolder ? { ...to, text: `${textOf(to).replace(/\/$/, "")}/${name}` } : to;
    writePath(call.machine, { path: target, content, append: false, line: call.line, callee: call.name });
  }
  return NOTHING;
}

function link(call: Call): Value {
  const [from = UNKNOWN, to] = operands(call);
  if (to !== undefined)
    writePath(call.machine, {
      path: to,
      content: readPath(call.machine, from, call.line),
      append: false,
      line: call.line,
      callee: call.name,
    });
  return NOTHING;
}

function permit(call: Call): Value {
  const [mode, ...paths] = operands({
    ...call,
    texts: call.texts.map((text) => (/^-[rwxst]{1,4}$/.test(text) ? `=${text}` : text)),
  });
  for (const path of paths) sayOf(call, { act: "permit", target: path, options: { mode: mode ?? UNKNOWN } });
  return NOTHING;
}

/** `tar`, `zip`, `7z`: what goes into the archive is read; what comes out of one that was downloaded is as foreign. */
function archive(call: Call): Value {
  const first = call.texts[0] ?? "";
  const { name } = call;
  const packs =
    name === "zip" || /^-?[A-Za-z]*c/.test(first) || /^(?:a|--create)$/.test(first) || hasFlag(call, "-c", "--create");
  const paths = operands(call, new Set(["-f", "-C", "-T", "-x", "-P", "-d", "--exclude", "-o"]));
  const named = optionValues(call, "-f", "--file")[0];
  if (!packs) {
    const inside = name.endsWith("tar") && /^-?[a-zA-Z]{1,6}$/.test(textOf(paths[0])) ? paths.slice(1) : paths;
    const bundles = inside.find(({ text }) => text !== null && /\.\w{1,5}$/.test(text));
    return unpacked(call, named ?? bundles ?? (call.stdin === null ? inside[0] : undefined), inside);
  }
  const letters = name.endsWith("tar") ? (/^-?([A-Za-z]{1,8})$/.exec(first)?.[1] ?? "") : "";
  const bare = paths.filter(({ text }) => text !== first && text !== "a");
  // `tar cz …` without a file's name prints the archive.
  const printed = name === "cpio" || (letters !== "" && !letters.includes("f"));
  const bundle = named ?? (printed ? undefined : bare[0]);
  const inside = bare.filter((path) => path !== bundle);
  const folder = optionValues(call, "-C")[0];
  const content = contentOf(
    call,
    inside.map((path) =>
      folder !== undefined && /^[^/~]/.test(textOf(path))
        ? { ...path, text: `${textOf(folder)}/${textOf(path)}`.replace(/\/\.$/, "") }
        : path,
    ),
  );
  const output = filtered(content, false, call.line);
  if (bundle === undefined || bundle.text === "-") return output;
  writePath(call.machine, { path: bundle, content: output, append: false, line: call.line, callee: name });
  return NOTHING;
}

function unpacked(call: Call, bundle: Value | undefined, paths: readonly Value[]): Value {
  const content = bundle === undefined || bundle.text === "-" ? (call.stdin ?? UNKNOWN) : contentOf(call, [bundle]);
  const password =
    optionValues(call, "-P", "--password").length > 0 ||
    call.texts.some((text) => /^-p./.test(text) && call.name.startsWith("7"));
  const { sources } = filtered(content, false, call.line);
  if (!password || sources.length === 0) return keep(call, bundle, paths, sources);
  const locked: Value["sources"] = [{ taint: "decoded", what: "an archive with a password", line: call.line }];
  return keep(call, bundle, paths, joinSources(sources, locked));
}

function keep(call: Call, bundle: Value | undefined, paths: readonly Value[], sources: Value["sources"]): Value {
  // Whatever is started from here on by a path of it is as foreign as the archive.
  if (sources.some(({ taint }) => taint === "network" || taint === "decoded")) {
    const folder = optionValues(call, "-C", "-d", "-o")[0];
    call.machine.unpacked.push({
      folder: folder === undefined ? "" : fileKey(textOf(folder)),
      value: { ...UNKNOWN, text: HOLE, sources },
    });
    for (const path of paths)
      if (path !== bundle) call.machine.files.set(fileKey(textOf(path)), { ...UNKNOWN, text: HOLE, sources });
  }
  return { ...UNKNOWN, text: HOLE, sources };
}

/** `find`: where it walks, and what it does with what it meets. */
function find(call: Call): Value {
  const first = call.texts.findIndex((text) => /^[-(!]/.test(text));
  const roots = call.args.slice(0, first === -1 ? undefined : first);
  const places = (roots.length === 0 ? [literal(".")] : roots).map((root) => fromFolder(call.machine, root));
  for (const root of places) {
    sayOf(call, { act: "list", target: root });
    if (
      hasFlag(call, "-delete") &&
      !hasFlag(call, "-name", "-iname", "-path", "-regex", "-mtime", "-empty", "-newer", "-mmin")
    )
      sayOf(call, { act: "delete-tree", target: root });
  }
  const names = optionValues(call, "-name", "-iname", "-path", "-wholename");
  // All of a folder that people keep things in, or a kind of file of everything.
  const isHome = places.some(
    ({ text }) =>
      text !== null &&
      (/^(?:~|\/|\/home|\/Users|\/root|\$HOME)(?:\/\*?)?$/.test(text) ||
        (names.length === 0 && text !== "" && isWholePlace(text))),
  );
  const secret = names
    .map((name) => readPath(call.machine, { ...name, text: `~/${textOf(name)}` }, call.line))
    .flatMap((value) => sourcesOf(value).filter(({ taint }) => taint === "secret-file" || taint === "dotenv"));
  const at = call.line + call.machine.unit.firstLine - 1;
  const sources: Value["sources"] = joinSources(
    isHome
      ? [{ taint: "user-files", what: textOf(places[0]), line: at }]
      : [{ taint: "listing", what: textOf(places[0]).replaceAll(HOLE, "*"), line: at }],
    secret,
  );
  const found: Value = { ...UNKNOWN, text: HOLE, sources };
  const exec = call.texts.findIndex((text) => /^-(?:exec|execdir|ok)$/.test(text));
  if (exec === -1) return found;
  const end = call.texts.findIndex((text, index) => index > exec && (text === ";" || text === "+"));
  const fields = call.args
    .slice(exec + 1, end === -1 ? undefined : end)
    .map((field) =>
      textOf(field).includes("{}")
        ? withSources(
            { ...field, text: textOf(field).replaceAll("{}", HOLE), place: { ...UNKNOWN, text: HOLE, sources } },
            sources,
          )
        : field,
    );
  const isDeleting = /^(?:rm|shred)$/.test(textOf(fields[0]));
  if (isDeleting && names.length === 0) for (const root of places) sayOf(call, { act: "delete-tree", target: root });
  if (isDeleting) return NOTHING;
  return call.machine.callProgram({
    fields,
    naming: "plain",
    stdin: null,
    connection: null,
    isSilent: call.isSilent,
    isBackground: call.isBackground,
    isPiped: call.isPiped,
    line: call.line,
  });
}

function diskCopy(call: Call): Value {
  const of = call.texts.find((text) => text.startsWith("of="))?.slice(3);
  const from = call.texts.find((text) => text.startsWith("if="))?.slice(3);
  const content = from === undefined ? (call.stdin ?? UNKNOWN) : readPath(call.machine, literal(from), call.line);
  if (of !== undefined)
    writePath(call.machine, { path: literal(of), content, append: false, line: call.line, callee: "dd" });
  return of === undefined ? content : NOTHING;
}

function format(call: Call): Value {
  for (const path of operands(call, new Set(["-t", "-L", "-n", "-F"])))
    if (textOf(path).startsWith("/dev/") || path.text?.includes(HOLE))
      sayOf(call, { act: "delete-tree", target: path, options: { disk: literal("true") } });
  return NOTHING;
}

function list(call: Call): Value {
  const paths = operands(call, new Set(["-I", "-L"]));
  for (const path of paths) sayOf(call, { act: "list", target: path });
  return { ...UNKNOWN, text: HOLE, sources: paths.flatMap((path) => sourcesOf(path)) };
}

/** A digest or a count tells nothing of what it was made from. */
const told: Program = (call) => {
  const paths = operands(call, new Set(["-a", "-c"]));
  if (paths.length > 0) contentOf(call, paths);
  return { ...UNKNOWN, text: HOLE };
};

/** Programs that work on files. */
export const FILE_PROGRAMS: Record<string, Program> = {
  rm: remove,
  rmdir: () => NOTHING,
  shred: (call) => remove(call),
  srm: remove,
  unlink: remove,
  cp: copy,
  mv: copy,
  install: copy,
  ditto: copy,
  ln: link,
  chmod: permit,
  chown: permit,
  tar: archive,
  bsdtar: archive,
  zip: archive,
  unzip: archive,
  "7z": archive,
  "7za": archive,
  "7zz": archive,
  unrar: archive,
  cpio: archive,
  find,
  fd: find,
  mdfind: (call) => ({
    ...UNKNOWN,
    text: HOLE,
    sources: [{ taint: "user-files", what: "Spotlight", line: call.line }],
  }),
  locate: (call) => ({ ...UNKNOWN, text: HOLE, sources: [{ taint: "user-files", what: "locate", line: call.line }] }),
  dd: diskCopy,
  mkfs: format,
  "mkfs.ext4": format,
  "mkfs.xfs": format,
  "mkfs.vfat": format,
  wipefs: format,
  blkdiscard: format,
  diskutil: (call) =>
    call.texts.some((text) => /^erase|^secureErase|^reformat/i.test(text))
      ? (sayOf(call, { act: "delete-tree", target: literal("/dev/disk"), options: { disk: literal("true") } }), NOTHING)
      : UNKNOWN,
  ls: list,
  tree: list,
  du: list,
  sha256sum: told,
  sha1sum: told,
  sha512sum: told,
  md5sum: told,
  md5: told,
  shasum: told,
  cksum: told,
  wc: told,
  file: told,
  stat: told,
  diff: told,
  cmp: told,
  mkdir: () => NOTHING,
  touch: (call) => {
    for (const path of operands(call, new Set(["-d", "-t", "-r"]))) sayOf(call, { act: "write", target: path });
    return NOTHING;
  },
  truncate: (call) => {
    for (const path of operands(call, new Set(["-s"]))) sayOf(call, { act: "write", target: path });
    return NOTHING;
  },
};
