/** How an issuer's identities are read: GitHub Actions, GitLab CI, or any other by its subject alone. */
export const ISSUER_KINDS = ["github", "gitlab", "oidc"] as const;

export type IssuerKind = (typeof ISSUER_KINDS)[number];

/** A job of somebody's CI, as the token that its issuer signed says it; read by `readWorkload`. */
export interface Workload {
  kind: IssuerKind;
  issuer: string;
  subject: string;
  /** `owner/name` as it is called now; null: the issuer says none. */
  repository: string | null;
  /** Numbers that the issuer gives to no other repository and no other owner, as text. */
  repositoryId: string | null;
  ownerId: string | null;
  /** The file that the run began with: below `.github/workflows/`, or GitLab's configuration. */
  workflow: string | null;
  environment: string | null;
  event: string | null;
  ref: string | null;
  sha: string | null;
  run: string | null;
}

/** What is kept with a version that a workload published: the job, and as which trusted publisher. */
export interface PublishedVia extends Workload {
  trustedPublisherId: string;
}

/** Who may publish a skill: whom its publisher lets (members and trusted publishers), or its trusted publishers alone. */
export const PUBLISHING = ["any", "trusted"] as const;

export type Publishing = (typeof PUBLISHING)[number];

/** Whether a version of a skill may go live by itself, or has to be staged and approved. */
export const STAGING = ["optional", "required"] as const;

export type Staging = (typeof STAGING)[number];

/** What a publisher trusts to publish one of its skills. */
export interface TrustedWorkload {
  kind: IssuerKind;
  issuer: string;
  repository: string | null;
  workflow: string | null;
  /** Null: any, and none. */
  environment: string | null;
  /** Null: not known yet. */
  repositoryId: string | null;
  ownerId: string | null;
  /** Of kind `oidc`: the whole of it. */
  subject: string | null;
}

/** Whether the two are of one repository, or subject: what a person would take for the same one. Says nothing of the workflow. */
export function isOfSameSource(trusted: TrustedWorkload, workload: Workload): boolean {
  if (trusted.kind !== workload.kind || trusted.issuer !== workload.issuer) return false;
  if (trusted.kind === "oidc") return trusted.subject === workload.subject;
  // A name can be given up and taken by another one; a number cannot.
  if (trusted.repositoryId !== null) return trusted.repositoryId === workload.repositoryId;
  return lower(trusted.repository) === lower(workload.repository);
}

/**
 * Why a workload is not the one that is trusted; null: it is. Numbers decide where they are known: a renamed repository goes on, another
 * one that took its name does not (T6).
 */
export function whyNotTrusted(trusted: TrustedWorkload, workload: Workload): string | null {
  if (!isOfSameSource(trusted, workload)) return "it is of another repository or subject";
  if (trusted.kind === "oidc") return null;
  if (trusted.ownerId !== null && trusted.ownerId !== workload.ownerId) {
    return "its repository has another owner than when it was trusted";
  }
  if (trusted.workflow !== workload.workflow) {
    return `it began with the workflow ${workload.workflow ?? "(none)"}, and ${trusted.workflow ?? "(none)"} is trusted`;
  }
  const isSameEnvironment =
    trusted.environment === null ||
    // GitHub's environments are the same in any case.
    (trusted.kind === "github"
      ? lower(trusted.environment) === lower(workload.environment)
      : trusted.environment === workload.environment);
  return isSameEnvironment
    ? null
    : `it runs in ${workload.environment === null ? "no environment" : `the environment ${workload.environment}`}, and ` +
        `${trusted.environment} is trusted`;
}

const lower = (text: string | null): string | null => text?.toLowerCase() ?? null;
