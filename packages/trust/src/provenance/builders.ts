/** A platform that builds on machines of its own, as its certificates say it. */
interface HostedPlatform {
  issuer: string;
  name: string;
  /** What it calls a machine of its own. */
  runner: string;
}

/** Platforms whose tokens Fulcio takes and whose certificates say where a job ran. A runner of the publisher's own is no hosted one. */
export const HOSTED_PLATFORMS: readonly HostedPlatform[] = [
  { issuer: "https://token.actions.githubusercontent.com", name: "GitHub Actions", runner: "github-hosted" },
  { issuer: "https://gitlab.com", name: "GitLab CI", runner: "gitlab-hosted" },
];

/**
 * Workflows of other people that keep the build away from what signs its provenance (SLSA v1.1, Build L3), by their certificates' subject:
 * released versions of slsa-github-generator. A branch of it is nobody's release.
 */
const WORKFLOWS = "https://github.com/slsa-framework/slsa-github-generator/.github/workflows/";
const RELEASED = /^(?:builder|generator)_[a-z_-]{1,40}_slsa3\.yml@refs\/tags\/v\d{1,4}\.\d{1,4}\.\d{1,4}$/;

const GITHUB = "https://token.actions.githubusercontent.com";

/** Whether a certificate's holder is a builder that the build itself cannot speak for. */
export const isIsolatedBuilder = ({ issuer, subject }: { issuer: string; subject: string }): boolean =>
  issuer === GITHUB && subject.startsWith(WORKFLOWS) && RELEASED.test(subject.slice(WORKFLOWS.length));
