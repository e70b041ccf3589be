import { isObject, type Statement } from "../sigstore/signed-content.ts";
import { TrustError } from "../trust-error.ts";
import type { BuiltArtifact, ProvenanceClaims } from "./provenance.ts";

const V1 = "https://slsa.dev/provenance/v1";
const V0_2 = "https://slsa.dev/provenance/v0.2";
const LONGEST = 1024;
const PRINTABLE = /^[\x20-\x7e]+$/;
const COMMIT = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;

/**
 * What a statement says of a build: SLSA provenance v1 (slsa.dev/spec/v1.1/provenance) or v0.2.
 * @throws TrustError `invalid_bundle` for another predicate, or one without a builder
 */
export function readProvenance({ predicateType, predicate }: Statement): ProvenanceClaims {
  if (predicateType !== V1 && predicateType !== V0_2) throw invalid(`its predicate type is neither ${V1} nor ${V0_2}`);
  if (!isObject(predicate)) throw invalid("it has no predicate");
  const claims = predicateType === V1 ? readV1(predicate) : readV02(predicate);
  const { builderId, buildType } = claims;
  if (builderId === null || buildType === null) throw invalid("it names no builder, or no type of build");
  return { predicateType, ...claims, builderId, buildType };
}

/**
 * The first of the artifacts that is among the statement's subjects.
 * @throws TrustError `invalid_bundle`
 */
export function builtIn({ subject }: Statement, artifacts: readonly BuiltArtifact[]): string {
  const found = artifacts.find((artifact) =>
    subject.some(({ digest }) =>
      (["sha256", "sha512"] as const).some((name) => artifact[name] !== undefined && digest[name] === artifact[name]),
    ),
  );
  if (found) return found.what;
  const known = artifacts.map(({ what }) => what).join(", ");
  throw new TrustError("invalid_bundle", `The provenance is of something else: its subjects are none of ${known}.`);
}

function readV1(predicate: Record<string, unknown>) {
  const definition = objectIn(predicate, "buildDefinition");
  const parameters = objectIn(definition, "externalParameters");
  const run = objectIn(predicate, "runDetails");
  const [workflow, source] = [objectIn(parameters, "workflow"), objectIn(parameters, "source")];
  const dependencies = listIn(definition, "resolvedDependencies");
  const repository =
    repositoryOf(workflow["repository"]) ??
    repositoryOf(source["uri"]) ??
    repositoryOf(dependencies.find((each) => commitOf(objectIn(each, "digest")) !== null)?.["uri"]);
  const built = dependencies.find((each) => repository !== null && repositoryOf(each["uri"]) === repository);
  return {
    builderId: textOf(objectIn(run, "builder")["id"]),
    buildType: textOf(definition["buildType"]),
    sourceRepository: repository,
    sourceCommit: commitOf(objectIn(built ?? {}, "digest")) ?? commitOf(objectIn(source, "digest")),
    workflow: textOf(workflow["path"]),
    invocation: textOf(objectIn(run, "metadata")["invocationId"]),
  };
}

function readV02(predicate: Record<string, unknown>) {
  const source = objectIn(objectIn(predicate, "invocation"), "configSource");
  return {
    builderId: textOf(objectIn(predicate, "builder")["id"]),
    buildType: textOf(predicate["buildType"]),
    sourceRepository: repositoryOf(source["uri"]),
    sourceCommit: commitOf(objectIn(source, "digest")),
    workflow: textOf(source["entryPoint"]),
    invocation: textOf(objectIn(predicate, "metadata")["buildInvocationId"]),
  };
}

function objectIn(value: Record<string, unknown>, name: string): Record<string, unknown> {
  const found = value[name];
  return isObject(found) ? found : {};
}

function listIn(value: Record<string, unknown>, name: string): Record<string, unknown>[] {
  const found = value[name];
  return Array.isArray(found) ? found.filter(isObject) : [];
}

const textOf = (value: unknown): string | null =>
  typeof value === "string" && value.length <= LONGEST && PRINTABLE.test(value) ? value : null;

/** Git's digest goes by two names: `gitCommit` (v1), `sha1`. */
function commitOf(digest: Record<string, unknown>): string | null {
  const commit = textOf(digest["gitCommit"] ?? digest["sha1"]);
  return commit !== null && COMMIT.test(commit) ? commit : null;
}

/** An address as certificates have it: without SPDX's `git+`, a ref behind `@`, `.git`. */
function repositoryOf(value: unknown): string | null {
  const uri = textOf(value);
  if (uri === null || !/^(?:git\+)?https:\/\//.test(uri)) return null;
  return uri
    .replace(/^git\+/, "")
    .replace(/@refs\/.*$/, "")
    .replace(/(?:\.git)?\/?$/, "");
}

const invalid = (message: string) =>
  new TrustError("invalid_bundle", `This is no SLSA provenance that is taken: ${message}.`);
