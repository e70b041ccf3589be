import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Programs by other people that sign and verify; `install_foreign_signers` of `.ci/programs.sh` says where they are. */
const HOME = process.env["FOREIGN_SIGNERS"] ?? "";
const REQUIRED = (process.env["REQUIRE_SERVICES"] ?? "").split(",");

export type ForeignSigner = "cosign" | "model_signing" | "securesystemslib";

/** The program's path, or null with the reason in the suite's title. Throws when REQUIRE_SERVICES names it. */
export function findForeign(name: ForeignSigner): { path: string | null; title: string } {
  // in-toto's libraries are no program: the Python that finds them is.
  const places = name === "securesystemslib" ? ["statements/bin/python"] : [name, `venv/bin/${name}`];
  const path = places.map((place) => join(HOME, place)).find(existsSync) ?? null;
  if (path === null && REQUIRED.includes(name)) throw new Error(`${name} is required and not installed`);
  return { path, title: path === null ? `against ${name} (skipped: ${name} is not installed)` : `against ${name}` };
}

const PUBLISHED = ["sigstore@2.0.0", "sigstore@1.3.0"] as const;

/**
 * The provenance that npm published of two packages, as a module of Go carries it; null where `install_foreign_signers` did not fetch it.
 * Throws when REQUIRE_SERVICES names `npm_provenance`.
 */
export function findPublished(): Record<(typeof PUBLISHED)[number], PublishedBundle> | null {
  const files = PUBLISHED.map((name) => [name, join(HOME, "npm-provenance", `${name}.json`)] as const);
  if (files.every(([, file]) => existsSync(file))) {
    // The keys are the names; what is in the files is the verifier's to judge.
    return Object.fromEntries(files.map(([name, file]) => [name, JSON.parse(readFileSync(file, "utf8"))])) as Record<
      (typeof PUBLISHED)[number],
      PublishedBundle
    >;
  }
  if (REQUIRED.includes("npm_provenance")) throw new Error("npm_provenance is required and was not fetched");
  return null;
}

/** Of a bundle v0.1 what the tests change. */
export interface PublishedBundle {
  verificationMaterial: { x509CertificateChain: { certificates: { rawBytes: string }[] } };
  dsseEnvelope: { payload: string };
}

/** Runs it without network but for what it tries itself, and gives its words; throws when it fails. */
export function runForeign(path: string | null, args: string[], cwd: string): string {
  const result = spawnSync(path ?? "", args, {
    cwd,
    env: { ...process.env, COSIGN_PASSWORD: "", HOME: cwd },
    encoding: "utf8",
    timeout: 60_000,
  });
  if (result.status !== 0) throw new Error(`${args.join(" ")}: ${result.stdout}${result.stderr}`);
  return `${result.stdout}${result.stderr}`;
}
