import type { Tier } from "@gaia/policy";
import { ensureMinAge, ensureRange, parseSpec, planInstall } from "@gaia/install";
import { ensureOneWord } from "./install.ts";
import { inPlace, type PlaceOption } from "../../session/place.ts";
import { installContext } from "../../installing/registry-door.ts";
import { toLeftOut } from "../../installing/left-out.ts";
import type { Session } from "../../session/session.ts";
import { bold, dim, t } from "../../terminal/shown-text.ts";

export interface ResolveInput extends PlaceOption {
  specs: readonly string[];
  allowExperimental?: boolean | undefined;
  allowHeld?: boolean | undefined;
  tier?: Tier | undefined;
  minAge?: string | undefined;
}

/** `resolve <name[@range]>…`: what `install` would take, in its order, and who needs it. Fetches no package and writes nothing. */
export async function resolve(caller: Session, input: ResolveInput): Promise<void> {
  ensureOneWord(input);
  const session = await inPlace(caller, input, true);
  const { terminal } = session;
  const asked = input.minAge ?? session.config.minAge;
  const { install, leftOut } = await planInstall(await installContext(session), {
    roots: input.specs.map(parseSpec).map(({ name, range }) => ({
      name,
      range: ensureRange(range ?? "*"),
      optional: false,
      leastTier: input.tier,
    })),
    allowExperimental: input.allowExperimental ?? false,
    allowHeld: input.allowHeld ?? false,
    allowDowngrade: false,
    minAge: asked === null ? null : ensureMinAge(asked),
    mayMove: new Set(),
  });
  terminal.result({
    install: install.map(({ name, version, requiredBy, installed }) => ({
      name,
      version,
      required_by: requiredBy,
      installed,
    })),
    left_out: leftOut.map(toLeftOut),
  });
  for (const { name, version, requiredBy } of install) {
    const by = requiredBy.map((one) => `${one.name ?? "you"} ${one.range}`).join(", ");
    terminal.line(t`${bold(name)} ${version} ${dim(by)}`);
  }
  for (const { name, why } of leftOut) terminal.note(t`${bold(name)} is optional, and left out: ${why}`);
}
