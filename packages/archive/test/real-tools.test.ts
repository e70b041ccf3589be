import { execFileSync, spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readArchive, sha256Hex, sumsOf, writeTarGz, writeZip } from "../src/index.ts";
import type { PackageFile } from "../src/index.ts";

const directory = mkdtempSync(join(tmpdir(), "archive-room-"));
afterAll(() => rmSync(directory, { recursive: true }));

const isThere = (tool: string, ...args: string[]) => spawnSync(tool, args).status === 0;
const hasZip = isThere("zip", "-v");
const hasUnzip = isThere("unzip", "-v");
const hasGnuTar = spawnSync("tar", ["--version"]).stdout?.toString().includes("GNU tar") ?? false;
const hasBsdtar = isThere("bsdtar", "--version");
const sums256 = "sha256sum";
const hasSha256sum = isThere(sums256, "--version");

const longFolder = "l".repeat(70);
const files: PackageFile[] = [
  ["SKILL.md", "# real\n"],
  [`${longFolder}/${"m".repeat(70)}.md`, "a long path\n"],
  ["folder/na\u00efve \u00fc.txt", "other letters\n"],
  ["folder/numbers.txt", Array.from({ length: 500 }, (_, index) => `${index}\n`).join("")],
  ["run.sh", "#!/bin/sh\n"],
].map(([path = "", text = ""]) => ({ path, bytes: new Uint8Array(Buffer.from(text)) }));
const expected = [...files].sort((a, b) => Buffer.compare(Buffer.from(a.path), Buffer.from(b.path)));

const source = join(directory, "source");
beforeAll(() => {
  for (const { path, bytes } of files) {
    mkdirSync(dirname(join(source, path)), { recursive: true });
    writeFileSync(join(source, path), bytes);
  }
  mkdirSync(join(source, "empty-folder"));
});

/** Runs a tool in the source folder and gives what it writes to its output. */
function outputOf(tool: string, ...args: string[]): Buffer {
  return execFileSync(tool, args, { cwd: source, maxBuffer: 1 << 26, stdio: ["ignore", "pipe", "pipe"] });
}

/** All files below a folder, as a package. */
function filesBelow(root: string): PackageFile[] {
  return readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((path) => statSync(join(root, path)).isFile())
    .map((path) => ({ path, bytes: new Uint8Array(readFileSync(join(root, path))) }))
    .sort((a, b) => Buffer.compare(Buffer.from(a.path), Buffer.from(b.path)));
}

function newFolder(): string {
  return mkdtempSync(join(directory, "out-"));
}

describe("archives that everyday tools write are read", () => {
  test.skipIf(!hasZip)("Info-ZIP: to a file, to a pipe, and without compression", () => {
    const target = join(directory, "a.zip");
    outputOf("zip", "-qr", target, ".");
    expect(readArchive(readFileSync(target))).toEqual({ kind: "zip", files: expected });
    const piped = execFileSync("sh", ["-c", "zip -qr - . | cat"], { cwd: source });
    expect(readArchive(piped).files).toEqual(expected);
    expect(readArchive(execFileSync("sh", ["-c", "zip -qr0 - . | cat"], { cwd: source })).files).toEqual(expected);
  });

  test.skipIf(!hasZip)("Info-ZIP's symbolic links and passwords are refused", () => {
    const links = newFolder();
    execFileSync("sh", ["-c", "echo x > f && ln -s f l && zip -qy l.zip f l && zip -qP secret e.zip f"], {
      cwd: links,
    });
    expect(() => readArchive(readFileSync(join(links, "l.zip")))).toThrow("entry 'l' is a link");
    expect(() => readArchive(readFileSync(join(links, "e.zip")))).toThrow("entry 'f' is encrypted");
  });

  // Debian's own Python is another release than the one on the PATH of many machines, and writes ZIP64 in another way.
  const pythons = [...new Set(["python3", "/usr/bin/python3"])].filter(
    (path) => !path.startsWith("/") || existsSync(path),
  );
  test.each(pythons)("zipfile of %s: to a file, to a stream, with ZIP64 forced in both", (python) => {
    const script = `
import os, sys, zipfile
class Pipe:
    def __init__(self): self.raw = sys.stdout.buffer
    def write(self, data): return self.raw.write(data)
    def flush(self): self.raw.flush()
mode = sys.argv[1]
target = Pipe() if len(sys.argv) < 3 else sys.argv[2]
with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as z:
    for root, folders, names in os.walk("."):
        for folder in folders: z.write(os.path.join(root, folder))
        for name in names:
            path = os.path.join(root, name)
            if mode == "zip64":
                with z.open(os.path.relpath(path), "w", force_zip64=True) as f: f.write(open(path, "rb").read())
            else: z.write(path)
`;
    const target = join(directory, "python.zip");
    for (const mode of ["plain", "zip64"]) {
      outputOf(python, "-c", script, mode, target);
      expect(readArchive(readFileSync(target)).files).toEqual(expected);
      expect(readArchive(outputOf(python, "-c", script, mode)).files).toEqual(expected);
    }
  });

  test("Python's tarfile: ustar, GNU and pax", () => {
    for (const format of ["USTAR_FORMAT", "GNU_FORMAT", "PAX_FORMAT"]) {
      const script = `
import sys, tarfile
with tarfile.open(fileobj=sys.stdout.buffer, mode="w|gz", format=tarfile.${format}) as t: t.add(".")
`;
      expect(readArchive(outputOf("python3", "-c", script))).toEqual({ kind: "tgz", files: expected });
    }
  });

  test.skipIf(!hasGnuTar)("GNU tar: gnu, ustar, pax with times and attributes, one folder as npm packs it", () => {
    for (const format of ["gnu", "ustar", "pax", "posix"]) {
      expect(readArchive(outputOf("tar", "-czf", "-", `--format=${format}`, ".")).files).toEqual(expected);
    }
    const packed = outputOf("tar", "-czf", "-", "--transform=s,^\\.,package,", ".");
    expect(readArchive(packed).files.map(({ path }) => path)).toEqual(expected.map(({ path }) => `package/${path}`));
  });

  test.skipIf(!hasBsdtar)("bsdtar: pax, ustar and zip", () => {
    for (const format of ["pax", "ustar", "gnutar"]) {
      expect(readArchive(outputOf("bsdtar", "-czf", "-", `--format=${format}`, ".")).files).toEqual(expected);
    }
    expect(readArchive(outputOf("bsdtar", "-cf", "-", "--format=zip", ".")).files).toEqual(expected);
  });

  test.skipIf(!isThere("git", "--version"))(
    "git archive: zip with the commit as its comment, tar.gz with a global header",
    () => {
      const work = newFolder();
      const git = (...args: string[]) =>
        execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@example.org", ...args], { cwd: work });
      writeFileSync(join(work, "SKILL.md"), "# x\n");
      git("init", "-q");
      git("add", ".");
      git("commit", "-qm", "x");
      for (const format of ["zip", "tar.gz"]) {
        expect(readArchive(git("archive", `--format=${format}`, "HEAD")).files.map(({ path }) => path)).toEqual([
          "SKILL.md",
        ]);
      }
    },
  );
});

