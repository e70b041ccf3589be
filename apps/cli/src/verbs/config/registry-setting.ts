import { readJsonFile, writeJsonFile } from "@gaia/install/installed";
import { isLoopback, registryAddress } from "../../session/registry-address.ts";
import type { Session } from "../../session/session.ts";
import { configFile } from "../../session/which-registry.ts";
import { bold, t } from "../../terminal/shown-text.ts";
import { whyThisRegistry } from "./why-this-registry.ts";

/** `config get registry`: its address alone on standard output, why it is that one beside it. */
export function getRegistry({ config, terminal }: Session): void {
  const { registry, chosen } = config;
  const why = whyThisRegistry(chosen, configFile(config.home));
  terminal.result({ key: "registry", value: registry, from: chosen.from, why });
  terminal.line(registry);
  terminal.note(t`  ${why}`);
}

/** `config set registry URL`: in `GAIA_HOME/config.json`. As with npm, an empty address is none. */
export async function setRegistry(session: Session, url: string): Promise<void> {
  const { config, terminal } = session;
  if (url.trim() === "") return unsetRegistry(session);
  const registry = registryAddress(url, "The registry");
  const file = configFile(config.home);
  await writeJsonFile(file, { ...(await readJsonFile(file)), registry });
  terminal.result({ key: "registry", value: registry, file });
  terminal.note(t`${bold(registry)} is asked from now on, where nothing else is named (${file}).`);
  if (new URL(registry).protocol === "http:" && !isLoopback(registry))
    terminal.warn(t`warning: what goes to ${registry} travels unencrypted, tokens too; use https`);
  if (config.chosen.from === "environment" && config.registry !== registry)
    terminal.warn(t`warning: GAIA_REGISTRY is set here and comes first: ${config.registry}`);
}

/** `config unset registry`. */
export async function unsetRegistry({ config, terminal }: Session): Promise<void> {
  const file = configFile(config.home);
  const { registry, ...rest } = (await readJsonFile(file)) ?? {};
  if (registry !== undefined) await writeJsonFile(file, rest);
  terminal.result({ key: "registry", value: null, file });
  terminal.note(registry === undefined ? "No registry was set." : t`Forgot ${String(registry)}.`);
}
