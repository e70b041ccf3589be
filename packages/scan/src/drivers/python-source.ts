import type { PackageFile } from "@gaia/archive";

const FIRST_LINE_BYTES = 256;

/** Python by its name (.py, .pyw in any case) or by its first line (`#!… python …`). */
export function isPythonSource(file: PackageFile): boolean {
  if (/\.pyw?$/i.test(file.path)) return true;
  const start = new TextDecoder("latin1").decode(file.bytes.subarray(0, FIRST_LINE_BYTES));
  const [first = ""] = start.replace(/^\u00EF\u00BB\u00BF/, "").split(/[\r\n]/, 1);
  return first.startsWith("#!") && /python|pypy/i.test(first);
}
