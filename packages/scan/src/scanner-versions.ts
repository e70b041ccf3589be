import { parseRecord, toText } from "./hostile-json.ts";
import { type DriverContext, runPython, Unscanned } from "./run.ts";

export interface ScannerVersions {
  bandit: string | null;
  "detect-secrets": string | null;
  "pip-audit": string | null;
  pip: string | null;
  /** Bandit reads Python with the Python it runs in. */
  python: string | null;
}

const QUESTION = `
import importlib.metadata as m, json, platform
found = {"python": platform.python_version()}
for name in ("bandit", "detect-secrets", "pip-audit", "pip"):
    try:
        found[name] = m.version(name)
    except m.PackageNotFoundError:
        pass
print(json.dumps(found))
`;

/** The versions of the scanners that are about to run. Throws `Unscanned` when their Python does not answer. */
export async function scannerVersions(ctx: DriverContext): Promise<ScannerVersions> {
  const { stdout } = await runPython(ctx, { args: ["-c", QUESTION] });
  const found = parseRecord(stdout);
  if (found === null) throw new Unscanned("the scanners' Python does not run");
  return {
    bandit: toText(found["bandit"]),
    "detect-secrets": toText(found["detect-secrets"]),
    "pip-audit": toText(found["pip-audit"]),
    pip: toText(found["pip"]),
    python: toText(found["python"]),
  };
}