describe("canonical archives are read by everyday tools", () => {
  const zip = writeZip(files);
  const tgz = writeTarGz([...files, { path: `${"x".repeat(120)}/y`, bytes: new Uint8Array([1]) }]);

  test("Python's zipfile and tarfile", () => {
    const folder = newFolder();
    writeFileSync(join(folder, "c.zip"), zip);
    writeFileSync(join(folder, "c.tgz"), tgz);
    const script = `
import hashlib, json, tarfile, zipfile
z = zipfile.ZipFile("c.zip")
assert z.testzip() is None
t = tarfile.open("c.tgz")
print(json.dumps({
  "zip": [[i.filename, hashlib.sha256(z.read(i)).hexdigest(), oct(i.external_attr >> 16), list(i.date_time)] for i in z.infolist()],
  "tgz": [[m.name, hashlib.sha256(t.extractfile(m).read()).hexdigest(), oct(m.mode), m.mtime, m.uid] for m in t.getmembers()],
}))`;
    const listed = JSON.parse(execFileSync("python3", ["-c", script], { cwd: folder, encoding: "utf8" }));
    const mode = (path: string) => (path === "run.sh" ? "755" : "644");
    expect(listed.zip).toEqual(
      expected.map(({ path, bytes }) => [path, sha256Hex(bytes), `0o100${mode(path)}`, [1980, 1, 1, 0, 0, 0]]),
    );
    expect(listed.tgz).toEqual([
      ...expected.map(({ path, bytes }) => [path, sha256Hex(bytes), `0o${mode(path)}`, 0, 0]),
      [`${"x".repeat(120)}/y`, sha256Hex(new Uint8Array([1])), "0o644", 0, 0],
    ]);
  });

  test.skipIf(!hasUnzip)("unzip", () => {
    const folder = newFolder();
    const target = join(directory, "canonical.zip");
    writeFileSync(target, zip);
    execFileSync("unzip", ["-q", target], { cwd: folder });
    expect(filesBelow(folder)).toEqual(expected);
    expect(statSync(join(folder, "run.sh")).mode & 0o100).toBe(0o100);
  });

  test.skipIf(!hasGnuTar)("tar", () => {
    const folder = newFolder();
    execFileSync("tar", ["-xzf", "-"], { cwd: folder, input: writeTarGz(files), stdio: ["pipe", "pipe", "pipe"] });
    expect(filesBelow(folder)).toEqual(expected);
  });

  test.skipIf(!hasSha256sum)("sha256sum -c accepts the sums of the files, and notices a changed one", () => {
    const sums = sumsOf(
      { publisher: "acme", name: "real", version: "1.0.0" },
      files.map(({ path, bytes }) => ({ path, sha256: sha256Hex(bytes) })),
    );
    const folder = newFolder();
    for (const { path, bytes } of files) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), bytes);
    }
    writeFileSync(join(folder, "SHA256SUMS"), sums);
    const check = () => spawnSync(sums256, ["--strict", "-c", "SHA256SUMS"], { cwd: folder }).status;
    expect(check()).toBe(0);
    writeFileSync(join(folder, "SKILL.md"), "# changed\n");
    expect(check()).toBe(1);
  });
});
