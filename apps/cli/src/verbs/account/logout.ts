import { forgetToken } from "../../session/credentials.ts";
import type { Session } from "../../session/session.ts";
import { t } from "../../terminal/shown-text.ts";

/** `logout`: forgets the token of this registry. The token itself stays valid until it is revoked there. */
export async function logout({ config, terminal, paths }: Session): Promise<void> {
  const forgotten = await forgetToken(paths.credentials, config.registry);
  terminal.result({ registry: config.registry, forgotten });
  terminal.note(
    forgotten ? t`Forgot the token for ${config.registry}.` : t`There was no token for ${config.registry}.`,
  );
  if (config.token !== null) terminal.note("GAIA_TOKEN is still set in this environment.");
}
