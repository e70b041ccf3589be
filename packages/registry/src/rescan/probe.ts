import { readSkill } from "@gaia/manifest";
import type { Ctx } from "../kernel/context.ts";
import type { Scanning } from "../inspection/scanning.ts";
import type { Subject } from "../inspection/inspector.ts";
import { runInspectors } from "../inspection/run-inspectors.ts";

/** What makes a scanner find what it finds: equal rules, equal findings. */
export interface ScannerRules {
  name: string;
  version: string | null;
  rules_digest: string | null;
}

const text = (path: string, content: string) => ({ path, bytes: new TextEncoder().encode(content) });

/** Something for each scanner to look at, so that it says all of its digest; nothing to resolve or to ask the network. */
const FILES = [
  text(
    "SKILL.md",
    "---\nname: probe\nversion: 1.0.0\ndescription: What the scanners are shown\nlicense: MIT\nauthor: registry\n---\n\n" +
      "# Probe\n\nSay hello.\n",
  ),
  text("hello.py", 'def hello() -> str:\n    return "hello"\n'),
];

/** Lets every scanner look at a small skill, and gives the rules of those that came to an end. */
export async function probeScanners(
  ctx: Ctx,
  input: { scanning: Scanning; abort: AbortSignal },
): Promise<ScannerRules[]> {
  const { scanners } = await runInspectors({ ctx, subject: probeSubject(), ...input });
  return scanners
    .filter(({ status }) => status === "completed")
    .map(({ name, version, rules_digest }) => ({ name, version, rules_digest }));
}

function probeSubject(): Subject {
  const { skill } = readSkill(FILES, { mode: "import" });
  if (!skill) throw new Error("the probe is no skill");
  // No row has these numbers: nothing is compared with an earlier version.
  return {
    versionId: 0,
    skillId: 0,
    name: "probe",
    version: "1.0.0",
    publisher: "registry",
    publisherId: 0,
    receivedAt: new Date(0),
    manifest: skill,
    files: FILES,
  };
}
