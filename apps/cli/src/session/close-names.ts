import { distance } from "fastest-levenshtein";
import { CliError } from "../failures/failures.ts";
import { openRegistry } from "./registry.ts";
import type { Session } from "./session.ts";

/** How the registry says it. */
const NO_SKILL = /^There is no skill ([a-z0-9][a-z0-9-]{0,63}) here\.?$/;
const MOST_NAMES = 3;
/** Of a name, one letter in four may be another one: beyond that it is another name. */
const LETTERS_FOR_A_SLIP = 4;

/**
 * The failure, when it says that a skill is not there: with the registry that was asked, and as hint with up to three names of its that
 * are close to what was typed. Nothing is suggested where nothing is near, or the registry cannot be searched.
 */
export async function withCloseNames(session: Session, failure: CliError): Promise<CliError> {
  const [, name] = failure.problem?.code === "not_found" ? (NO_SKILL.exec(failure.message) ?? []) : [];
  if (name === undefined || failure.problem === null) return failure;
  const { registry } = session.config;
  const near = await closeNames(session, name);
  return new CliError(failure.exitCode, failure.code, `There is no skill ${name} at ${registry}`, {
    problem: failure.problem,
    hint: near.length > 0 ? `did you mean ${near.join(" or ")}?` : failure.hint,
    cause: failure,
  });
}

async function closeNames(session: Session, name: string): Promise<string[]> {
  const api = await openRegistry(session, "once");
  const found = await api.GET("/search", { params: { query: { q: name, limit: 20 } } }).catch(() => null);
  return (found?.data?.hits ?? [])
    .map((hit) => ({ name: hit.name, steps: stepsBetween(name, hit.name) }))
    .filter((one) => one.steps > 0 && one.steps <= Math.floor(name.length / LETTERS_FOR_A_SLIP))
    .toSorted((left, right) => left.steps - right.steps)
    .slice(0, MOST_NAMES)
    .map((one) => one.name);
}

/** Two letters in each other's place are one slip, and so is a hyphen that is missing or too much. */
function stepsBetween(typed: string, name: string): number {
  const steps = distance(typed, name);
  if (steps === 2 && [...typed].toSorted().join("") === [...name].toSorted().join("")) return 1;
  return typed.replaceAll("-", "") === name.replaceAll("-", "") ? Math.min(1, steps) : steps;
}
