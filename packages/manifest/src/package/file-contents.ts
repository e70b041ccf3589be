import type { PackageFile } from "@gaia/archive";
import { isManifestName } from "../model/find-manifest.ts";
import { quoted } from "../model/report.ts";
import type { Report } from "../model/report.ts";
import { noteFiles } from "./note-some.ts";
import { secretOf } from "./secret-file.ts";

/**
 * SK1004 (of a package that has a manifest at its root) and SK1016 to SK1019: what does not belong in a package, by name and first
 * bytes.
 */
export function checkContents(files: readonly PackageFile[], hasManifest: boolean, report: Report): void {
  const junk = new Map<string, number>();
  const rest = files.filter(({ path }) => {
    const root = junkOf(path);
    if (root !== null) junk.set(root, (junk.get(root) ?? 0) + 1);
    return root === null;
  });
  const junkNotes = [...junk].map(([root, count]) => {
    const path = root.endsWith("/") ? (files.find((one) => one.path.startsWith(root))?.path ?? root) : root;
    const inside = root.endsWith("/") ? ` (${count} ${count === 1 ? "file" : "files"})` : "";
    return { path, message: `${quoted(root)}${inside} is left by version control, a cache or a system.` };
  });
  noteFiles(report, "SK1018", junkNotes);
  const nested = hasManifest ? rest.filter(({ path }) => isNestedManifest(path)) : [];
  noteFiles(
    report,
    "SK1004",
    nested.map(({ path }) => ({
      path,
      message: `${quoted(path)} is a manifest below this skill; it is read as a file.`,
    })),
  );
  const binaries = rest.flatMap((file) => {
    const kind = binaryOf(file);
    return kind === null ? [] : [{ path: file.path, kind }];
  });
  noteFiles(
    report,
    "SK1017",
    said(binaries, "compiled", (kind) => `is compiled: ${kind}`),
  );
  noteFiles(
    report,
    "SK1016",
    said(binaries, "archive", (kind) => `is an archive: ${kind}`),
  );
  const secrets = rest.flatMap((file) => {
    const secret = secretOf(file);
    return secret === null ? [] : [{ path: file.path, ...secret }];
  });
  for (const isCertain of [true, false])
    noteFiles(
      report,
      "SK1019",
      secrets
        .filter((one) => one.isCertain === isCertain)
        .map(({ path, what }) => ({ path, message: `${quoted(path)} looks like ${what}.` })),
      isCertain ? {} : { severity: "warning" },
    );
}

function said(
  binaries: readonly { path: string; kind: Kind }[],
  wanted: Kind["is"],
  text: (name: string) => string,
): { path: string; message: string }[] {
  return binaries
    .filter(({ kind }) => kind.is === wanted)
    .map(({ path, kind }) => ({ path, message: `${quoted(path)} ${text(kind.name)}.` }));
}

/** A package.json below a skill belongs to its code. */
function isNestedManifest(path: string): boolean {
  const at = path.lastIndexOf("/");
  const name = path.slice(at + 1);
  return at !== -1 && name !== "package.json" && isManifestName(name);
}

const JUNK_FOLDERS = new Set([
  ".git",
  ".hg",
  ".svn",
  ".idea",
  "__MACOSX",
  "__pycache__",
  ".mypy_cache",
  ".pytest_cache",
  ".ruff_cache",
  "node_modules",
]);
const JUNK_FILE = /^(?:\.DS_Store|Thumbs\.db|desktop\.ini|\._.+|.+\.(?:pyc|pyo|swp|swo|orig|rej)|.+~)$/i;

/** What is junk about a path: a folder with a slash at its end, or the file. Null: nothing. */
export function junkOf(path: string): string | null {
  const parts = path.split("/");
  const at = parts.slice(0, -1).findIndex((part) => JUNK_FOLDERS.has(part));
  if (at !== -1) return `${parts.slice(0, at + 1).join("/")}/`;
  return JUNK_FILE.test(parts.at(-1) ?? "") ? path : null;
}

interface Kind {
  is: "compiled" | "archive";
  name: string;
}

/** First bytes, in hex. */
const MAGIC: [start: string, kind: Kind][] = [
  ["7f454c46", { is: "compiled", name: "ELF" }],
  ["feedface", { is: "compiled", name: "Mach-O" }],
  ["feedfacf", { is: "compiled", name: "Mach-O" }],
  ["cefaedfe", { is: "compiled", name: "Mach-O" }],
  ["cffaedfe", { is: "compiled", name: "Mach-O" }],
  ["cafebabe", { is: "compiled", name: "Mach-O or Java" }],
  ["0061736d", { is: "compiled", name: "WebAssembly" }],
  ["6465780a", { is: "compiled", name: "Dalvik" }],
  ["213c617263683e0a", { is: "archive", name: "ar" }],
  ["504b0304", { is: "archive", name: "zip" }],
  ["504b0506", { is: "archive", name: "zip" }],
  ["1f8b08", { is: "archive", name: "gzip" }],
  ["425a68", { is: "archive", name: "bzip2" }],
  ["fd377a585a00", { is: "archive", name: "xz" }],
  ["28b52ffd", { is: "archive", name: "zstd" }],
  ["377abcaf271c", { is: "archive", name: "7z" }],
  ["526172211a07", { is: "archive", name: "rar" }],
];
const COMPILED_NAME = /\.(?:exe|dll|so(?:\.[0-9]{1,3})*|dylib|pyd|node|obj?|sys|class|wasm)$/i;
/** Zip files that people open as documents. */
const DOCUMENT = /\.(?:docx|dotx|xlsx|xltx|pptx|potx|odt|ods|odp|ott|epub|vsdx|kmz|usdz|xpi)$/i;

function binaryOf({ path, bytes }: PackageFile): Kind | null {
  const start = Buffer.from(bytes.subarray(0, 8)).toString("hex");
  const known = MAGIC.find(([magic]) => start.startsWith(magic))?.[1] ?? null;
  if (known !== null) return known.name === "zip" && DOCUMENT.test(path) ? null : known;
  const head = bytes.subarray(0, 1024);
  if (!head.includes(0)) return null;
  if (start.startsWith("4d5a")) return { is: "compiled", name: "a Windows program" };
  if (Buffer.from(bytes.subarray(257, 262)).toString("latin1") === "ustar") return { is: "archive", name: "tar" };
  return COMPILED_NAME.test(path) ? { is: "compiled", name: "by its name" } : null;
}
