import { sieveOf } from "@gaia/reading";
import type { InstructionRule } from "./matching/rule.ts";
import { COERCION_BEFORE_ALL } from "./rules/coercion/before-all.ts";
import { COERCION_CALLS } from "./rules/coercion/calls.ts";
import { CONCEALMENT_FROM_USER } from "./rules/concealment/from-user.ts";
import { CONCEALMENT_OTHER_LANGUAGES } from "./rules/concealment/other-languages.ts";
import { CONCEALMENT_SCRIPTED } from "./rules/concealment/scripted.ts";
import { CONSENT_BYPASSED } from "./rules/consent/bypassed.ts";
import { CONSENT_OTHER_LANGUAGES } from "./rules/consent/other-languages.ts";
import { CONSENT_PRESUMED } from "./rules/consent/presumed.ts";
import { CREDENTIALS_ASKED } from "./rules/credentials/asked.ts";
import { CREDENTIALS_SENT } from "./rules/credentials/sent.ts";
import { CREDENTIALS_STORES } from "./rules/credentials/stores.ts";
import { DESTRUCTION_BELONGINGS } from "./rules/destruction/belongings.ts";
import { DESTRUCTION_UNASKED } from "./rules/destruction/unasked.ts";
import { EXFILTRATION_COVERT } from "./rules/exfiltration/covert.ts";
import { EXFILTRATION_IN_REQUESTS } from "./rules/exfiltration/in-requests.ts";
import { EXFILTRATION_OTHER_LANGUAGES } from "./rules/exfiltration/other-languages.ts";
import { EXFILTRATION_TO_HOST } from "./rules/exfiltration/to-host.ts";
import { MINING } from "./rules/mining/mining.ts";
import { OVERRIDE_EARLIER_ORDERS } from "./rules/override/earlier-orders.ts";
import { OVERRIDE_OTHER_LANGUAGES } from "./rules/override/other-languages.ts";
import { OVERRIDE_ROLE } from "./rules/override/role.ts";
import { PERSISTENCE_AGENT_FILES } from "./rules/persistence/agent-files.ts";
import { PERSISTENCE_STARTUP } from "./rules/persistence/startup.ts";
import { PREREQUISITE_PERSUASION } from "./rules/prerequisite/persuasion.ts";
import { PREREQUISITE_RUNNING_PROGRAM } from "./rules/prerequisite/running-program.ts";
import { PREREQUISITE_STRANGERS_PROGRAM } from "./rules/prerequisite/strangers-program.ts";
import { PROPAGATION } from "./rules/propagation/propagation.ts";
import { RECIPE_OTHER_LANGUAGES } from "./rules/recipe/other-languages.ts";
import { RECIPE_PIPED } from "./rules/recipe/piped.ts";
import { RECIPE_REQUIRED } from "./rules/recipe/required.ts";
import { RECIPE_TERMINAL } from "./rules/recipe/terminal.ts";
import { STAGED_FETCHED_ORDERS } from "./rules/staged/fetched-orders.ts";
import { STAGED_FROM_ELSEWHERE } from "./rules/staged/from-elsewhere.ts";
import { TAMPERING } from "./rules/tampering/tampering.ts";
import { UNWATCHED } from "./rules/unwatched/unwatched.ts";

/** All packs; a rule's id begins with its behaviour. */
export const INSTRUCTION_RULES: readonly InstructionRule[] = [
  ...COERCION_BEFORE_ALL,
  ...COERCION_CALLS,
  ...CONCEALMENT_FROM_USER,
  ...CONCEALMENT_OTHER_LANGUAGES,
  ...CONCEALMENT_SCRIPTED,
  ...CONSENT_BYPASSED,
  ...CONSENT_OTHER_LANGUAGES,
  ...CONSENT_PRESUMED,
  ...CREDENTIALS_ASKED,
  ...CREDENTIALS_SENT,
  ...CREDENTIALS_STORES,
  ...DESTRUCTION_BELONGINGS,
  ...DESTRUCTION_UNASKED,
  ...EXFILTRATION_COVERT,
  ...EXFILTRATION_IN_REQUESTS,
  ...EXFILTRATION_OTHER_LANGUAGES,
  ...EXFILTRATION_TO_HOST,
  ...MINING,
  ...OVERRIDE_EARLIER_ORDERS,
  ...OVERRIDE_OTHER_LANGUAGES,
  ...OVERRIDE_ROLE,
  ...PERSISTENCE_AGENT_FILES,
  ...PERSISTENCE_STARTUP,
  ...PREREQUISITE_PERSUASION,
  ...PREREQUISITE_RUNNING_PROGRAM,
  ...PREREQUISITE_STRANGERS_PROGRAM,
  ...PROPAGATION,
  ...RECIPE_OTHER_LANGUAGES,
  ...RECIPE_PIPED,
  ...RECIPE_REQUIRED,
  ...RECIPE_TERMINAL,
  ...STAGED_FETCHED_ORDERS,
  ...STAGED_FROM_ELSEWHERE,
  ...TAMPERING,
  ...UNWATCHED,
];

/** Every pattern that a rule looks for. */
export const rulePatterns = (): RegExp[] =>
  INSTRUCTION_RULES.flatMap(({ all, none = [], context }) => [...all, ...none, ...(context?.any ?? [])]);

/** One pass over a text for what all of them need. */
export const RULE_SIEVE = sieveOf(rulePatterns);
