import { execFile } from "node:child_process";
import { tmpdir } from "node:os";
import { delimiter, dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

/** The directory of `gaia_skills`. */
export const PYTHON_PACKAGE = fileURLToPath(new URL("../../packages/python", import.meta.url));

/** Runs a program of Python's in the package's directory; gives its exit code and all that it wrote. `env` is all it gets beside a PATH with Node. */
export async function runPython(
  program: string,
  args: string[],
  env: Record<string, string> = {},
): Promise<{ code: number; said: string }> {
  const inherited = {
    PATH: [dirname(process.execPath), process.env["PATH"] ?? ""].join(delimiter),
    HOME: tmpdir(),
    PYTHONDONTWRITEBYTECODE: "1",
  };
  const options = { cwd: PYTHON_PACKAGE, env: { ...inherited, ...env }, maxBuffer: 1 << 24 };
  const ended: unknown = await promisify(execFile)(program, args, options).catch((error: unknown) => error);
  const { code = 0, stdout = "", stderr = "" } = ended as { code?: number; stdout?: string; stderr?: string }; // execFile's own shape
  return { code, said: `${stdout}${stderr}` };
}
