import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type PackageFile, writeZip } from "@gaia/archive";

/** A wheel as pip installs it from an address: its file name says name, version and that it runs anywhere. */
export interface Wheel {
  file: string;
  bytes: Uint8Array;
}

const text = (value: string): Uint8Array => new TextEncoder().encode(value);

/**
 * The wheels of `packages/python` and its shim, made without Python (binary distribution format, PEP 427; core metadata 2.4): the same
 * sources give the same bytes. `root` is that folder.
 */
export function buildWheels(root: string): Wheel[] {
  const library = readdirSync(join(root, "src"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:py|typed)$/.test(entry.name))
    .map(({ parentPath, name }) => join(parentPath, name))
    .map((path) => ({ path: path.slice(join(root, "src/").length).replaceAll("\\", "/"), bytes: readFileSync(path) }));
  const pth = "gaia_skills_shim.pth";
  return [
    buildWheel(root, library),
    buildWheel(join(root, "shim"), [{ path: pth, bytes: readFileSync(join(root, "shim", pth)) }]),
  ];
}

function buildWheel(project: string, files: readonly PackageFile[]): Wheel {
  const toml = readFileSync(join(project, "pyproject.toml"), "utf8");
  const name = value(toml, "name");
  const stem = `${name.replaceAll("-", "_")}-${value(toml, "version")}`;
  const about = `${stem}.dist-info`;
  const all: PackageFile[] = [
    ...files,
    { path: `${about}/METADATA`, bytes: text(metadata(toml)) },
    { path: `${about}/WHEEL`, bytes: text(WHEEL) },
    { path: `${about}/licenses/LICENSE`, bytes: readFileSync(join(project, "LICENSE")) },
  ];
  const rows = all.map(({ path, bytes }) => `${path},sha256=${digestOf(bytes)},${bytes.length}\n`);
  const record = { path: `${about}/RECORD`, bytes: text(`${rows.join("")}${about}/RECORD,,\n`) };
  return { file: `${stem}-py3-none-any.whl`, bytes: writeZip([...all, record]) };
}

const WHEEL = "Wheel-Version: 1.0\nGenerator: gaia-skill-registry\nRoot-Is-Purelib: true\nTag: py3-none-any\n";

function metadata(toml: string): string {
  const [, list = ""] = /^dependencies = \[([^\]\n]*)\]$/m.exec(toml) ?? [];
  const required = [...list.matchAll(/"([^"]+)"/g)].map(([, one]) => `Requires-Dist: ${one}\n`);
  return (
    `Metadata-Version: 2.4\nName: ${value(toml, "name")}\nVersion: ${value(toml, "version")}\n` +
    `Summary: ${value(toml, "description")}\nLicense-Expression: ${value(toml, "license")}\nLicense-File: LICENSE\n` +
    `Requires-Python: ${value(toml, "requires-python")}\n${required.join("")}`
  );
}

/** A text of `[project]`, which stands on a line of its own in these two files. */
function value(toml: string, key: string): string {
  const found = new RegExp(`^${key} = "([^"\\\\]*)"$`, "m").exec(toml)?.[1];
  if (found === undefined) throw new Error(`pyproject.toml has no ${key}`);
  return found;
}

const digestOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("base64url");
