import { chooseRegistry } from "../../session/which-registry.ts";
import { shippedBeside } from "../../failures/invocation.ts";
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
  const environment = config.chosen.standing?.registry;
  const next = chooseRegistry({ flag: undefined, environment, home: config.home, shipped: shippedBeside() });
  if (forgotten && next.from === "login")
    terminal.note(t`From now on ${next.registry} is asked: you are logged in to no other.`);
  if (config.token !== null) terminal.note("GAIA_TOKEN is still set in this environment.");
}
