import type { TrustedWorkload, Workload } from "./workload.ts";

/**
 * A trusted workflow in words of printable ASCII, for people and for the log: `acme/x release.yml (repository 12, owner 3), environment
 * production`, or the subject of an issuer that says no more.
 */
export function trustedSubject(trusted: Omit<TrustedWorkload, "kind" | "issuer">): string {
  const { repository, workflow, repositoryId, ownerId, environment, subject } = trusted;
  if (repository === null) return ascii(subject ?? "");
  const numbers =
    repositoryId === null ? "" : ` (repository ${repositoryId}${ownerId === null ? "" : `, owner ${ownerId}`})`;
  return ascii(`${repository} ${workflow}${numbers}${environment === null ? "" : `, environment ${environment}`}`);
}

/** Whom the audit log names as who acted. */
export const workloadHandle = ({
  kind,
  repository,
  subject,
}: Pick<Workload, "kind" | "repository" | "subject">): string => `${kind}:${repository ?? subject}`.slice(0, 200);

const ascii = (text: string): string =>
  text
    .replaceAll(/[^ -~]/g, "?")
    .trim()
    .slice(0, 1_000) || "?";
