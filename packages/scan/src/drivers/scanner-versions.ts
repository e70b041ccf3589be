import { type DriverContext, parseRecord, runPython, toText, Unscanned } from "@gaia/findings";

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

/** By directory and revision; a process knows one or two of them. */
const known = new Map<string, Promise<ScannerVersions>>();
const MOST_KNOWN = 8;

/**
 * The versions of the scanners that are about to run. Asked for once for each `revision` of an installation; without one,
 * each time. Throws `Unscanned` when their Python does not answer.
 */
export async function scannerVersions(ctx: DriverContext): Promise<ScannerVersions> {
  const { binDir, revision } = ctx.scanners;
  const key = revision === undefined ? null : `${binDir}\0${revision}`;
  const before = key === null ? undefined : known.get(key);
  if (before !== undefined) return before;
  const versions = askVersions(ctx);
  if (key === null) return versions;
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(key, versions);
  // Who asked may have been stopped; the next one asks again.
  versions.catch(() => known.delete(key));
  return versions;
}

async function askVersions(ctx: DriverContext): Promise<ScannerVersions> {
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
