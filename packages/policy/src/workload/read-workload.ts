import { hasHidden } from "@gaia/text";
import type { IssuerKind, Workload } from "./workload.ts";

/** What a job's token claims, verified by whoever calls. */
type Claims = Readonly<Record<string, unknown>>;

/** The workload, or why nothing is exchanged for its token, as half a sentence about it. */
export type ReadWorkload = { workload: Workload } | { refused: string };

/**
 * Events that begin a run on the repository's own account. What strangers can begin (a pull request, a comment, an issue), and what runs
 * beside such, is not among them: `pull_request_target` and `workflow_run` give a stranger's event the repository's identity (T6).
 */
const GITHUB_EVENTS: readonly string[] = ["push", "release", "workflow_dispatch", "repository_dispatch", "schedule"];
const GITLAB_SOURCES: readonly string[] = ["push", "web", "api", "trigger", "schedule"];

/** Visible, bounded, on one line: it is shown and kept. */
const isPlain = (text: string): boolean => text !== "" && [...text].length <= 512 && !hasHidden(text, { asName: true });
const NUMBER = /^[0-9]{1,20}$/;

/**
 * Reads the claims of a job's token, whose signature, issuer, audience and times hold already.
 * GitHub: https://docs.github.com/actions/reference/openid-connect-reference;
 * GitLab: https://docs.gitlab.com/ci/secrets/id_token_authentication/.
 */
export function readWorkload(kind: IssuerKind, issuer: string, claims: Claims): ReadWorkload {
  const subject = textOf(claims["sub"]);
  if (subject === null) return { refused: "says no subject" };
  const base = { ...NOTHING, kind, issuer, subject };
  return kind === "github"
    ? readGithub(base, claims)
    : kind === "gitlab"
      ? readGitlab(base, claims)
      : { workload: base };
}

const NOTHING = {
  repository: null,
  repositoryId: null,
  ownerId: null,
  workflow: null,
  environment: null,
  event: null,
  ref: null,
  sha: null,
  run: null,
} as const;

function readGithub(base: Workload, claims: Claims): ReadWorkload {
  const repository = textOf(claims["repository"]);
  const repositoryId = numberOf(claims["repository_id"]);
  const ownerId = numberOf(claims["repository_owner_id"]);
  const event = textOf(claims["event_name"]);
  const began = textOf(claims["workflow_ref"]);
  if (repository === null || repositoryId === null || ownerId === null || event === null || began === null) {
    return { refused: "lacks what GitHub Actions says of a job" };
  }
  if (!GITHUB_EVENTS.includes(event)) {
    return { refused: `is of a run that ${event} began: ${GITHUB_EVENTS.join(", ")} may publish` };
  }
  // Which file the run began with, and which one holds the job. Trusted is one file, which has to be both: another workflow could call
  // it with inputs of its own, and it could hand its identity to a file of somebody else.
  const holds = textOf(claims["job_workflow_ref"]);
  if (holds !== began) {
    return {
      refused: `is of a job of a reusable workflow (${holds ?? "none"}), called by ${began}: the job has to be in it`,
    };
  }
  const start = `${repository}/.github/workflows/`;
  const file = began.startsWith(start) ? fileOf(began.slice(start.length)) : null;
  if (file === null || file.includes("/")) {
    return { refused: `is of the workflow ${began}, which is none of ${repository}` };
  }
  return {
    workload: { ...base, repository, repositoryId, ownerId, event, workflow: file, ...common(claims, "run_id") },
  };
}

function readGitlab(base: Workload, claims: Claims): ReadWorkload {
  const repository = textOf(claims["project_path"]);
  const repositoryId = numberOf(claims["project_id"]);
  const ownerId = numberOf(claims["namespace_id"]);
  const event = textOf(claims["pipeline_source"]);
  const began = textOf(claims["ci_config_ref_uri"]);
  if (repository === null || repositoryId === null || ownerId === null || event === null || began === null) {
    return { refused: "lacks what GitLab says of a job whose configuration is its project's own" };
  }
  if (!GITLAB_SOURCES.includes(event)) {
    return { refused: `is of a pipeline that ${event} began: ${GITLAB_SOURCES.join(", ")} may publish` };
  }
  const start = `${base.issuer.replace(/^https?:\/\//, "")}/${repository}//`;
  const file = began.startsWith(start) ? fileOf(began.slice(start.length)) : null;
  if (file === null) return { refused: `is of the configuration ${began}, which is none of ${repository}` };
  return {
    workload: { ...base, repository, repositoryId, ownerId, event, workflow: file, ...common(claims, "pipeline_id") },
  };
}

/**
 * The file of `file@refs/…`. A file's name may hold an `@`: `release.yml@x.yml` is another one than `release.yml`. With the last `@refs/`
 * no file is read as another: a branch that holds one makes the name longer, which is then nobody's.
 */
function fileOf(text: string): string | null {
  const end = text.lastIndexOf("@refs/");
  return end < 1 ? null : text.slice(0, end);
}

const common = (claims: Claims, run: string) => ({
  environment: textOf(claims["environment"]),
  ref: textOf(claims["ref"]),
  sha: textOf(claims["sha"]),
  run: numberOf(claims[run]),
});

const textOf = (value: unknown): string | null => (typeof value === "string" && isPlain(value) ? value : null);

const numberOf = (value: unknown): string | null => {
  const text = typeof value === "number" && Number.isSafeInteger(value) ? String(value) : value;
  return typeof text === "string" && NUMBER.test(text) ? text : null;
};
