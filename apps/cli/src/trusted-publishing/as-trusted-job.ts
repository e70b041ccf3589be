import type { PackageFile } from "@gaia/archive";
import { ensureHandle } from "@gaia/install/installed";
import { readSkill } from "@gaia/manifest";
import type { JobIdentity } from "../session/config.ts";
import { registryAddress } from "../session/registry-address.ts";
import { findToken, warnOfClearText } from "../session/credentials.ts";
import { CliError, EXIT, refused } from "../failures/failures.ts";
import { calledAs } from "../failures/invocation.ts";
import { ensureAnswer, openAnonymously } from "../session/registry.ts";
import type { Session } from "../session/session.ts";
import { t } from "../terminal/shown-text.ts";
import { jobIdentity } from "./job-identity.ts";

interface Input {
  files: readonly PackageFile[];
  version?: string | undefined;
  publisher?: string | undefined;
  isStaged: boolean;
}

/**
 * The session with a token of minutes that this CI job's identity was exchanged for, where the registry knows of that and no token is
 * configured; else the session as it is. Says so in a line. Throws CliError: as `jobIdentity`, and what the registry says of an identity
 * that it does not trust.
 */
export async function asTrustedJob(session: Session, job: JobIdentity, input: Input): Promise<Session> {
  const { config, terminal, paths } = session;
  if ((await findToken(config, paths.credentials)) !== null) return session;
  const api = openAnonymously(config.registry);
  const audience = await findAudience(session);
  if (audience === null) return session;
  const skill = readSkill(input.files, { version: input.version }).skill?.name.value;
  warnOfClearText(terminal, config.registry);
  const token = await jobIdentity(job, audience);
  const body = {
    token,
    ...(skill !== undefined && { skill }),
    ...(input.publisher !== undefined && { publisher: ensureHandle(input.publisher) }),
  };
  const exchanged = await ensureAnswer(api.POST("/trusted-publishing/exchange", { body })).catch((error: unknown) => {
    throw error instanceof CliError ? withHint(error, input) : error;
  });
  if (!input.isStaged && !exchanged.scopes.includes("publish"))
    throw refused(
      "stage_only",
      `This workflow may stage ${exchanged.skill} and not publish it`,
      `\`${calledAs("stage")}\` sends it to be approved`,
    );
  const { skill: name, publisher, expires_at: until } = exchanged;
  terminal.note(
    t`This job is trusted with ${name} of ${publisher}: its identity was exchanged for a token until ${until}`,
  );
  return { ...session, config: { ...config, token: exchanged.token, otp: { code: null } } };
}

/**
 * For whom the identity has to be made: the registry's own address. One that calls itself as another could have an identity that is good
 * there. Null: it knows no trusted publishing. Throws CliError `wrong_audience` (exit 4).
 */
async function findAudience({ config }: Session): Promise<string | null> {
  const call = openAnonymously(config.registry).GET("/trusted-publishing/audience");
  const answer = await ensureAnswer(call).catch((error: unknown) => {
    if (error instanceof CliError && error.exitCode === EXIT.notFound) return null;
    throw error;
  });
  if (answer === null) return null;
  const { audience } = answer;
  if (URL.canParse(audience) && registryAddress(audience, "its audience") === config.registry) return audience;
  throw refused(
    "wrong_audience",
    `The registry at ${config.registry} asks for an identity for ${audience}: none was asked for`,
    "name the registry by that address, if it is the one that you mean",
  );
}

/** Of what the exchange refuses, what can be done. */
function withHint({ exitCode, code, message, problem, hint }: CliError, { publisher }: Input): CliError {
  const told =
    code === "invalid_request" && publisher === undefined
      ? "`--publisher` names it"
      : code === "forbidden" || code === "unauthorized"
        ? `\`${calledAs("trusted-publisher add")}\` trusts a workflow; \`--no-trusted-publishing\` goes without`
        : hint;
  return new CliError(exitCode, code, message, { hint: told, ...(problem !== null && { problem }) });
}
